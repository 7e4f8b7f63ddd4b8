package loaders_test

import (
	"testing"

	"dpals/internal/ratingstest"
	"dpals/loaders"
	"dpals/loaders/sources"
)

func BenchmarkByItem(b *testing.B) {
	r := open(b, "synth:skewed:ml-1m", sources.Options{Seed: 1})
	b.ReportAllocs()
	for b.Loop() {
		again := &loaders.Ratings{Users: r.Users, Items: r.Items, Ptr: r.Ptr, Item: r.Item, Value: r.Value}
		again.ByItem()
	}
}

func BenchmarkSplit(b *testing.B) {
	r := open(b, "synth:skewed:ml-1m", sources.Options{Seed: 1})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDescribe(b *testing.B) {
	r := open(b, "synth:skewed:ml-1m", sources.Options{Seed: 1})
	for b.Loop() {
		loaders.Describe(r)
	}
}

func BenchmarkFingerprint(b *testing.B) {
	r := open(b, "synth:skewed:ml-1m", sources.Options{})
	b.SetBytes(int64(r.Count())) // ratings, so that MB/s reads as millions of ratings a second
	for b.Loop() {
		ratingstest.Fingerprint(b, r)
	}
}
