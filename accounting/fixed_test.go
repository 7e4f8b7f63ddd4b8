package accounting

import (
	"math"
	"testing"
)

func TestFixedNoise(t *testing.T) {
	request := func(name string, mu, weight float64) Request {
		return Request{Name: name, Kind: "x", Claim: UserSum("x.md", Ratings, L2), Sensitivity: 1, Dimension: 1, Grid: -20, Mu: mu, Weight: weight}
	}
	for name, c := range map[string]struct {
		requests []Request
		fixed    bool
	}{
		"all fixed":      {[]Request{request("a", 0.1, 0), request("b", 0.2, 0)}, true},
		"one calibrated": {[]Request{request("a", 0.1, 0), request("b", 0, 1)}, false},
		"all calibrated": {[]Request{request("a", 0, 2), request("b", 0, 1)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := NewPlan(Exact, 1, 1e-5, c.requests)
			if err != nil {
				t.Fatal(err)
			}
			if p.HasFixedNoise() != c.fixed {
				t.Errorf("fixed noise: %v", p.HasFixedNoise())
			}
		})
	}
	if (*Plan)(nil).HasFixedNoise() {
		t.Error("no plan has fixed noise")
	}
}

// A plan whose releases are all calibrated costs the target μ, but for roundings.
func TestPlanCostsTargetMu(t *testing.T) {
	for _, a := range Accountants() {
		p, err := NewPlan(a, 1, 1e-5, []Request{{Name: "x", Kind: "x", Claim: UserSum("x.md", Ratings, L2), Sensitivity: 1, Dimension: 1, Grid: -20, Weight: 1}})
		if err != nil {
			t.Fatal(err)
		}
		mu, err := TargetMu(a, 1, 1e-5)
		if err != nil || p.Mu > mu || p.Mu < mu*(1-1e-12) {
			t.Errorf("%s: a plan costs μ %g of %g: %v", a.Name(), p.Mu, mu, err)
		}
	}
	for _, target := range [][2]float64{{math.Inf(1), 1e-5}, {1, 1}, {-1, 1e-5}, {1, math.NaN()}} {
		if mu, err := TargetMu(Exact, target[0], target[1]); err == nil {
			t.Errorf("ε %g, δ %g: μ %g", target[0], target[1], mu)
		}
	}
}
