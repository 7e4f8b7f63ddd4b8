package accounting

import (
	"fmt"
	"math"
	"slices"
)

// HasFixedNoise reports whether the noise of the release is set by the analyst (through Mu) and not calibrated to ε.
func (q Request) HasFixedNoise() bool { return q.Mu > 0 }

// HasFixedNoise reports whether the noise of every release is fixed, so that the plan's ε follows from it and no target is
// met. It is false for a nil plan.
func (p *Plan) HasFixedNoise() bool {
	return p != nil && !slices.ContainsFunc(p.Releases, func(r Release) bool { return !r.HasFixedNoise() })
}

// TargetMu returns the largest total μ of releases that are (ε, δ)-DP by an accountant. It returns an error if ε or δ is
// negative or not a number, or if they are no privacy. With thresholds, δ is what remains of it: see RemainingDelta.
func TargetMu(a Accountant, epsilon, delta float64) (float64, error) {
	mu, err := a.Mu(epsilon, delta)
	if err != nil {
		return 0, err
	}
	if math.IsInf(mu, 1) {
		return 0, fmt.Errorf("ε = %g at δ = %g is no privacy: choose a finite ε and a δ below 1", epsilon, delta)
	}
	return mu, nil
}
