package loaders

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// BenchmarkLarge reads a file of 20 million ratings, by default synthetic ones in the order of users: its lines alone,
// all of it with the ratings that come of it, and the first opening with a cache, which writes a copy. DPALS_LARGE names
// another file.
func BenchmarkLarge(b *testing.B) {
	path := os.Getenv("DPALS_LARGE")
	if path == "" {
		path = filepath.Join(b.TempDir(), "ratings.csv")
		if err := Save(context.Background(), path, synth(b, "synth:skewed:ml-20m"), "csv"); err != nil {
			b.Fatal(err)
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("lines", func(b *testing.B) {
		b.SetBytes(info.Size())
		for b.Loop() {
			ctx := context.Background()
			text, err := openText(ctx, path)
			if err != nil {
				b.Fatal(err)
			}
			r := newReader(ctx, path, text, Options{})
			if err := r.begin(); err != nil {
				b.Fatal(err)
			}
			if err := r.readAll(); err != nil {
				b.Fatal(err)
			}
			text.Close()
		}
	})
	b.Run("open", func(b *testing.B) {
		b.SetBytes(info.Size())
		for b.Loop() {
			open(b, path, Options{})
		}
	})
	b.Run("open and keep", func(b *testing.B) {
		old := rules
		defer func() { rules = old }()
		rules.settling = 0
		b.SetBytes(info.Size())
		folder := b.TempDir()
		for b.Loop() {
			open(b, path, Options{Cache: folder})
			if n, err := ClearCache(folder); err != nil || n == 0 {
				b.Fatalf("%d bytes kept, error %v", n, err)
			}
		}
	})
	b.Run("held", func(b *testing.B) {
		var before, after runtime.MemStats
		for b.Loop() {
			runtime.GC()
			runtime.ReadMemStats(&before)
			r := open(b, path, Options{})
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(r.Count()), "B/rating")
		}
	})
}

// BenchmarkOpenCached opens ratings that a cache has.
func BenchmarkOpenCached(b *testing.B) {
	for _, shape := range []string{"ml-1m", "ml-10m", "ml-20m"} {
		b.Run(shape, func(b *testing.B) {
			opt := Options{Cache: b.TempDir()}
			open(b, "synth:skewed:"+shape, opt)
			for b.Loop() {
				open(b, "synth:skewed:"+shape, opt)
			}
		})
	}
}
