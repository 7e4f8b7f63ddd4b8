package noise

import (
	"fmt"
	"math"
)

// MinPure is the least pure ε of a randomiser of this package. Below it, the rounding of probabilities to integers would be
// noticeable.
const MinPure = 0x1p-40

// maxBias returns ⌊2⁶³·tanh(ε/2)⌋ or a little less, for ε ≥ MinPure: the largest bias of a coin of pure ε, in units of
// 2⁻⁶⁴. With bias h the probabilities of the two answers are ½ ± h·2⁻⁶⁴, and their ratio is
//
//	(2⁶³ + h)/(2⁶³ − h) ≤ (1 + tanh(ε/2))/(1 − tanh(ε/2)) = e^ε.
func maxBias(epsilon float64) int64 {
	fall := -math.Expm1(-epsilon) // 1 − e^−ε
	return int64(0x1p63 * (fall / (2 - fall)) * (1 - 0x1p-48))
}

// Sign is a randomised sign: +1 with probability ½ + x·h·2⁻⁶⁴ for a number x in [−1, 1], otherwise −1. It has pure ε
// exactly, because its probabilities are integers over 2⁶⁴. It is a value without state, safe for concurrent use; the zero
// value ignores x.
type Sign struct{ lean int64 }

// NewSign returns the randomised sign of pure ε ≥ MinPure. From ε = 34 on it is slightly more private than that.
func NewSign(epsilon float64) (Sign, error) {
	if !(epsilon >= MinPure) {
		return Sign{}, tooPrivate(epsilon)
	}
	return Sign{maxBias(epsilon)}, nil
}

func tooPrivate(epsilon float64) error {
	return fmt.Errorf("ε = %.3g of one answer is too small: it must be at least %.3g", epsilon, MinPure)
}

// Scale returns the factor that makes a sign an unbiased estimate of x: (E + 1)/(E − 1), with E = e^ε of the probabilities in
// use.
func (s Sign) Scale() float64 { return 0x1p63 / float64(s.lean) }

// Sample returns a random sign of x. x is clipped to [−1, 1]; NaN counts as 0.
func (s Sign) Sample(x float64, c *Coins) float64 {
	if c.word() < s.threshold(x) {
		return 1
	}
	return -1
}

// threshold returns P(+1) in units of 2⁻⁶⁴: 2⁶³ + h·x, within h of 2⁶³ for every x.
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

// Loss returns the privacy loss ln P(reported | a)/P(reported | b) of a sign.
func (s Sign) Loss(a, b, reported []float64) float64 {
	p, q := s.threshold(a[0]), s.threshold(b[0])
	if reported[0] < 0 {
		p, q = -p, -q // 2⁶⁴ less the threshold, which is neither 0 nor 2⁶⁴
	}
	return ratio(p, q)
}

// WorstLoss returns the largest Loss of any report.
func (s Sign) WorstLoss(a, b []float64) float64 {
	return max(s.Loss(a, b, []float64{1}), s.Loss(a, b, []float64{-1}))
}

// Statistic returns the reported sign less its mean, times the sign of x, and its variance.
func (s Sign) Statistic(exact, reported []float64) (statistic, variance float64) {
	p := float64(s.threshold(exact[0])) * 0x1p-64
	return math.Copysign(1, exact[0]) * (reported[0] - (2*p - 1)), 4 * p * (1 - p)
}

// ratio returns ln(p/q) for positive integers, accurate even where p and q are nearly equal.
func ratio(p, q uint64) float64 {
	if p >= q {
		return math.Log1p(float64(p-q) / float64(q))
	}
	return -ratio(q, p)
}
