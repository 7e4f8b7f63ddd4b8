package accounting

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"dpals/accounting/noise"
)

// Local reports are charged a pure ε. Over rounds pure ε adds up, and the sum holds at δ = 0. A ledger composes them
// with Gaussian releases through the μ that a pure ε implies.

// PureMu returns the least μ such that every mechanism that is ε-DP with δ = 0 is μ-GDP, rounded up: 2·Φ⁻¹(e^ε/(1 + e^ε)),
// for ε ≥ 0. At this μ the kink of the trade-off curve of ε-DP lies on the convex curve of N(0, 1) against N(μ, 1)
// (docs/privacy/accounting.md#pure-ε).
func PureMu(epsilon float64) float64 {
	switch {
	case !(epsilon > 0):
		return 0
	case epsilon > 1e6:
		return math.Sqrt(8*epsilon) * (1 + 0x1p-50) // since Φ(−t) ≤ ½·e^(−t²/2)
	case epsilon <= 1:
		// Φ(t) − ½ = ½·tanh(ε/2), t = μ/2, avoids the cancellation near ε = 0.
		target := math.Tanh(epsilon/2) * (1 + 0x1p-49)
		short := func(mu float64) float64 { return target - math.Erf(mu/(2*math.Sqrt2))*(1-0x1p-50) }
		return narrow(short, 0, 2*epsilon)
	}
	// Φ(−t) = 1/(1 + e^ε), in logarithms.
	excess := func(mu float64) float64 {
		t := mu / 2
		return sumUp(-t*t/2, math.Log(invSqrt2Pi), math.Log(mills(t)), epsilon, math.Log1p(math.Exp(-epsilon)))
	}
	return narrow(excess, 0, math.Sqrt(8*epsilon)+2)
}

// addUp returns the sum of two numbers, rounded up.
func addUp(a, b float64) float64 { return math.Nextafter(a+b, math.Inf(1)) }

// checkLocal is check for a round of local reports.
func (q Request) checkLocal() error {
	switch {
	case q.Sensitivity != 0 || q.Mu != 0 || q.Symmetric:
		return fmt.Errorf("release %q: local reports have no sensitivity, fixed cost or symmetry", q.Name)
	case !(q.Weight > 0) || math.IsInf(q.Weight, 1):
		return fmt.Errorf("release %q: give it a weight, a positive number", q.Name)
	case q.Dimension < 0:
		return fmt.Errorf("release %q: dimension %d is negative", q.Name, q.Dimension)
	}
	return q.Claim.check(q.Name, false, true)
}

// localPlan divides a pure ε among rounds of local reports by their weights.
func localPlan(acc Accountant, epsilon, delta float64, requests []Request) (*Plan, error) {
	weight := 0.0
	for _, q := range requests {
		if !q.Local {
			return nil, fmt.Errorf("release %q is not a round of local reports, but others are: a plan has one kind or the other", q.Name)
		}
		weight += q.Weight
	}
	if !(epsilon > 0) || math.IsInf(epsilon, 1) {
		return nil, fmt.Errorf("ε = %g: local reports need a positive, finite ε", epsilon)
	}
	p := &Plan{Accountant: acc, Delta: delta, Pure: true, Releases: make([]Release, len(requests))}
	// The most that the roundings below can add is subtracted first, so that the plan costs at most the target.
	epsilon *= 1 - float64(len(requests)+4)*0x1p-50
	for i, q := range requests {
		r := Release{Request: q, Epsilon: epsilon * (q.Weight / weight)}
		if !(r.Epsilon >= noise.MinPure) {
			return nil, fmt.Errorf("release %q: its part of ε is %.3g, and a report needs at least %.3g: choose a larger ε", q.Name, r.Epsilon, noise.MinPure)
		}
		r.Mu = PureMu(r.Epsilon)
		p.Releases[i] = r
		p.Epsilon = addUp(p.Epsilon, r.Epsilon)
		p.Mu = Compose(p.Mu, r.Mu)
	}
	return p, nil
}

// anyLocal reports whether one of the requests is for local reports.
func anyLocal(requests []Request) bool {
	return slices.ContainsFunc(requests, func(q Request) bool { return q.Local })
}

var errLocal = errors.New("use BeginReports for a round of local reports, and for nothing else")
