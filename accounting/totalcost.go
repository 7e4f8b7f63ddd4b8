package accounting

import "math"

// TotalCost is what releases cost together, of one run or of many, kept in the two parts that compose differently. The zero
// Total is of nothing.
type TotalCost struct {
	Mu                 float64 // of everything: √Σ μ², local reports through the μ that they imply
	GaussianMu         float64 // of Gaussian releases alone: √Σ μ²
	PureEpsilon        float64 // of local reports alone: Σ ε, which holds at δ = 0
	FailureProbability float64 // of thresholds: Σ of the chances that one tells more than its μ; a part of δ
}

// PlusRelease returns the total with one release more.
func (t TotalCost) PlusRelease(r Release) TotalCost {
	if r.Local {
		return t.Plus(TotalCost{Mu: r.Mu, PureEpsilon: r.Epsilon})
	}
	return t.Plus(TotalCost{Mu: r.Mu, GaussianMu: r.Mu, FailureProbability: r.FailureProbability})
}

// Plus returns what both totals cost together.
func (t TotalCost) Plus(o TotalCost) TotalCost {
	return TotalCost{Compose(t.Mu, o.Mu), Compose(t.GaussianMu, o.GaussianMu), addPure(t.PureEpsilon, o.PureEpsilon), addPure(t.FailureProbability, o.FailureProbability)}
}

// addPure is the sum of two numbers that add up exactly, pure ε or failures, rounded up where it is one.
func addPure(a, b float64) float64 {
	if a == 0 || b == 0 {
		return a + b
	}
	return addUp(a, b)
}

// TotalCost returns what all releases of the plan cost.
func (p *Plan) TotalCost() TotalCost {
	if p.Pure {
		return TotalCost{Mu: p.Mu, PureEpsilon: p.Epsilon}
	}
	return TotalCost{Mu: p.Mu, GaussianMu: p.Mu, FailureProbability: p.FailureProbability}
}

// Epsilon returns the least ε that is known to hold at δ, from above: that of everything through μ, or that of the
// Gaussian part plus the pure ε of the rest, whichever is smaller (docs/privacy/accounting.md#both-together).
func (t TotalCost) Epsilon(acc Accountant, delta float64) (float64, error) {
	delta = RemainingDelta(delta, t.FailureProbability)
	together, err := acc.Epsilon(t.Mu, delta)
	if err != nil || t.PureEpsilon == 0 {
		return together, err
	}
	gaussian, err := acc.Epsilon(t.GaussianMu, delta)
	if err != nil {
		return 0, err
	}
	return math.Min(together, addPure(gaussian, t.PureEpsilon)), nil
}
