package accounting

import (
	"math"
	"testing"
)

// FuzzSelection takes any numbers: no panic, nothing negative or NaN, never less than a run costs where there is at
// least one on average, and never less than a selection by the value of one Gaussian number really loses.
func FuzzSelection(f *testing.F) {
	for i, seed := range [][4]float64{
		{10, 0.25, 1e-5, 1}, {1, 1, 1e-5, 1}, {2, 1e-6, 1e-300, 1e-9}, {10_000, 1e3, 0.999, 6e5}, {0, 0, 0, 0},
		{math.NaN(), math.NaN(), -1, math.Inf(1)}, {5e-324, 5e-324, 5e-324, 5e-324}, {0.1, 1, 0.2, 0.5},
		{1 + 0x1p-52, math.MaxFloat64, math.SmallestNonzeroFloat64, math.MaxFloat64}, {50, 1e-3, 1 - 0x1p-53, 0},
		{3, 2, 1e-60, 40}, {7777.5, 30, 1e-9, 0.1},
	} {
		f.Add(byte(i), seed[0], seed[1], seed[2], seed[3])
	}
	f.Fuzz(func(t *testing.T, which byte, mean, mu, delta, epsilon float64) {
		law := Laws()[int(which)%len(Laws())]
		s, err := NewSelection(law, mean)
		legal := mean > 0 && mean <= MaxRuns && (law == Poisson || mean >= 1) && (law != Fixed || mean == math.Trunc(mean))
		if (err == nil) != legal {
			t.Fatalf("%s of mean %g: %v", law, mean, err)
		}
		if err != nil {
			return
		}
		e, errE := s.Epsilon(mu, delta)
		m, errM := s.Mu(epsilon, delta)
		d, errD := s.Delta(mu, epsilon)
		if !(e >= 0) || !(m >= 0) || !(d >= 0 && d <= 1) {
			t.Fatalf("%s of mean %g at μ %g, δ %g, ε %g: ε %g, μ %g, δ %g", law, mean, mu, delta, epsilon, e, m, d)
		}
		runE, errRunE := Exact.Epsilon(mu, delta)
		runM, errRunM := Exact.Mu(epsilon, delta)
		runD, errRunD := Exact.Delta(mu, epsilon)
		if (errE == nil) != (errRunE == nil) || (errM == nil) != (errRunM == nil) || (errD == nil) != (errRunD == nil) {
			t.Fatalf("%s of mean %g at μ %g, δ %g, ε %g: %v, %v, %v", law, mean, mu, delta, epsilon, errE, errM, errD)
		}
		if mean >= 1 && (e < runE || m > runM || d < runD) {
			t.Fatalf("%s of mean %g at μ %g, δ %g, ε %g: ε %.17g, μ %.17g, δ %.17g is better than a run's %.17g, %.17g, %.17g",
				law, mean, mu, delta, epsilon, e, m, d, runE, runM, runD)
		}
		if errE == nil && e < math.MaxFloat64 && delta > 0 {
			lost(t, law, mean, mu, e, delta)
		}
		if errM == nil && delta > 0 {
			lost(t, law, mean, m, epsilon, delta)
		}
		if errD == nil {
			lost(t, law, mean, mu, epsilon, d)
		}
	})
}

// lost fails if the selection by value has more than δ at ε, in the range where that can be integrated.
func lost(t *testing.T, law Law, mean, mu, epsilon, delta float64) {
	if !(mu >= 1e-3 && mu <= 8 && epsilon <= 20) {
		return
	}
	const cells = 200
	for _, falling := range []bool{false, true} {
		real := truth(law, mean, mu, epsilon, []piece{{-12, 12 + mu, falling}}, cells)
		if real > delta+rounding(mean, epsilon, cells) {
			t.Fatalf("%s of mean %g: δ(μ = %g, ε = %g) is %g by value, and %g is claimed", law, mean, mu, epsilon, real, delta)
		}
	}
}
