package accounting

import (
	"math"
	"strconv"
	"testing"
)

// The configurations of [DPALS] Table 4: all have k = 50, T = 2 and δ = 1e-5.
func TestDPALSTable4(t *testing.T) {
	for name, c := range map[string]struct {
		gram, rhs, pre float64
		published      string // as printed there
	}{
		"ML-10M, ε = 1":  {125.9, 63.0, 100, "1.00"},
		"ML-10M, ε = 5":  {27.8, 13.9, 20, "5.01"},
		"ML-10M, ε = 10": {15.5, 7.7, 10, "10.04"},
		"ML-10M, ε = 20": {7.5, 3.8, 10, "19.82"},
	} {
		t.Run(name, func(t *testing.T) {
			n := DPALSNoise{K: 50, Iterations: 2, Gram: c.gram, RHS: c.rhs, Pre: c.pre}
			published := DPALSPublished(n)
			if got := hundredths(must(Mironov.Epsilon(published, 1e-5))); got != c.published {
				t.Errorf("published ε = %s, want %s", got, c.published)
			}
			if corrected := DPALSCorrected(n); corrected <= published {
				t.Errorf("the corrected μ = %g is not above the published %g", corrected, published)
			}
		})
	}
}

func TestDPALSCorrected(t *testing.T) {
	mu := DPALSCorrected(DPALSNoise{K: 50, Iterations: 2, Gram: 15.5, RHS: 7.7, Pre: 10})
	// μ² = 2·50·(1/15.5² + 1/7.7²) + 4·50/10²
	if want := math.Sqrt(100*(1/(15.5*15.5)+1/(7.7*7.7)) + 2); !near(mu, want, 1e-14) {
		t.Errorf("μ = %.15g, want %.15g", mu, want)
	}
	if got := hundredths(must(Mironov.Epsilon(mu, 1e-5))); got != "11.77" {
		t.Errorf("ε by mironov = %s, want 11.77", got)
	}
	// 10.154923032371832 by mpmath.
	if got := must(Exact.Epsilon(mu, 1e-5)); !near(got, 10.154923032371832, 1e-11) {
		t.Errorf("exact ε = %.15g", got)
	}
}

func hundredths(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
