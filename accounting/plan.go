package accounting

import (
	"fmt"
	"math"
)

// Request asks for one release: a vector, summed over users, that is to be published with Gaussian noise.
type Request struct {
	Name  string // unique in the plan: "gram 2"
	Kind  string // releases of one kind share a colour and a proof: "gram"
	Proof string // the section of docs/PRIVACY.md that proves the sensitivity

	// Sensitivity bounds how far one user can move the vector, in L2 (Frobenius where Symmetric), in its own units.
	Sensitivity float64

	// Weight is the share of μ² asked for, relative to the other requests. Mu, when positive, fixes the cost
	// instead: such a release is not calibrated.
	Weight float64
	Mu     float64

	Dimension int // largest number of coordinates the release may have

	// Symmetric marks blocks that are packed upper triangles of symmetric matrices. Their norm is Frobenius, so
	// off-diagonal coordinates, which count twice in it, get noise of s.d. Sigma/√2.
	Symmetric bool

	// Grid is the exponent e of the grid 2^e on which every contribution, sum and noise lies.
	Grid int
}

// Release is a request with its noise.
type Release struct {
	Request
	Sigma float64 // noise s.d. in the vector's units (diagonal coordinates where Symmetric)
	Mu    float64 // cost: Sensitivity / Sigma
}

// Share is the release's part of the plan's budget, in [0, 1].
func (r Release) Share(p *Plan) float64 { return r.Mu * r.Mu / (p.Mu * p.Mu) }

// Plan lists every release a run will make, in order, calibrated together to one target.
type Plan struct {
	Accountant     Accountant
	Epsilon, Delta float64 // what the whole plan costs: the target, or less
	Mu             float64 // of the whole plan: √Σ Mu²
	Releases       []Release
}

// NewPlan calibrates the requests to (ε, δ): requests with a fixed Mu keep it, the others share what is left of μ²
// by weight. When every request is fixed the target ε is ignored and the plan's Epsilon is what they cost.
func NewPlan(acc Accountant, epsilon, delta float64, requests []Request) (*Plan, error) {
	if len(requests) == 0 {
		return nil, fmt.Errorf("a plan needs at least one release")
	}
	fixed, weight := 0.0, 0.0
	seen := make(map[string]bool, len(requests))
	for _, q := range requests {
		switch {
		case q.Name == "" || seen[q.Name]:
			return nil, fmt.Errorf("release %q: names must be unique and not empty", q.Name)
		case !(q.Sensitivity > 0) || math.IsInf(q.Sensitivity, 0):
			return nil, fmt.Errorf("release %q: sensitivity %g is not a positive number", q.Name, q.Sensitivity)
		case q.Mu < 0 || q.Weight < 0 || (q.Mu == 0) == (q.Weight == 0) || math.IsNaN(q.Mu+q.Weight):
			return nil, fmt.Errorf("release %q: give either a weight or a fixed cost", q.Name)
		}
		seen[q.Name] = true
		fixed += q.Mu * q.Mu
		weight += q.Weight
	}
	p := &Plan{Accountant: acc, Delta: delta, Releases: make([]Release, len(requests))}
	left := 0.0
	if weight > 0 {
		mu, err := acc.Mu(epsilon, delta)
		if err != nil {
			return nil, err
		}
		if left = mu*mu - fixed; left <= 0 {
			return nil, fmt.Errorf("the fixed releases alone cost more than ε = %g at δ = %g", epsilon, delta)
		}
	}
	total := 0.0
	for i, q := range requests {
		mu := q.Mu
		if mu == 0 {
			mu = math.Sqrt(left * q.Weight / weight)
		}
		// σ is rounded up and the cost restated from it, so the plan never claims less than it spends.
		sigma := math.Nextafter(q.Sensitivity/mu, math.Inf(1))
		p.Releases[i] = Release{Request: q, Sigma: sigma, Mu: q.Sensitivity / sigma}
		total += p.Releases[i].Mu * p.Releases[i].Mu
	}
	p.Mu = math.Sqrt(total)
	spent, err := acc.Epsilon(p.Mu, delta)
	if err != nil {
		return nil, err
	}
	p.Epsilon = spent
	return p, nil
}
