package accounting

import "math"

const invSqrt2Pi = 0.39894228040143267794 // φ(0)

// The Mills ratio is M(t) = Φ(−t)/φ(t) = ∫₀^∞ exp(−t·x − x²/2) dx. The integrand is positive, so a quadrature with
// positive weights has no cancellation: M and its differences are right to a few units in the last place.

// quadrature integrates over [0, ∞) by the double exponential rule x = exp(y − e⁻ʸ): nodes and weights.
var quadrature = func() (q struct{ x, w []float64 }) {
	const step = 1.0 / 16
	for y := -3.75; y <= 3.8125; y += step {
		x := math.Exp(y - math.Exp(-y))
		q.x = append(q.x, x)
		q.w = append(q.w, step*x*(1+math.Exp(-y)))
	}
	return q
}()

// mills returns M(t) for t ≥ −1.
func mills(t float64) float64 {
	s := max(t, 1) // the integrand decays on the scale 1/s
	sum := 0.0
	for i, z := range quadrature.x {
		sum += quadrature.w[i] * math.Exp(-z/s*t-z/s*z/s/2)
	}
	return sum / s
}

// logMillsDrop returns ln(M(t) − M(t + μ)) for t ≥ −1 and μ > 0.
func logMillsDrop(t, mu float64) float64 {
	s := max(t, 1)
	if mu >= s {
		return ln(mills(t) - mills(t+mu)) // at most half of M(t) cancels
	}
	// M(t) − M(t + μ) = μ·∫ exp(−t·x − x²/2)·x·(1 − e^(−μx))/(μx) dx
	sum := 0.0
	for i, z := range quadrature.x {
		x := z / s
		sum += quadrature.w[i] * math.Exp(-x*t-x*x/2) * x * relativeDecay(mu*x)
	}
	return ln(mu) + ln(sum/s)
}

// relativeDecay returns (1 − e⁻ʸ)/y, which is 1 at y = 0.
func relativeDecay(y float64) float64 {
	if y == 0 {
		return 1
	}
	return -math.Expm1(-y) / y
}
