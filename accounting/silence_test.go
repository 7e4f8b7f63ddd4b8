package accounting

import (
	"math"
	"testing"

	"dpals/accounting/noise"
)

// A meter's refusals are shown and kept like any other, so they tell nothing of what was to be summed: for values that
// are wrong in the same way they are the same text.
func TestErrorsHoldNoPrivateValues(t *testing.T) {
	for name, pair := range map[string][2]float64{
		"off the grid": {math.Ldexp(1, -11), 123456 + math.Ldexp(3, -12)},
		"too large":    {math.Ldexp(1, 44), -math.Ldexp(5, 60)},
		"not finite":   {math.NaN(), math.Inf(1)},
	} {
		t.Run(name, func(t *testing.T) {
			var said [2]string
			for i, v := range pair {
				m := NewMeter(plan(t, request("a")), noise.Seeded(1), nil)
				vector := []float64{float64(1 + 2*i), 0, 0, v, float64(8 * i), 0}
				err := m.Release("a", vector)
				if err == nil {
					t.Fatalf("%g is released", v)
				}
				said[i] = err.Error()
			}
			if said[0] != said[1] {
				t.Errorf("%q and %q: the difference tells of the sums", said[0], said[1])
			}
		})
	}
}
