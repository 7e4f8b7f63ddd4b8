package sweep

import (
	"context"
	"testing"
	"time"

	"dpals/accounting"
	"dpals/engine"
)

// Ties of a selection are broken by coins alone: of runs that score the same each is published as often as any other,
// whether it came early or late, took long, has many steps or few, or what else its result says.
func TestTiesOfASelectionAreBrokenByCoins(t *testing.T) {
	const selections, runs = 1600, 16
	for name, score := range map[string]float64{"a score": 1.5, "no score: the noise has left none": 0} {
		t.Run(name, func(t *testing.T) {
			s, err := PrepareSelection(context.Background(), choices(), accounting.Fixed, runs, Environment{Load: load, Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			made := 0
			s.train = func(_ context.Context, _ engine.Problem, c engine.Config) (*engine.Result, error) {
				place := made % runs
				made++
				return &engine.Result{Method: c.Method, ValidRMSE: score, TrainRMSE: float64(runs - place), TestRMSE: float64(place),
					Elapsed: time.Duration(1+place) * time.Millisecond, Iterations: 1 + place}, nil
			}
			var places [runs]int
			for range selections {
				best, err := s.Run(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				places[int(best.Result.TestRMSE)]++
			}
			const expected = selections / runs
			square := 0.0
			for _, n := range places {
				square += float64((n-expected)*(n-expected)) / expected
			}
			// Of the χ² law with 15 degrees of freedom a ten-millionth lies beyond 61.
			if square > 61 {
				t.Errorf("of %d selections the runs in order were the best %v times: χ² is %.0f", selections, places, square)
			}
		})
	}
}
