package release

import (
	"math"
	"testing"

	"dpals/engine/estimate"
	"dpals/engine/method"
	"dpals/loaders/synthetic"
)

// Item weights are what a design adds up to by item: exactly where nothing is drawn, on average where k are.
func TestItemWeightsAreThoseOfDesigns(t *testing.T) {
	r, err := synthetic.Generate(t.Context(), "synth:skewed:n=200,m=80,per=20", 3)
	if err != nil {
		t.Fatal(err)
	}
	const margins = 1e-5 // weights are kept below their bounds by 2⁻¹⁹
	counts := ExactCounts(r)
	for name, c := range map[string]struct {
		selection Selection
		draws     int     // of the design
		most      float64 // relative difference in any item's weight
	}{
		"all by weight":          {Selection{Sampling: ByWeight, Beta: 1, WeightExponent: -0.3}, 1, margins},
		"half the items":         {Selection{Sampling: ByWeight, Beta: 0.5, WeightExponent: -0.3}, 1, margins},
		"rarest by weight":       {Selection{Sampling: ByWeight, Beta: 0.7, K: 5, WeightExponent: -0.3}, 1, margins},
		"rarest":                 {Selection{Sampling: Adaptive, Beta: 0.7, K: 5}, 1, margins},
		"any":                    {Selection{Sampling: Uniform, Beta: 0.7, K: 5}, 400, 0.2},
		"more than any user has": {Selection{Sampling: Uniform, Beta: 1, K: 1000}, 1, margins},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.selection
			trained := estimate.Marked(estimate.MostCounted(counts, s.Trained(r.Items)), r.Items)
			sums, kept := make([]float64, r.Items), 0
			for draw := range c.draws {
				d, err := NewDesign(t.Context(), s, &method.Task{Threads: 1, Seed: [32]byte{byte(draw), byte(draw >> 8)}}, r, 0, trained, counts)
				if err != nil {
					t.Fatal(err)
				}
				for j := range sums {
					users, _ := d.Selected.Item(j)
					for _, i := range users {
						if trained[j] {
							sums[j] += d.Omega(int(i), j) / float64(c.draws)
							kept++
						}
					}
				}
			}
			got, used := s.ItemWeights(r, counts)
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

func TestTrainedIsTheCeilingOfBeta(t *testing.T) {
	if n := (Selection{Beta: 0.5}).Trained(5); n != 3 {
		t.Fatalf("%d items are trained, want the ceiling of 2.5", n)
	}
}

// The settings that the screen of the ratings shows are those that a fit reads.
func TestSelectionOfSettings(t *testing.T) {
	got := SelectionOf(method.Settings{"k": 7, "beta": 0.25, "weight-exponent": -0.5}, Adaptive)
	if want := (Selection{K: 7, Beta: 0.25, WeightExponent: -0.5, Sampling: Adaptive}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
