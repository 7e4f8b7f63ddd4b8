package engine

import (
	"math"
	"testing"
)

// An error whose noise may be all of it is lost, as is one whose square was cut off at 0.
func TestLostInNoise(t *testing.T) {
	for _, c := range []struct {
		rmse, deviation float64
		lost            bool
	}{{0, 1.68, true}, {12.17, 2.15, true}, {0.98, 0.03, false}, {0.98, 0.1, false}, {0.98, 0.2, true}, {1, 0, false}, {math.NaN(), 1, true}} {
		if got := LostInNoise(c.rmse, c.deviation); got != c.lost {
			t.Errorf("%g ± %g: lost %v", c.rmse, c.deviation, got)
		}
	}
}
