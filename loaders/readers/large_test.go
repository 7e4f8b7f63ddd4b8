package readers_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"dpals/loaders/readers"
	"dpals/loaders/synthetic"
	"dpals/loaders/writers"
)

// BenchmarkLarge reads a file of 20 million ratings, by default synthetic ones in the order of users: its lines alone, all
// of it, and the memory that its ratings take. DPALS_LARGE names another file.
func BenchmarkLarge(b *testing.B) {
	ctx := context.Background()
	path := os.Getenv("DPALS_LARGE")
	if path == "" {
		r, err := synthetic.Generate(ctx, "synth:skewed:ml-20m", 1)
		if err != nil {
			b.Fatal(err)
		}
		path = filepath.Join(b.TempDir(), "ratings.csv")
		if err := writers.Save(ctx, path, r, "csv"); err != nil {
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
			if err := readers.ReadLines(ctx, path); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(info.Size())
		for b.Loop() {
			if _, err := readers.Read(ctx, path, readers.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("memory", func(b *testing.B) {
		var before, after runtime.MemStats
		for b.Loop() {
			runtime.GC()
			runtime.ReadMemStats(&before)
			r, err := readers.Read(ctx, path, readers.Options{})
			if err != nil {
				b.Fatal(err)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(r.Count()), "B/rating")
		}
	})
}
