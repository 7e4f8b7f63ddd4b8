//go:build unix

package tui_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"dpals/engine"
	"dpals/loaders"
	"dpals/loaders/sources"
)

// largeProblem returns ML-1M where its file exists, and otherwise synthetic ratings of its size.
func largeProblem(ctx context.Context) (engine.Problem, error) {
	var r *loaders.Ratings
	var err error
	for _, source := range []string{"../../shared/data/ml-1m", "synth:skewed:ml-1m"} {
		if r, err = sources.Open(ctx, source, sources.Options{}); err == nil {
			break
		}
	}
	if err != nil {
		return engine.Problem{}, err
	}
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	return engine.Problem{Name: r.Origin.Source, Split: split}, err
}

// BenchmarkKeyToFrame is the time from a key to the frame that answers it, through a pseudo-terminal, while every core
// trains. Its percentiles are in milliseconds. Run it with -benchtime 2000x.
func BenchmarkKeyToFrame(b *testing.B) {
	v := openTerminal(b, modeBusy)
	v.Sees("iteration 1 of", "training the first iteration")
	var took []float64
	down := false
	for b.Loop() {
		key, row := "\x1b[B", 3 // ε is in row 2, its words in row 3
		if down {
			key, row = "\x1b[A", 2
		}
		down = !down
		if down {
			row = 4
		}
		began := time.Now()
		v.Types(key)
		v.Until("an answer", func(screen string) bool {
			lines := strings.SplitN(screen, "\n", row+2)
			return len(lines) > row && strings.HasPrefix(lines[row], "│▸")
		})
		took = append(took, float64(time.Since(began).Microseconds())/1000)
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "p50-ms")
	b.ReportMetric(took[len(took)*99/100], "p99-ms")
	b.ReportMetric(took[len(took)-1], "max-ms")
}
