package accounting

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// Beside a Gaussian number of ν, nothing that selects by the value of one Gaussian number is told apart better: its
// trade-off is computed from the law of the best value.
func TestSelectionIsDominated(t *testing.T) {
	for _, law := range []Law{Logarithmic, Geometric, Poisson} {
		for _, mean := range []float64{1.5, 10, 60} {
			for _, mu := range []float64{0.02, 0.25, 1.5} {
				if law == Poisson && mean == 60 {
					continue // costs more than publishing them all, and takes long
				}
				t.Run(fmt.Sprintf("%s %g, %g", law, mean, mu), func(t *testing.T) {
					t.Parallel()
					dominated(t, selection(t, law, mean), mu)
				})
			}
		}
	}
}

func dominated(t *testing.T, s *Selection, mu float64) {
	nu, err := s.EquivalentMu(mu)
	if err != nil || !(nu > mu) || math.IsInf(nu, 1) {
		t.Fatalf("ν = %g: %v", nu, err)
	}
	// Best of K values of N(±μ/2, 1): above a threshold x, less than from nothing at all where K may be 0.
	for x := -4.0; x < 6; x += 0.25 {
		alpha, power := beyond(s, x+mu/2), beyond(s, x-mu/2)
		if alpha < 1e-12 || power > 1-1e-12 {
			continue
		}
		if most := normalCDF(nu + distuv.UnitNormal.Quantile(alpha)); power > most+1e-9 {
			t.Fatalf("at a false alarm of %g the selection is found with %g, and ν = %g allows %g", alpha, power, nu, most)
		}
	}
	// The tail is where the curve that is claimed for the selection alone is the better one.
	for k := range 10 {
		epsilon := nu * (nu + 4 + 2*float64(k))
		d, err := s.Delta(mu, epsilon)
		if err != nil {
			t.Fatal(err)
		}
		if e, err := Exact.Delta(nu, epsilon); err != nil || d > e {
			t.Fatalf("δ is %g at ε %g, and ν = %g has %g: %v", d, epsilon, nu, e, err)
		}
	}
}

// beyond is the chance that the best of K standard normal values exceeds x.
func beyond(s *Selection, x float64) float64 {
	below, left := 0.0, 1.0
	for k := 0; left > 1e-14 && k < 1_000_000; k++ {
		m := s.runs.mass(k)
		below, left = below+m*math.Pow(normalCDF(x), float64(k)), left-m
	}
	return 1 - below
}

// What other runs are composed with grows slowly with the number of runs that are chosen from: from some number on it
// is less than publishing them all, and what the selection costs alone is never more.
func TestEquivalentMuIsLessThanComposition(t *testing.T) {
	for name, c := range map[string]struct {
		law      Law
		mean, mu float64
		most     float64 // over √mean·μ
	}{
		"logarithmic":           {Logarithmic, 10, 0.25, 1.4},
		"logarithmic, more":     {Logarithmic, 100, 0.25, 0.7},
		"geometric, many":       {Geometric, 1000, 0.25, 0.3},
		"geometric, many dear":  {Geometric, 1000, 1, 0.3},
		"logarithmic, many few": {Logarithmic, 1000, 0.01, 0.3},
	} {
		t.Run(name, func(t *testing.T) {
			s := selection(t, c.law, c.mean)
			nu, err := s.EquivalentMu(c.mu)
			if err != nil || !(nu < c.most*math.Sqrt(c.mean)*c.mu) {
				t.Errorf("ν = %g, and all of them cost %g: %v", nu, math.Sqrt(c.mean)*c.mu, err)
			}
			t.Logf("ν %g, all %g", nu, math.Sqrt(c.mean)*c.mu)
			alone, err := s.Epsilon(c.mu, 1e-5)
			if err != nil {
				t.Fatal(err)
			}
			if beside, err := Exact.Epsilon(nu, 1e-5); err != nil || beside < alone {
				t.Errorf("ε %g beside others is less than ε %g alone: %v", beside, alone, err)
			}
		})
	}
}

func TestEquivalentMuEdges(t *testing.T) {
	for name, c := range map[string]struct {
		law            Law
		mean, mu, want float64
	}{
		"nothing":     {Geometric, 10, 0, 0},
		"one run":     {Geometric, 1, 0.5, 0.5},
		"fixed":       {Fixed, 9, 0.5, 1.5}, // √9 runs, all of them published
		"no privacy":  {Geometric, 10, math.Inf(1), math.Inf(1)},
		"told apart":  {Poisson, 10, 1e6, math.Inf(1)},
		"one, fixed":  {Fixed, 1, 0.5, 0.5},
		"logarithmic": {Logarithmic, 1, 2, 2},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := selection(t, c.law, c.mean).EquivalentMu(c.mu); err != nil || !near(got, c.want, 1e-12) && got != c.want {
				t.Errorf("ν = %g, want %g: %v", got, c.want, err)
			}
		})
	}
	for _, mu := range []float64{-1, math.NaN()} {
		if _, err := selection(t, Geometric, 2).EquivalentMu(mu); err == nil {
			t.Errorf("μ = %g has a ν", mu)
		}
	}
}
