package loaders

import (
	"bytes"
	"testing"
)

func BenchmarkRead(b *testing.B) {
	r := synth(b, "synth:skewed:ml-1m")
	for _, format := range []string{"ml-csv", "ml-100k", "ml-dat"} {
		var text bytes.Buffer
		if err := Write(&text, r, format); err != nil {
			b.Fatal(err)
		}
		for packing, content := range map[string]string{"plain": text.String(), "gzip": zipped(b, text.String()), "zstd": zstandard(b, text.String())} {
			b.Run(format+"/"+packing, func(b *testing.B) {
				b.SetBytes(int64(text.Len()))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := readBytes([]byte(content), Options{Format: format, Low: 0.5, High: 5}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkByItem(b *testing.B) {
	r := synth(b, "synth:skewed:ml-1m")
	b.ReportAllocs()
	for b.Loop() {
		transpose(r)
	}
}

func BenchmarkSplit(b *testing.B) {
	r := synth(b, "synth:skewed:ml-1m")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := SplitRatings(r, DefaultProtocol, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDescribe(b *testing.B) {
	r := synth(b, "synth:skewed:ml-1m")
	for b.Loop() {
		Describe(r)
	}
}

func BenchmarkSynthetic(b *testing.B) {
	for _, spec := range []string{"synth:skewed", "synth:skewed:ml-1m", "synth:lowrank"} {
		b.Run(spec, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Synthetic(spec, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
