package accounting

import "math"

// Total is what releases cost together, of one run or of many, kept in the two parts that compose differently. The zero
// Total is of nothing.
type Total struct {
	Mu       float64 // of everything: √Σ μ², local reports through the μ that they imply
	Gaussian float64 // of Gaussian releases alone: √Σ μ²
	Pure     float64 // of local reports alone: Σ ε, which holds at δ = 0
}

// With returns the total with one release more.
func (t Total) With(r Release) Total {
	t.Mu = Compose(t.Mu, r.Mu)
	if r.Local {
		t.Pure = addUp(t.Pure, r.Epsilon)
	} else {
		t.Gaussian = Compose(t.Gaussian, r.Mu)
	}
	return t
}

// Total returns what all releases of the plan cost.
func (p *Plan) Total() Total {
	if p.Pure {
		return Total{Mu: p.Mu, Pure: p.Epsilon}
	}
	return Total{Mu: p.Mu, Gaussian: p.Mu}
}

// Epsilon returns the least ε that is known to hold at δ, from above: that of everything through μ, or that of the
// Gaussian part plus the pure ε of the rest, whichever is smaller (docs/PRIVACY.md#both-together).
func (t Total) Epsilon(acc Accountant, delta float64) (float64, error) {
	together, err := acc.Epsilon(t.Mu, delta)
	if err != nil || t.Pure == 0 {
		return together, err
	}
	gaussian, err := acc.Epsilon(t.Gaussian, delta)
	if err != nil {
		return 0, err
	}
	apart := t.Pure
	if gaussian > 0 {
		apart = addUp(gaussian, t.Pure)
	}
	return math.Min(together, apart), nil
}
