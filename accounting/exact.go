package accounting

import "math"

// exact is δ(ε) = Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ).
//
// With t = ε/μ − μ/2 both terms have the factor φ(t), since e^ε·φ(t + μ) = φ(t), and Mills ratios remain:
//
//	δ = φ(t)·(M(t) − M(t + μ))            there is no e^ε left to overflow
//	1 − δ = φ(t)·(M(−t) + M(t + μ))       for t < −1, a sum of positive terms
type exact struct{}

// logDelta returns ln δ at (μ, ε), rounded up by more than its error.
func (exact) logDelta(mu, epsilon float64) float64 {
	q := epsilon / mu
	if math.IsInf(q, 1) {
		return math.Inf(-1)
	}
	// The remainder of the division restores the digits that ε/μ loses and a difference of near equals would show.
	t := q - mu/2 + math.FMA(-q, mu, epsilon)/mu
	switch {
	case t < -30:
		return 0 // 1 − δ is below 10⁻¹⁹⁰, and its relative error above the margin of the next case
	case t < -1:
		// Where δ is next to 1, ln δ is as small as 1 − δ: the margin has to be a part of that, not of 1.
		rest := invSqrt2Pi * math.Exp(-t*t/2) * (mills(-t) + mills(t+mu))
		return math.Log1p(-rest * (1 - 0x1p-42))
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
	high := mironov{}.epsilon(mu, delta) // proves more than is true, so it lies above
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
	low := mironov{}.mu(epsilon, delta) // calibrates to more noise than needed, so it lies below
	high := max(low, delta)
	for excess(high) <= 0 {
		low, high = high, 2*high
	}
	if low == 0 {
		// Close to ε = 0 the curve is δ = μ·φ(0) at most.
		low = delta
	}
	return narrow(excess, high, low)
}
