package sources

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"dpals/internal/ratingstest"
	"dpals/loaders"
	"dpals/loaders/cache"
	"dpals/loaders/readers"
)

// openKept is mustOpen with a cache that keeps small ratings, of files that have just been written.
func openKept(t testing.TB, source string, opt Options) *loaders.Ratings {
	t.Helper()
	r, err := openWith(context.Background(), keepAll(opt.Cache), source, opt)
	return ratingstest.Loaded(t, r, err)
}

func keepAll(folder string) cache.Cache {
	return cache.Cache{Folder: folder, MinRatings: 1, MaxBytes: 1 << 30, Settling: -time.Hour}
}

// The cache serves a file for as long as nothing that its ratings depend on has changed.
func TestCacheServesAnUnchangedSource(t *testing.T) {
	for name, c := range map[string]struct {
		change   func(t *testing.T, path string, opt *Options)
		isCached bool
	}{
		"nothing": {change: func(*testing.T, string, *Options) {}, isCached: true},
		"a file beside it": {change: func(t *testing.T, path string, _ *Options) {
			ratingstest.WriteFileAt(t, filepath.Join(filepath.Dir(path), "other.csv"), "9,9,9\n")
		}, isCached: true},
		"longer": {change: func(t *testing.T, path string, _ *Options) {
			ratingstest.WriteFileAt(t, path, "1,1,1\n1,2,3\n2,2,5\n")
		}},
		"titles appear": {change: func(t *testing.T, path string, _ *Options) {
			ratingstest.WriteFileAt(t, filepath.Join(filepath.Dir(path), "movies.dat"), "1::One\n")
		}},
		"another range": {change: func(_ *testing.T, _ string, opt *Options) { opt.Reading.High = 10 }},
		"other columns": {change: func(_ *testing.T, _ string, opt *Options) {
			opt.Reading.Columns = readers.Columns{User: "2", Item: "1"}
		}},
		"another format": {change: func(_ *testing.T, _ string, opt *Options) { opt.Reading.Format = "csv" }},
		"a catalogue": {change: func(t *testing.T, path string, opt *Options) {
			opt.Reading.Catalogue = ratingstest.WriteFile(t, "items.csv", "item\n1\n2\n")
		}},
		"no cache": {change: func(_ *testing.T, _ string, opt *Options) { opt.Cache = "" }},
		"cache is cleared": {change: func(t *testing.T, _ string, opt *Options) {
			if n, err := cache.Clear(opt.Cache); err != nil || n == 0 {
				t.Fatalf("%d bytes cleared, error %v", n, err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			path := ratingstest.WriteFile(t, "x.csv", "1,1,1\n1,2,3\n")
			opt := Options{Cache: filepath.Join(t.TempDir(), "cache"), Reading: readers.Options{High: 5}}
			plant(t, opt.Cache, path, opt.Reading)
			c.change(t, path, &opt)
			r := openKept(t, path, opt)
			if isPlanted(r) != c.isCached {
				t.Errorf("served from the cache: %v, want %v", !c.isCached, c.isCached)
			}
			if r.Origin.Source != path {
				t.Errorf("source %q, want %q", r.Origin.Source, path)
			}
			opt.Cache = ""
			if !c.isCached {
				ratingstest.CheckSame(t, r, mustOpen(t, path, opt))
			}
		})
	}
}

// plant puts ratings into a cache under the state of a file that has others, so that those served from the cache
// differ from those read.
func plant(t *testing.T, folder, path string, opt readers.Options) {
	t.Helper()
	_, err := keepAll(folder).Open(context.Background(), path, func() cache.State { return fileState(path, opt) }, func() (*loaders.Ratings, error) {
		return loaders.FromTriplets([]uint32{0}, []uint32{0}, []float32{4.25}, loaders.About{Users: loaders.Numbered(1), Items: loaders.Numbered(1), Low: 1, High: 5})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func isPlanted(r *loaders.Ratings) bool { return r.Count() == 1 && r.Value[0] == 4.25 }

func TestOpenKeepsWhatItReads(t *testing.T) {
	path := ratingstest.WriteFile(t, "x.csv", "ann,a,1\nbob,b,3\n")
	for _, source := range []string{path, "synth:skewed:n=50,m=100"} {
		opt := Options{Cache: t.TempDir(), Seed: 1}
		want := openKept(t, source, opt)
		if n, err := filepath.Glob(filepath.Join(opt.Cache, "*.ratings")); err != nil || len(n) != 1 {
			t.Errorf("%s: files %v, error %v", source, n, err)
		}
		ratingstest.CheckSame(t, openKept(t, source, opt), want)
		opt.Seed = 2
		other := openKept(t, source, opt)
		if isSame := ratingstest.Fingerprint(t, other) == ratingstest.Fingerprint(t, want); isSame != (source == path) {
			t.Errorf("%s: the same ratings with another seed: %v", source, isSame)
		}
	}
}

// Mapped memory must not be written to: everything derived from ratings is made in other memory.
func TestMappedRatingsServeEverything(t *testing.T) {
	opt := Options{Cache: t.TempDir(), Seed: 1}
	const recipe = "synth:skewed:n=50,m=100"
	read := openKept(t, recipe, opt)
	mapped := openKept(t, recipe, opt)
	for _, r := range []*loaders.Ratings{read, mapped} {
		r.ByItem()
		loaders.Describe(r)
	}
	split := func(r *loaders.Ratings) *loaders.Split {
		s, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for name, make := range map[string]func(r *loaders.Ratings) *loaders.Ratings{
		"training part":       func(r *loaders.Ratings) *loaders.Ratings { return split(r).Train },
		"two parts":           func(r *loaders.Ratings) *loaders.Ratings { return split(r).TrainValid() },
		"without user":        func(r *loaders.Ratings) *loaders.Ratings { return r.WithoutUser(3) },
		"some items, clamped": func(r *loaders.Ratings) *loaders.Ratings { return r.Restrict([]uint32{5, 3}, 2, 4) },
		"clamped":             func(r *loaders.Ratings) *loaders.Ratings { return r.Restrict(nil, 2, 4) },
	} {
		t.Run(name, func(t *testing.T) { ratingstest.CheckSame(t, make(mapped), make(read)) })
	}
	if got, want := ratingstest.Fingerprint(t, mapped), ratingstest.Fingerprint(t, read); got != want {
		t.Errorf("fingerprint %s, want %s", got, want)
	}
}

// BenchmarkOpenCached opens ratings that a cache has.
func BenchmarkOpenCached(b *testing.B) {
	for _, shape := range []string{"ml-1m", "ml-10m", "ml-20m"} {
		b.Run(shape, func(b *testing.B) {
			opt := Options{Cache: b.TempDir()}
			mustOpen(b, "synth:skewed:"+shape, opt)
			for b.Loop() {
				mustOpen(b, "synth:skewed:"+shape, opt)
			}
		})
	}
}

// BenchmarkOpenAndKeep opens ratings for the first time, which writes a copy.
func BenchmarkOpenAndKeep(b *testing.B) {
	for b.Loop() {
		opt := Options{Cache: b.TempDir()}
		mustOpen(b, "synth:skewed:ml-10m", opt)
		if n, err := cache.Clear(opt.Cache); err != nil || n == 0 {
			b.Fatalf("%d bytes kept, error %v", n, err)
		}
	}
}
