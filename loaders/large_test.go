package loaders

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkOpenLarge reads a file of 20 million ratings, in the order of users and shuffled.
func BenchmarkOpenLarge(b *testing.B) {
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
	b.SetBytes(info.Size())
	for b.Loop() {
		open(b, path, Options{})
	}
}

// BenchmarkOpenCached opens ratings that a cache has: 10 and 20 million.
func BenchmarkOpenCached(b *testing.B) {
	for _, shape := range []string{"ml-10m", "ml-20m"} {
		b.Run(shape, func(b *testing.B) {
			opt := Options{Cache: b.TempDir()}
			open(b, "synth:skewed:"+shape, opt)
			for b.Loop() {
				open(b, "synth:skewed:"+shape, opt)
			}
		})
	}
}
