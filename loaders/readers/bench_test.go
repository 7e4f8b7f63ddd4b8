package readers_test

import (
	"bytes"
	"testing"

	"dpals/internal/ratingstest"
	"dpals/loaders/readers"
	"dpals/loaders/synthetic"
	"dpals/loaders/writers"
)

func BenchmarkRead(b *testing.B) {
	r, err := synthetic.Generate(b.Context(), "synth:skewed:ml-1m", 1)
	if err != nil {
		b.Fatal(err)
	}
	for _, format := range []string{"ml-csv", "ml-100k", "ml-dat"} {
		var text bytes.Buffer
		if err := writers.Write(&text, r, format); err != nil {
			b.Fatal(err)
		}
		for packing, content := range map[string]string{"plain": text.String(), "gzip": ratingstest.Gzip(b, text.String()), "zstd": ratingstest.Zstd(b, text.String())} {
			b.Run(format+"/"+packing, func(b *testing.B) {
				b.SetBytes(int64(text.Len()))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := readers.ReadBytes([]byte(content), readers.Options{Format: format, Low: 0.5, High: 5}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
