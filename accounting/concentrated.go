package accounting

import "math"

// The two curves below use only that the mechanism is ρ-zCDP with ρ = μ²/2: its Rényi divergence of order α is at most
// ρα. They need a few per cent more σ than the exact curve.

// mironov is ε = ρ + 2√(ρ ln(1/δ)).
type mironov struct{}

func (mironov) epsilon(mu, delta float64) float64 {
	return (mu*mu/2 + mu*math.Sqrt(-2*ln(delta))) * (1 + 0x1p-49)
}

func (mironov) mu(epsilon, delta float64) float64 {
	l := -ln(delta)
	// √ρ = √(l + ε) − √l, written without the cancellation.
	return math.Sqrt2 * (epsilon / (math.Sqrt(l+epsilon) + math.Sqrt(l))) * (1 - 0x1p-47)
}

func (mironov) delta(mu, epsilon float64) float64 {
	t := epsilon/mu*(1-0x1p-50) - mu/2
	if t <= 0 {
		return 1
	}
	return fromLog(-t * t / 2)
}

// cks is ε = min over α > 1 of ρα + ln(1 − 1/α) − ln(δα)/(α − 1).
type cks struct{}

func (cks) epsilon(mu, delta float64) float64 {
	rho, l := mu*mu/2, -ln(delta)
	return max(0, minimum(func(x float64) float64 {
		a := math.Exp(x) // α − 1
		return sumUp(rho*(1+a), -math.Log1p(1/a), l/a, -math.Log1p(a)/a)
	}))
}

func (c cks) mu(epsilon, delta float64) float64 {
	excess := func(mu float64) float64 { return c.epsilon(mu, delta) - epsilon }
	low := mironov{}.mu(epsilon, delta) // mironov asks for more noise than needed, so its μ is smaller
	high := max(low, delta)
	for excess(high) <= 0 {
		low, high = high, 2*high
	}
	return narrow(excess, high, low)
}

func (cks) delta(mu, epsilon float64) float64 {
	rho := mu * mu / 2
	return fromLog(minimum(func(x float64) float64 {
		a := math.Exp(x)
		return sumUp(a*rho*(1+a), -a*epsilon, -a*math.Log1p(1/a), -math.Log1p(a))
	}))
}

// minimum returns the least value found of a function of x = ln(α − 1) that falls and then rises. Every α gives a valid
// bound, so an imprecise minimum loses tightness and never privacy.
func minimum(f func(float64) float64) float64 {
	const reach, golden = 60, 0.6180339887498949
	best, low := f(-reach), -reach-1.0
	for x := -reach + 1.0; x <= reach; x++ {
		if fx := f(x); fx < best {
			best, low = fx, x-1
		}
	}
	high := low + 2
	for range 40 {
		a, b := high-golden*(high-low), low+golden*(high-low)
		fa, fb := f(a), f(b)
		best = min(best, fa, fb)
		if fa < fb {
			high = b
		} else {
			low = a
		}
	}
	return best
}
