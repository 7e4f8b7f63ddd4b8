package loaders

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// keepAll lets a cache keep small ratings, of files that have just been written.
func keepAll(t *testing.T) {
	old := rules
	t.Cleanup(func() { rules = old })
	rules = cacheRules{least: 1, most: 1 << 30, settling: -time.Hour}
}

// plant replaces every file of ratings in a cache, so that what comes from it can be told from what was read.
func plant(t *testing.T, folder string, r *Ratings) {
	t.Helper()
	held := heldIn(t, folder)
	if len(held) == 0 {
		t.Fatal("nothing was kept")
	}
	for _, path := range held {
		err := replace(path, 0o600, func(f *os.File) error { return encoded(t, r).writeTo(f) })
		if err != nil {
			t.Fatal(err)
		}
	}
}

func heldIn(t *testing.T, folder string) []string {
	t.Helper()
	held, err := filepath.Glob(filepath.Join(folder, "*"+heldSuffix))
	if err != nil {
		t.Fatal(err)
	}
	return held
}

func planted(t *testing.T) *Ratings {
	t.Helper()
	r, err := FromTriplets([]uint32{0}, []uint32{0}, []float32{4.25}, About{Users: Numbered(1), Items: Numbered(1), Low: 1, High: 5})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func isPlanted(r *Ratings) bool { return r.Count() == 1 && r.Value[0] == 4.25 }

func TestCacheServesWhatHasNotChanged(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t *testing.T, path string, opt *Options)
		served bool
	}{
		"nothing": {change: func(*testing.T, string, *Options) {}, served: true},
		"a file beside it": {change: func(t *testing.T, path string, _ *Options) {
			putAt(t, filepath.Join(filepath.Dir(path), "other.csv"), "9,9,9\n")
		}, served: true},
		"longer": {change: func(t *testing.T, path string, _ *Options) { putAt(t, path, "1,1,1\n1,2,3\n2,2,5\n") }},
		"replaced, same size and time": {change: func(t *testing.T, path string, _ *Options) {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if identity, _ := inode(path); identity == "" {
				t.Skip("this system tells no more of a file than its size and time")
			}
			putAt(t, path+".new", "1,1,2\n1,2,4\n")
			if err := errors.Join(os.Chtimes(path+".new", info.ModTime(), info.ModTime()), os.Rename(path+".new", path)); err != nil {
				t.Fatal(err)
			}
		}},
		"titles appear": {change: func(t *testing.T, path string, _ *Options) {
			putAt(t, filepath.Join(filepath.Dir(path), "movies.dat"), "1::One\n")
		}},
		"another range":    {change: func(_ *testing.T, _ string, opt *Options) { opt.High = 10 }},
		"other columns":    {change: func(_ *testing.T, _ string, opt *Options) { opt.Columns = Columns{User: "2", Item: "1"} }},
		"another format":   {change: func(_ *testing.T, _ string, opt *Options) { opt.Format = "csv" }},
		"a catalogue":      {change: func(t *testing.T, path string, opt *Options) { opt.Catalogue = put(t, "items.csv", "item\n1\n2\n") }},
		"no cache":         {change: func(_ *testing.T, _ string, opt *Options) { opt.Cache = "" }},
		"cache is cleared": {change: func(t *testing.T, _ string, opt *Options) { clearCache(t, opt.Cache) }},
	} {
		t.Run(name, func(t *testing.T) {
			keepAll(t)
			path := put(t, "x.csv", "1,1,1\n1,2,3\n")
			opt := Options{Cache: filepath.Join(t.TempDir(), "cache"), Low: 0, High: 5}
			open(t, path, opt)
			plant(t, opt.Cache, planted(t))
			c.change(t, path, &opt)
			r := open(t, path, opt)
			if isPlanted(r) != c.served {
				t.Errorf("served from the cache: %v, want %v", !c.served, c.served)
			}
			if r.Origin.Source != path {
				t.Errorf("source %q, want %q", r.Origin.Source, path)
			}
			opt.Cache = ""
			if !c.served {
				same(t, r, open(t, path, opt))
			}
		})
	}
}

func clearCache(t *testing.T, folder string) {
	t.Helper()
	if n, err := ClearCache(folder); err != nil || n == 0 {
		t.Fatalf("%d bytes cleared, error %v", n, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left, error %v", left, err)
	}
}

func TestClearCacheLeavesOthersAlone(t *testing.T) {
	folder := t.TempDir()
	putAt(t, filepath.Join(folder, "mine.txt"), "mine")
	if n, err := ClearCache(folder); n != 0 || err != nil {
		t.Errorf("%d bytes cleared of a folder of something else, error %v", n, err)
	}
	if n, err := ClearCache(filepath.Join(folder, "none")); n != 0 || err != nil {
		t.Errorf("%d bytes cleared of a folder that is none, error %v", n, err)
	}
}

func TestCacheKeepsRecipes(t *testing.T) {
	keepAll(t)
	opt := Options{Cache: t.TempDir(), Seed: 1}
	const recipe = "synth:skewed:n=50,m=100"
	want := open(t, recipe, opt)
	same(t, open(t, recipe, opt), want)
	plant(t, opt.Cache, planted(t))
	if !isPlanted(open(t, recipe, opt)) {
		t.Error("generated again")
	}
	opt.Seed = 2
	if isPlanted(open(t, recipe, opt)) {
		t.Error("another seed is served from the cache")
	}
}

func TestCacheKeepsNothing(t *testing.T) {
	file := put(t, "file", "")
	for name, c := range map[string]struct {
		rules  cacheRules
		folder string
	}{
		"of few ratings":             {cacheRules{least: 3, most: 1 << 30, settling: -time.Hour}, t.TempDir()},
		"of what has just changed":   {cacheRules{least: 1, most: 1 << 30, settling: time.Hour}, t.TempDir()},
		"that takes too much room":   {cacheRules{least: 1, most: 100, settling: -time.Hour}, t.TempDir()},
		"where no folder can be":     {cacheRules{least: 1, most: 1 << 30, settling: -time.Hour}, filepath.Join(file, "cache")},
		"where a file is the folder": {cacheRules{least: 1, most: 1 << 30, settling: -time.Hour}, file},
	} {
		t.Run(name, func(t *testing.T) {
			keepAll(t)
			rules = c.rules
			path := put(t, "x.csv", "1,1,1\n1,2,3\n")
			for range 2 {
				same(t, open(t, path, Options{Cache: c.folder}), open(t, path, Options{}))
			}
			if held := heldIn(t, c.folder); len(held) > 0 {
				t.Errorf("%v is kept", held)
			}
		})
	}
}

func TestReadOnlyCache(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write anywhere")
	}
	keepAll(t)
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	path := put(t, "x.csv", "1,1,1\n1,2,3\n")
	same(t, open(t, path, Options{Cache: folder}), open(t, path, Options{}))
}

func TestDamagedCacheIsWrittenAnew(t *testing.T) {
	keepAll(t)
	path := put(t, "x.csv", "ann,a,1\nbob,b,3\n")
	want := open(t, path, Options{})
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
		for _, suffix := range []string{heldSuffix, entrySuffix} {
			t.Run(name+suffix, func(t *testing.T) {
				opt := Options{Cache: t.TempDir()}
				open(t, path, opt)
				files, err := filepath.Glob(filepath.Join(opt.Cache, "*"+suffix))
				if err != nil || len(files) != 1 {
					t.Fatalf("files %v, error %v", files, err)
				}
				content, err := os.ReadFile(files[0])
				if err != nil {
					t.Fatal(err)
				}
				good := string(content)
				if err := os.WriteFile(files[0], damage(content), 0o600); err != nil {
					t.Fatal(err)
				}
				same(t, open(t, path, opt), want)
				if mended, err := os.ReadFile(files[0]); err != nil || string(mended) != good {
					t.Errorf("the file was not written anew, error %v", err)
				}
				same(t, open(t, path, opt), want)
			})
		}
	}
}

func TestCacheIsPrivate(t *testing.T) {
	keepAll(t)
	folder := filepath.Join(t.TempDir(), "deep", "cache")
	open(t, put(t, "x.csv", "1,1,1\n1,2,3\n"), Options{Cache: folder})
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 2 {
		t.Fatalf("files %v, error %v", files, err)
	}
	for _, path := range append(files, folder) {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: mode %v, error %v", path, info.Mode(), err)
		}
	}
}

func TestCacheForgetsWhatWasUsedLongestAgo(t *testing.T) {
	keepAll(t)
	opt := Options{Cache: t.TempDir()}
	var paths []string
	for k, content := range []string{"1,1,1\n1,2,3\n", "1,1,2\n1,2,3\n", "1,1,1\n1,2,4\n"} {
		path := put(t, "x.csv", content)
		open(t, path, opt)
		paths = append(paths, path)
		for _, held := range heldIn(t, opt.Cache) { // what is there grows older
			info, err := os.Stat(held)
			if err != nil {
				t.Fatal(err)
			}
			old := info.ModTime().Add(-time.Hour)
			if err := os.Chtimes(held, old, old); err != nil {
				t.Fatal(err)
			}
		}
		if k == 1 {
			open(t, paths[0], opt) // used again
			info, err := os.Stat(heldIn(t, opt.Cache)[0])
			if err != nil {
				t.Fatal(err)
			}
			rules.most = 2 * info.Size()
		}
	}
	plant(t, opt.Cache, planted(t))
	for k, want := range []bool{true, false, true} {
		if got := isPlanted(open(t, paths[k], Options{Cache: opt.Cache})); got != want {
			t.Errorf("file %d is kept: %v, want %v", k, got, want)
		}
		rules.least = 100 // keep nothing from here on
	}
	if entries, err := filepath.Glob(filepath.Join(opt.Cache, "*"+entrySuffix)); err != nil || len(entries) != 2 {
		t.Errorf("entries %v, error %v, want one for each file", entries, err)
	}
}

func TestCacheIsShared(t *testing.T) {
	keepAll(t)
	opt := Options{Cache: t.TempDir()}
	path := put(t, "x.csv", "1,1,1\n1,2,3\nann,2,3\n")
	want := open(t, path, Options{})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 10 {
				r, err := Open(context.Background(), path, opt)
				if err != nil {
					t.Error(err)
					return
				}
				if got, wanted := listing(r), listing(want); len(got) != len(wanted) || got[0] != wanted[0] {
					t.Errorf("ratings %q, want %q", got, wanted)
				}
			}
		})
	}
	all.Wait()
	if files, err := os.ReadDir(opt.Cache); err != nil || len(files) != 2 {
		t.Errorf("%v is left in the cache, error %v", files, err)
	}
}

func TestCacheKeepsNothingThatChangesWhileItIsRead(t *testing.T) {
	keepAll(t)
	c := cache{t.TempDir()}
	states := 0
	stamp := func() (string, bool) {
		states++
		return keyOf(strings.Repeat("x", states)), true
	}
	if _, err := c.through(context.Background(), "source", stamp, func() (*Ratings, error) { return planted(t), nil }); err != nil {
		t.Fatal(err)
	}
	if held := heldIn(t, c.folder); len(held) > 0 {
		t.Errorf("%v is kept", held)
	}
}

func TestCachingCanBeCancelled(t *testing.T) {
	keepAll(t)
	c := cache{t.TempDir()}
	ctx, cancel := context.WithCancel(context.Background())
	r, err := c.through(ctx, "source", func() (string, bool) { return keyOf("x"), true }, func() (*Ratings, error) {
		cancel()
		return planted(t), nil
	})
	if r != nil || err != context.Canceled {
		t.Errorf("ratings %v, error %v", r, err)
	}
	if files, err := os.ReadDir(c.folder); err != nil || len(files) > 0 {
		t.Errorf("%v is left, error %v", files, err)
	}
}

// Mapped memory must not be written to: whatever is made of ratings is made elsewhere.
func TestMappedRatingsServeEverything(t *testing.T) {
	keepAll(t)
	ctx := context.Background()
	opt := Options{Cache: t.TempDir(), Seed: 1}
	const recipe = "synth:skewed:n=50,m=100"
	read := open(t, recipe, opt)
	mapped := open(t, recipe, opt)
	for _, r := range []*Ratings{read, mapped} {
		r.ByItem()
		Describe(r)
	}
	for name, make := range map[string]func(r *Ratings) *Ratings{
		"training part": func(r *Ratings) *Ratings { return splitOf(t, r).Train },
		"two parts":     func(r *Ratings) *Ratings { return splitOf(t, r).TrainValid() },
		"without user":  func(r *Ratings) *Ratings { return r.WithoutUser(3) },
	} {
		t.Run(name, func(t *testing.T) { same(t, make(mapped), make(read)) })
	}
	want, err := Fingerprint(ctx, read)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Fingerprint(ctx, mapped); got != want || err != nil {
		t.Errorf("fingerprint %s, want %s, error %v", got, want, err)
	}
}

func splitOf(t *testing.T, r *Ratings) *Split {
	t.Helper()
	s, err := SplitRatings(r, DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
