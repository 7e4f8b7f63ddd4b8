package accounting

import "math"

// TotalCost is what releases cost together, of one run or of many. It keeps Gaussian releases and local reports apart,
// because they compose differently. The zero TotalCost is that of no release.
type TotalCost struct {
	Mu                 float64 // of all releases: √Σ μ², local reports through the μ that they imply
	GaussianMu         float64 // of Gaussian releases: √Σ μ²
	PureEpsilon        float64 // of local reports: Σ ε, which holds at δ = 0
	FailureProbability float64 // of thresholds: the sum of theirs, a part of δ
}

// PlusRelease returns the total with one more release.
func (t TotalCost) PlusRelease(r Release) TotalCost {
	if r.Local {
		return t.Plus(TotalCost{Mu: r.Mu, PureEpsilon: r.Epsilon})
	}
	return t.Plus(TotalCost{Mu: r.Mu, GaussianMu: r.Mu, FailureProbability: r.FailureProbability})
}

// Plus returns the total of both.
func (t TotalCost) Plus(o TotalCost) TotalCost {
	return TotalCost{Compose(t.Mu, o.Mu), Compose(t.GaussianMu, o.GaussianMu), addPure(t.PureEpsilon, o.PureEpsilon), addPure(t.FailureProbability, o.FailureProbability)}
}

// addPure returns the sum of two pure ε or failure probabilities, rounded up unless one is 0.
func addPure(a, b float64) float64 {
	if a == 0 || b == 0 {
		return a + b
	}
	return addUp(a, b)
}

// TotalCost returns what all releases of the plan cost together.
func (p *Plan) TotalCost() TotalCost {
	if p.Pure {
		return TotalCost{Mu: p.Mu, PureEpsilon: p.Epsilon}
	}
	return TotalCost{Mu: p.Mu, GaussianMu: p.Mu, FailureProbability: p.FailureProbability}
}

// Epsilon returns the least ε that is proved at δ, rounded up: the smaller of the ε of all releases through μ, and the ε of
// the Gaussian releases plus the pure ε of the local reports (docs/privacy/accounting.md#both-together).
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
