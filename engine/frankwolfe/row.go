package frankwolfe

import (
	"math"

	"dpals/engine/kernel"
)

// term is what an iteration shares: the item side is a column of the model's v.
type term struct {
	keep float64 // 1 − η
	gain float64 // η·κ/λ̂
}

// rowState is the local side of the method for one user: y are their ratings less their level, x their row of the iterate
// on the items they rated. An iteration with term (keep, gain, v) is, for the residual row a = x − y on their items,
//
//	x ← keep·x − g·(a·v)·v,    g = min(gain·fraction, 1/‖v‖²) with v on their items
//
// and everything in it but the term is the user's own. The gain is that of users with at most ξ ratings; with more, the
// fraction ξ/c is what a random choice of ξ among them would give on average.
type rowState struct{ y, x []float32 }

// fractionOf returns the fraction of so many ratings that enter the covariance, where at most k (0: all) do.
func fractionOf(ratings, k int) float64 {
	if k == 0 || ratings <= k {
		return 1
	}
	return float64(k) / float64(ratings)
}

// apply makes the iteration of a term. v holds the term's item side on the user's items. It returns the coefficient of v in
// the user's row.
func (s rowState) apply(t term, v []float32, fraction float64, damped bool) float64 {
	x, y := s.x[:len(v)], s.y[:len(v)]
	along, square := 0.0, 0.0
	for n, d := range v {
		along += float64(x[n]-y[n]) * float64(d)
		square += float64(d) * float64(d)
	}
	gain := t.gain * fraction
	// One step along v is exact at 1/‖v‖²; a longer one would overshoot.
	if damped && gain*square > 1 {
		gain = 1 / square
	}
	c := -gain * along
	keep, add := float32(t.keep), float32(c)
	for n, d := range v {
		x[n] = keep*x[n] + add*d
	}
	return c
}

// shrink scales x to norm at most bound and returns the factor.
func shrink(x []float32, bound float64) float64 {
	norm := kernel.Norm(x)
	if norm <= bound {
		return 1
	}
	f := bound / norm
	if math.IsNaN(f) || math.IsInf(norm, 0) {
		f = 0
	}
	for n := range x {
		x[n] = float32(float64(x[n]) * f)
	}
	return f
}
