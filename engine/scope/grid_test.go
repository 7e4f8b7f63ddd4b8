package scope

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The ends of the scales in use are points of the grid, so that a range can be exactly theirs.
func TestGridContainsCommonScales(t *testing.T) {
	for _, v := range []float64{-10, -1, 0, 0.1, 0.5, 1, 2, 5, 6, 7, 10, 20, 50, 100, 1000} {
		a := atomOf(float32(v))
		if lowerEnd(a) != v || upperEnd(a) != v {
			t.Errorf("%g lies from %g to %g", v, lowerEnd(a), upperEnd(a))
		}
	}
}

// A rating lies in its atom, and higher ratings in no lower one.
func TestAtomsContainTheirRatings(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		scale := math.Pow(10, rapid.Float64Range(-5, 9).Draw(rt, "scale"))
		v := float32(scale * rapid.Float64Range(-1, 1).Draw(rt, "v"))
		a := atomOf(v)
		if float32(lowerEnd(a)) > v || float32(upperEnd(a)) < v {
			rt.Fatalf("%g lies in the atom from %g to %g", v, lowerEnd(a), upperEnd(a))
		}
		if w := math.Nextafter32(v, float32(math.Inf(1))); atomOf(w) < a {
			rt.Fatalf("%g has atom %d, %g has %d", v, a, w, atomOf(w))
		}
	})
	for _, v := range []float32{float32(math.Inf(1)), float32(math.Inf(-1)), math.MaxFloat32, float32(math.NaN())} {
		if a := atomOf(v); a < 0 || a >= atoms {
			t.Errorf("%g has atom %d of %d", v, a, atoms)
		}
	}
}

// Whatever the noise makes of the ends, they are a range, of points of the grid.
func TestEndsAreWidenedToARange(t *testing.T) {
	for _, low := range grid {
		for _, high := range []float64{low, grid[0], grid[len(grid)-1], 1} {
			if a, b := widened(low, high); !(a < b) || a > low && a > high || b < low && b < high {
				t.Errorf("%g, %g became %g, %g", low, high, a, b)
			}
		}
	}
}
