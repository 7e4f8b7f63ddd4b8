package store

import (
	"math"
	"testing"

	"dpals/accounting"
)

// What a run was charged is a part of what it planned, up to all of it.
func TestChargedEpsilonOfAStoppedRun(t *testing.T) {
	plan, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, []accounting.Request{
		{Name: "counts", Kind: "counts", Claim: accounting.UserSum("docs/privacy/counts.md", accounting.RatedItems, accounting.L2), Sensitivity: 1, Weight: 1, Dimension: 1}, {Name: "sums", Kind: "sums", Claim: accounting.UserSum("docs/privacy/item-sums.md", accounting.Ratings, accounting.L2), Sensitivity: 1, Weight: 1, Dimension: 1}})
	if err != nil {
		t.Fatal(err)
	}
	d := Detail{Run: Run{Accountant: "exact", Epsilon: plan.Epsilon, Delta: 1e-5, Mu: plan.Mu}}
	if epsilon, err := d.Charged(); err != nil || epsilon != 0 {
		t.Errorf("without a release ε %v, %v", epsilon, err)
	}
	mu := 0.0
	for i, r := range plan.Releases {
		mu = accounting.Compose(mu, r.Mu)
		d.Releases = append(d.Releases, Release{Name: r.Name, Mu: r.Mu, SpentMu: mu})
		epsilon, err := d.Charged()
		if err != nil || !(epsilon > 0) || (i == 0) != (epsilon < 0.9) || math.Abs(epsilon-1) > 1e-9 && i == 1 {
			t.Errorf("after %d releases ε %v, %v", i+1, epsilon, err)
		}
	}
	local := Detail{Run: Run{Accountant: "pure", Epsilon: 2}, Releases: []Release{{Epsilon: 0.5}, {Epsilon: 0.25}}}
	if epsilon, err := local.Charged(); err != nil || epsilon < 0.75 || epsilon > 0.75+1e-12 {
		t.Errorf("two rounds are charged ε %v, %v", epsilon, err)
	}
}
