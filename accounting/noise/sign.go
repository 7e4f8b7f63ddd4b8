package noise

import (
	"fmt"
	"math"
)

// MinPure is the least pure ε that a randomiser of this package is made for: below, integer probabilities would be
// noticeably more private than asked for.
const MinPure = 0x1p-40

// lean returns ⌊2⁶³·tanh(ε/2)⌋ or a little less, for ε ≥ MinPure: what a coin of pure ε may lean to one side, in units
// of 2⁻⁶⁴. With h of it the probabilities of the two answers are ½ ± h·2⁻⁶⁴, and their ratio
//
//	(2⁶³ + h)/(2⁶³ − h) ≤ (1 + tanh(ε/2))/(1 − tanh(ε/2)) = e^ε.
func lean(epsilon float64) int64 {
	fall := -math.Expm1(-epsilon) // 1 − e^−ε
	return int64(0x1p63 * (fall / (2 - fall)) * (1 - 0x1p-48))
}

// Sign is the law of a randomised sign: +1 with probability ½ + x·h·2⁻⁶⁴ for a number x in [−1, 1], else −1. It tells
// any two x apart by at most the ε it was made for, exactly: probabilities are integers over 2⁶⁴. A value without
// state, safe for concurrent use; its zero value ignores x.
type Sign struct{ lean int64 }

// NewSign returns the law of pure ε ≥ MinPure. From ε = 34 on it is a little more private than that.
func NewSign(epsilon float64) (Sign, error) {
	if !(epsilon >= MinPure) {
		return Sign{}, tooPrivate(epsilon)
	}
	return Sign{lean(epsilon)}, nil
}

func tooPrivate(epsilon float64) error {
	return fmt.Errorf("ε = %.3g is too little for one of its answers, which takes at least %.3g", epsilon, MinPure)
}

// Scale is what a sign is multiplied by to be an unbiased estimate of x: (E + 1)/(E − 1), E being the e^ε that the
// probabilities in use stand for.
func (s Sign) Scale() float64 { return 0x1p63 / float64(s.lean) }

// Sample draws the sign of x. What is outside [−1, 1] counts as the end it passed, and NaN as 0.
func (s Sign) Sample(x float64, c *Coins) float64 {
	if c.word() < s.threshold(x) {
		return 1
	}
	return -1
}

// threshold is P(+1) in units of 2⁻⁶⁴: 2⁶³ + h·x, within h of 2⁶³ whatever x is.
func (s Sign) threshold(x float64) uint64 {
	var v int64
	switch {
	case x >= 1:
		v = s.lean
	case x <= -1:
		v = -s.lean
	case x == x:
		v = min(max(int64(x*float64(s.lean)), -s.lean), s.lean)
	}
	return 1<<63 + uint64(v)
}

// Loss is ln P(said | a)/P(said | b), what hearing a sign tells of a against b.
func (s Sign) Loss(a, b, said []float64) float64 {
	p, q := s.threshold(a[0]), s.threshold(b[0])
	if said[0] < 0 {
		p, q = -p, -q // 2⁶⁴ less it: a threshold is neither 0 nor 2⁶⁴
	}
	return ratio(p, q)
}

// WorstLoss is the largest Loss of anything that can be said.
func (s Sign) WorstLoss(a, b []float64) float64 {
	return max(s.Loss(a, b, []float64{1}), s.Loss(a, b, []float64{-1}))
}

// Statistic is how far what was said is from its mean, towards x, and its variance.
func (s Sign) Statistic(exact, said []float64) (off, variance float64) {
	p := float64(s.threshold(exact[0])) * 0x1p-64
	return math.Copysign(1, exact[0]) * (said[0] - (2*p - 1)), 4 * p * (1 - p)
}

// ratio is ln(p/q) for positive integers; their difference is exact even where their logarithms are nearly the same.
func ratio(p, q uint64) float64 {
	if p >= q {
		return math.Log1p(float64(p-q) / float64(q))
	}
	return -ratio(q, p)
}
