package als

import (
	"math"
	"testing"

	"dpals/engine/method"
	"dpals/loaders/synthetic"
)

// Exposure is what a fit's design adds up to by item: exactly where nothing is drawn, on average where k are.
func TestExposureIsWhatTrains(t *testing.T) {
	r, err := synthetic.Generate(t.Context(), "synth:skewed:n=200,m=80,per=20", 3)
	if err != nil {
		t.Fatal(err)
	}
	const margins = 1e-5 // weights are kept below their bounds by 2⁻¹⁹
	counts := Popularity(r)
	for name, c := range map[string]struct {
		config config
		draws  int     // of the design
		most   float64 // relative difference in any item's weight
	}{
		"all by weight":     {config{sampling: samplingWeights, beta: 1, weightExponent: -0.3}, 1, margins},
		"half the items":    {config{sampling: samplingWeights, beta: 0.5, weightExponent: -0.3}, 1, margins},
		"rarest by weight":  {config{sampling: samplingWeights, beta: 0.7, k: 5, weightExponent: -0.3}, 1, margins},
		"rarest":            {config{sampling: samplingAdaptive, beta: 0.7, k: 5}, 1, margins},
		"any":               {config{sampling: samplingUniform, beta: 0.7, k: 5}, 400, 0.2},
		"more than anybody": {config{sampling: samplingUniform, beta: 1, k: 1000}, 1, margins},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := c.config
			trained := frequent(counts, trainedItems(cfg, r.Items))
			sums, kept := make([]float64, r.Items), 0
			for draw := range c.draws {
				d, err := newDesign(t.Context(), cfg, &method.Task{Threads: 1, Seed: [32]byte{byte(draw), byte(draw >> 8)}}, r, 0, trained, counts)
				if err != nil {
					t.Fatal(err)
				}
				for j := range sums {
					users, _ := d.selected.Item(j)
					for _, i := range users {
						if trained[j] {
							sums[j] += d.omega(int(i), j) / float64(c.draws)
							kept++
						}
					}
				}
			}
			got, used := Exposure(r, counts, Samplings()[cfg.sampling], method.Settings{"k": float64(cfg.k), "beta": cfg.beta, "weight-exponent": cfg.weightExponent})
			if want := float64(kept) / float64(c.draws); math.Abs(used-want) > 1e-9 {
				t.Errorf("%g ratings are used, want %g", used, want)
			}
			for j := range sums {
				// A popular item's mean over the draws is known better than a rare one's.
				if d := math.Abs(got[j] - sums[j]); d > c.most*math.Max(sums[j], 1) {
					t.Errorf("item %d of count %g: %g, want %g", j, counts[j], got[j], sums[j])
				}
			}
		})
	}
}

func TestByPopularityBeginsWithWhatIsTrained(t *testing.T) {
	counts := []float64{1, 5, 5, 0, 2}
	order := ByPopularity(counts)
	for k, want := range []int{1, 2, 4, 0, 3} {
		if order[k] != want {
			t.Fatalf("the order is %v", order)
		}
	}
	n := Trained(method.Settings{"beta": 0.5}, len(counts))
	if n != 3 {
		t.Fatalf("%d items are trained, want the ceiling of 2.5", n)
	}
	for j, yes := range frequent(counts, n) {
		if yes != (j == 1 || j == 2 || j == 4) {
			t.Errorf("item %d is trained: %v", j, yes)
		}
	}
}
