package accounting

import "math"

// exact is δ(ε) = Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ).
//
// With t = ε/μ − μ/2 both terms have the factor φ(t), since e^ε·φ(t + μ) = φ(t), and Mills ratios remain:
//
//	δ = φ(t)·(M(t) − M(t + μ))            without e^ε, which would overflow
//	1 − δ = φ(t)·(M(−t) + M(t + μ))       for t < −1, a sum of positive terms
type exact struct{}

// logDelta returns ln δ at (μ, ε), rounded up by more than its error.
func (exact) logDelta(mu, epsilon float64) float64 {
	q := epsilon / mu
	if math.IsInf(q, 1) {
		return math.Inf(-1)
	}
	// Adding the remainder of the division restores digits that ε/μ loses; they matter when q and μ/2 nearly cancel.
	t := q - mu/2 + math.FMA(-q, mu, epsilon)/mu
	switch {
	case t < -30:
		return 0 // 1 − δ is below 10⁻¹⁹⁰, and its relative error would exceed the margin of the next case
	case t < -1:
		// Where δ is close to 1, ln δ ≈ −(1 − δ): the margin must be relative to 1 − δ, not to 1.
		complement := invSqrt2Pi * math.Exp(-t*t/2) * (mills(-t) + mills(t+mu))
		return math.Log1p(-complement * (1 - 0x1p-42))
	}
	return sumUp(-t*t/2, math.Log(invSqrt2Pi), logMillsDrop(t, mu), 0x1p-46)
}

func (c exact) delta(mu, epsilon float64) float64 { return fromLog(c.logDelta(mu, epsilon)) }

func (c exact) epsilon(mu, delta float64) float64 {
	target := logDown(delta)
	excess := func(epsilon float64) float64 { return c.logDelta(mu, epsilon) - target }
	if excess(0) <= 0 {
		return 0
	}
	high := mironov{}.epsilon(mu, delta) // an upper bound, since mironov is looser
	for !math.IsInf(high, 1) && excess(high) > 0 {
		high *= 2
	}
	if math.IsInf(high, 1) {
		return high
	}
	return narrow(excess, 0, high)
}

func (c exact) mu(epsilon, delta float64) float64 {
	target := logDown(delta)
	excess := func(mu float64) float64 { return c.logDelta(mu, epsilon) - target }
	low := mironov{}.mu(epsilon, delta) // a lower bound, since mironov is looser
	high := max(low, delta)
	for excess(high) <= 0 {
		low, high = high, 2*high
	}
	if low == 0 {
		// Close to ε = 0 the curve is at most δ = μ·φ(0).
		low = delta
	}
	return narrow(excess, high, low)
}
