package accounting

import (
	"math"
	"testing"
)

// One repeat more than MaxRepeats leaves no δ, and MaxRepeats leaves some.
func TestMaxRepeatsLeavesDelta(t *testing.T) {
	for name, c := range map[string]struct {
		failure float64
		want    int
	}{
		"more than a tenth": {1.1e-6, 9}, "a third": {3e-6, 3}, "nothing fails": {0, math.MaxInt},
	} {
		t.Run(name, func(t *testing.T) {
			p := &Plan{Delta: 1e-5, FailureProbability: c.failure}
			if got := p.MaxRepeats(); got != c.want {
				t.Fatalf("%d repeats, want %d", got, c.want)
			}
			if left := 1e-5 - float64(c.want)*c.failure; c.failure > 0 && (left <= 0 || left-c.failure > 1e-20) {
				t.Errorf("δ %g is left after %d repeats", left, c.want)
			}
		})
	}
}

// Noise as EqualSigma states it costs no more than the target.
func TestEqualSigmaKeepsTheTarget(t *testing.T) {
	for _, count := range []int{1, 2, 10, 1000} {
		sigma, total := EqualSigma(0.3, 2, count), 0.0
		for range count {
			total = math.Hypot(total, 2/sigma)
		}
		if total > 0.3 || total < 0.3*(1-1e-12) {
			t.Errorf("%d releases cost μ %v", count, total)
		}
	}
}
