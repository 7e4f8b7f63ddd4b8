package synthetic

import (
	"testing"
)

func BenchmarkGenerate(b *testing.B) {
	for _, spec := range []string{"synth:skewed", "synth:skewed:ml-1m", "synth:lowrank"} {
		b.Run(spec, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Generate(b.Context(), spec, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
