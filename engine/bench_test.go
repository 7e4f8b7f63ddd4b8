package engine

import (
	"slices"
	"testing"
	"time"

	"dpals/engine/method"
)

// BenchmarkWholeRun is a run from its configuration to its result, the errors of every step included, on ratings that
// are loaded: what a person waits for after turning a knob. Runs with a ledger write to a new one, in the folder of
// temporary files. The median is the number to read: syncing to a disk takes what it takes.
func BenchmarkWholeRun(b *testing.B) {
	three := method.Settings{"rank": 16, "iterations": 3}
	for _, c := range []struct {
		name, data string
		config     Config
	}{
		{"ml-100k/dpals", "ml-100k", Config{Method: "dpals", Epsilon: 5, Settings: three}},
		{"ml-100k/dpals-eb", "ml-100k", Config{Epsilon: 5}},
		{"ml-100k/als", "ml-100k", Config{Method: "als", Settings: three}},
		{"ml-1m/dpals", "ml-1m", Config{Method: "dpals", Epsilon: 5, Settings: three}},
		{"ml-1m/dpals-eb", "ml-1m", Config{Epsilon: 5}},
		{"ml-1m/als", "ml-1m", Config{Method: "als", Settings: three}},
	} {
		for _, kept := range []bool{true, false} {
			name := c.name
			if kept {
				name += "/ledger"
			}
			b.Run(name, func(b *testing.B) {
				p := movielens(b, c.data)
				config := c.config
				if kept {
					p.Fingerprint = "a data set"
					config.Ledger = openLedger(b)
				}
				var took []time.Duration
				for b.Loop() {
					start := time.Now()
					result(b, p, config)
					took = append(took, time.Since(start))
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2])/1e6, "median-ms")
				b.ReportMetric(float64(took[0])/1e6, "least-ms")
			})
		}
	}
}
