package cache

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"dpals/internal/ratingstest"
	"dpals/loaders"
)

// keepAll returns a cache that keeps small ratings, of files that have just been written.
func keepAll(folder string) Cache {
	return Cache{Folder: folder, MinRatings: 1, MaxBytes: 1 << 30, Settling: -time.Hour}
}

// few returns two ratings, of which one has the given value.
func few(t testing.TB, value float32) *loaders.Ratings {
	t.Helper()
	r, err := loaders.FromTriplets([]uint32{0, 1}, []uint32{0, 1}, []float32{1, value}, loaders.About{
		Users: loaders.NamesOf([]string{"ann", "bob"}), Items: loaders.Numbered(2), Low: 1, High: 5})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// opens opens the ratings of a state and reports whether the cache had them.
func opens(t testing.TB, c Cache, state State, read *loaders.Ratings) (r *loaders.Ratings, isCached bool) {
	t.Helper()
	isCached = true
	r, err := c.Open(context.Background(), "source", func() State { return state }, func() (*loaders.Ratings, error) {
		isCached = false
		return read, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r, isCached
}

// files returns the files in a cache whose names end in a suffix.
func files(t *testing.T, folder, suffix string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, "*"+suffix))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestCacheServesAStateItHas(t *testing.T) {
	c := keepAll(filepath.Join(t.TempDir(), "cache"))
	state, want := StateOf("one"), few(t, 4)
	if _, isCached := opens(t, c, state, want); isCached {
		t.Fatal("an empty cache has ratings")
	}
	got, isCached := opens(t, c, state, nil)
	if !isCached || got.Origin.Source != "source" {
		t.Errorf("cached: %v, source %q", isCached, got.Origin.Source)
	}
	got.SetSource("")
	ratingstest.CheckSame(t, got, want)
	if _, isCached := opens(t, c, StateOf("other"), want); isCached {
		t.Error("another state is served from the cache")
	}
	if _, isCached := opens(t, Cache{}, state, want); isCached {
		t.Error("no cache has ratings")
	}
}

func TestStateOfFilesChangesWithThem(t *testing.T) {
	folder := t.TempDir()
	file, titles := filepath.Join(folder, "x.csv"), filepath.Join(folder, "titles")
	ratingstest.WriteFileAt(t, file, "1,1,1\n1,2,3\n")
	state := func() State { return StateOfFiles("options", []string{file}, []string{titles}) }
	before := state()
	if before.Key == "" || time.Since(before.Changed) > time.Minute {
		t.Fatalf("state %+v of a file that was just written", before)
	}
	if again := state(); again != before {
		t.Errorf("state %+v, then %+v", before, again)
	}
	if other := StateOfFiles("others", []string{file}, []string{titles}); other.Key == before.Key {
		t.Error("the key does not depend on the description")
	}
	if none := StateOfFiles("options", []string{file, titles}, nil); none.Key != "" {
		t.Error("there is a key without a required file")
	}
	for _, c := range []struct {
		name   string
		change func(t *testing.T)
	}{
		{"longer", func(t *testing.T) { ratingstest.WriteFileAt(t, file, "1,1,1\n1,2,3\n2,2,5\n") }},
		{"optional file", func(t *testing.T) { ratingstest.WriteFileAt(t, titles, "One\n") }},
		{"replaced, same size and time", func(t *testing.T) {
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			if identity, _ := identityOf(file); identity == "" {
				t.Skip("this system tells only the size and time of a file")
			}
			ratingstest.WriteFileAt(t, file+".new", "1,1,2\n1,2,4\n2,2,5\n")
			if err := os.Chtimes(file+".new", info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(file+".new", file); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := state()
			c.change(t)
			if after := state(); after.Key == before.Key {
				t.Error("the key is the same")
			}
		})
	}
}

func TestClearRemovesTheFilesOfTheCacheOnly(t *testing.T) {
	folder := t.TempDir()
	other := filepath.Join(folder, "mine.txt")
	ratingstest.WriteFileAt(t, other, "mine")
	opens(t, keepAll(folder), StateOf("one"), few(t, 4))
	if n, err := Clear(folder); n == 0 || err != nil {
		t.Errorf("%d bytes cleared, error %v", n, err)
	}
	if left := files(t, folder, ""); len(left) != 1 || left[0] != other {
		t.Errorf("files left: %v", left)
	}
	if n, err := Clear(folder); n != 0 || err != nil {
		t.Errorf("%d bytes cleared of another program's folder, error %v", n, err)
	}
	if n, err := Clear(filepath.Join(folder, "none")); n != 0 || err != nil {
		t.Errorf("%d bytes cleared of a folder that does not exist, error %v", n, err)
	}
}

func TestCacheKeepsNothing(t *testing.T) {
	file := ratingstest.WriteFile(t, "file", "")
	limits := func(folder string, set func(c *Cache)) Cache {
		c := keepAll(folder)
		set(&c)
		return c
	}
	for name, c := range map[string]Cache{
		"of few ratings":              limits(t.TempDir(), func(c *Cache) { c.MinRatings = 3 }),
		"of a file that just changed": limits(t.TempDir(), func(c *Cache) { c.Settling = time.Hour }),
		"that takes too much space":   limits(t.TempDir(), func(c *Cache) { c.MaxBytes = 100 }),
		"where no folder can be":      keepAll(filepath.Join(file, "cache")),
		"where a file is the folder":  keepAll(file),
	} {
		t.Run(name, func(t *testing.T) {
			path, want := ratingstest.WriteFile(t, "x.csv", "1,1,1\n"), few(t, 4)
			for range 2 {
				got, isCached := opens(t, c, StateOfFiles("", []string{path}, nil), want)
				if ratingstest.CheckSame(t, got, want); isCached {
					t.Error("cached")
				}
			}
			if kept := files(t, c.Folder, ratingsSuffix); len(kept) > 0 {
				t.Errorf("%v is kept", kept)
			}
		})
	}
}

func TestReadOnlyCache(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write anywhere")
	}
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	want := few(t, 4)
	got, _ := opens(t, keepAll(folder), StateOf("one"), want)
	ratingstest.CheckSame(t, got, want)
}

func TestDamagedCacheIsWrittenAgain(t *testing.T) {
	want := few(t, 4)
	for name, damage := range map[string]func(content []byte) []byte{
		"flipped":       func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
		"cut":           func(b []byte) []byte { return b[:len(b)-sectionAlign] },
		"empty":         func([]byte) []byte { return nil },
		"other version": func(b []byte) []byte { b[12]++; return b },
		"other machine": func(b []byte) []byte { b[8], b[11] = b[11], b[8]; return b },
		"text": func([]byte) []byte {
			return []byte("ann,a,1\nbob,b,3\nann,a,1\nbob,b,3\nann,a,1\nbob,b,3\nann,a,1\nbob,b,3\n")
		},
	} {
		for _, suffix := range []string{ratingsSuffix, entrySuffix} {
			t.Run(name+suffix, func(t *testing.T) {
				c, state := keepAll(t.TempDir()), StateOf("one")
				opens(t, c, state, want)
				paths := files(t, c.Folder, suffix)
				if len(paths) != 1 {
					t.Fatalf("files %v", paths)
				}
				content, err := os.ReadFile(paths[0])
				if err != nil {
					t.Fatal(err)
				}
				good := string(content)
				if err := os.WriteFile(paths[0], damage(content), 0o600); err != nil {
					t.Fatal(err)
				}
				got, isCached := opens(t, c, state, want)
				if ratingstest.CheckSame(t, got, want); isCached {
					t.Error("a damaged file is served")
				}
				if written, err := os.ReadFile(paths[0]); err != nil || string(written) != good {
					t.Errorf("the file was not written again, error %v", err)
				}
				got, isCached = opens(t, c, state, nil)
				got.SetSource("")
				if ratingstest.CheckSame(t, got, want); !isCached {
					t.Error("the file that was written again is not served")
				}
			})
		}
	}
}

func TestCacheIsPrivate(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "deep", "cache")
	opens(t, keepAll(folder), StateOf("one"), few(t, 4))
	paths := files(t, folder, "")
	if len(paths) != 2 {
		t.Fatalf("files %v", paths)
	}
	for _, path := range append(paths, folder) {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: mode %v, error %v", path, info.Mode(), err)
		}
	}
}

func TestCacheRemovesWhatWasUsedLongestAgo(t *testing.T) {
	c := keepAll(t.TempDir())
	states := []State{StateOf("one"), StateOf("two"), StateOf("three")}
	for k, state := range states {
		opens(t, c, state, few(t, float32(k+2)))
		for _, path := range files(t, c.Folder, ratingsSuffix) { // all grow older
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			old := info.ModTime().Add(-time.Hour)
			if err := os.Chtimes(path, old, old); err != nil {
				t.Fatal(err)
			}
		}
		if k == 1 {
			opens(t, c, states[0], nil) // used again
			info, err := os.Stat(files(t, c.Folder, ratingsSuffix)[0])
			if err != nil {
				t.Fatal(err)
			}
			c.MaxBytes = 2 * info.Size()
		}
	}
	c.MinRatings = 100 // keep nothing from here on
	for k, want := range []bool{true, false, true} {
		if _, isCached := opens(t, c, states[k], few(t, 5)); isCached != want {
			t.Errorf("state %d is cached: %v, want %v", k, isCached, want)
		}
	}
	if entries := files(t, c.Folder, entrySuffix); len(entries) != 2 {
		t.Errorf("entries %v, want one for each file", entries)
	}
}

func TestCacheIsSharedWithoutLocks(t *testing.T) {
	c, state, want := keepAll(t.TempDir()), StateOf("one"), few(t, 4)
	listing := ratingstest.Listing(want)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 10 {
				r, err := c.Open(context.Background(), "source", func() State { return state }, func() (*loaders.Ratings, error) { return few(t, 4), nil })
				if err != nil {
					t.Error(err)
					return
				}
				if got := ratingstest.Listing(r); len(got) != len(listing) || got[0] != listing[0] {
					t.Errorf("ratings %q, want %q", got, listing)
				}
			}
		})
	}
	all.Wait()
	if left := files(t, c.Folder, ""); len(left) != 2 {
		t.Errorf("files %v", left)
	}
}

func TestCacheKeepsNothingThatChangesWhileItIsRead(t *testing.T) {
	c, changes := keepAll(t.TempDir()), ""
	state := func() State {
		changes += "x"
		return StateOf(changes)
	}
	if _, err := c.Open(context.Background(), "source", state, func() (*loaders.Ratings, error) { return few(t, 4), nil }); err != nil {
		t.Fatal(err)
	}
	if kept := files(t, c.Folder, ratingsSuffix); len(kept) > 0 {
		t.Errorf("%v is kept", kept)
	}
}

func TestKeepingCanBeCancelled(t *testing.T) {
	c := keepAll(t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	r, err := c.Open(ctx, "source", func() State { return StateOf("x") }, func() (*loaders.Ratings, error) {
		cancel()
		return few(t, 4), nil
	})
	if r != nil || err != context.Canceled {
		t.Errorf("ratings %v, error %v", r, err)
	}
	if left := files(t, c.Folder, ""); len(left) > 0 {
		t.Errorf("files %v", left)
	}
}
