package accounting

import (
	"math"
	"strings"
	"testing"
)

// Where the cut of the sampler's tails could be noticed, no plan is made.
func TestPlansBeyondTheSamplersReachAreRefused(t *testing.T) {
	request := func(n int) []Request {
		return []Request{{Name: "sum", Claim: UserSum("proof.md", Ratings, L2), Sensitivity: 1, Weight: 1, Dimension: n, Grid: -20}}
	}
	for _, c := range []struct {
		name           string
		epsilon, delta float64
		coordinates    int
		ok             bool
	}{
		{"ordinary", 1, 1e-5, 1 << 20, true},
		{"large ε", 150, 1e-5, 1 << 20, true},
		{"too large ε", 1000, 1e-5, 1, false},
		{"small δ", 1, 1e-100, 1 << 20, true},
		{"too small δ", 1, 1e-200, 1 << 20, false},
		{"δ close to 1", 1, 1 - 1e-9, 1 << 20, true},
		{"δ too close to 1", 1, math.Nextafter(1, 0), 1, false},
		{"both", 384, 1e-20, 1, false},
		{"many coordinates", 210, 1e-5, 1 << 40, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := NewPlan(Exact, c.epsilon, c.delta, request(c.coordinates))
			if (err == nil) != c.ok || err != nil && !strings.Contains(err.Error(), "out of reach") {
				t.Fatal(err)
			}
		})
	}
}
