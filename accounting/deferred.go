package accounting

import (
	"errors"
	"fmt"
	"math"
)

// A plan may defer part of its budget: its last release is then Deferred, and what that budget pays for is planned once
// earlier releases are known. The total μ² is fixed before the run. Only sensitivities, dimensions and the weights within
// the deferred part may follow from earlier releases. This is an adaptive composition of Gaussian mechanisms with a bound
// on Σ μ² fixed beforehand, so it costs what the plan says (docs/privacy).

// Deferred returns the release that keeps part of the budget for later, the zero Release if the plan is complete.
func (p *Plan) Deferred() Release {
	if n := len(p.Releases); n > 0 && p.Releases[n-1].Deferred {
		return p.Releases[n-1]
	}
	return Release{}
}

// Extend returns the plan with its deferred release replaced by the requests, which divide its μ² by weight as in
// NewPlan, and cost together at most as much. Without requests the deferred budget is not spent.
func (p *Plan) Extend(requests []Request) (*Plan, error) {
	deferred := p.Deferred()
	if !deferred.Deferred {
		return nil, errors.New("the plan is complete: it has no deferred release to extend")
	}
	made := p.Releases[:len(p.Releases)-1]
	all := make([]Request, 0, len(made)+len(requests))
	for _, r := range made {
		all = append(all, r.Request)
	}
	all = append(all, requests...)
	if err := checkAll(all); err != nil {
		return nil, err
	}
	extended := &Plan{Accountant: p.Accountant, Epsilon: p.Epsilon, Delta: p.Delta, FailureProbability: p.FailureProbability}
	for _, r := range made {
		extended.Releases = append(extended.Releases, r)
		extended.Mu = Compose(extended.Mu, r.Mu)
	}
	for _, q := range requests {
		if q.Local || q.Deferred || q.FailureProbability > 0 {
			return nil, fmt.Errorf("release %q: only Gaussian releases without a threshold can be deferred", q.Name)
		}
	}
	fixed, weight := costs(requests)
	mu := p.Mu * (1 - float64(len(all)+4)*0x1p-50) // less the most that roundings can add
	before := Compose(extended.Mu, fixed)
	left := (mu - before) * (mu + before)
	if !(left >= 0) || weight > 0 && left == 0 {
		return nil, fmt.Errorf("the releases of fixed cost exceed the deferred μ = %.4g", deferred.Mu)
	}
	if err := extended.add(requests, perWeight(left, weight)); err != nil {
		return nil, err
	}
	if extended.Mu > p.Mu {
		return nil, fmt.Errorf("the extended plan costs μ = %g, more than the %g that were planned", extended.Mu, p.Mu)
	}
	if err := extended.setEpsilon(); err != nil {
		return nil, err
	}
	// The cost is what was fixed before the run, however much of it is used: the amount used may depend on releases.
	extended.Mu, extended.Epsilon = p.Mu, p.Epsilon
	return extended, nil
}

// Extend plans the deferred release of the meter's plan, once every release before it was made. The requests may depend
// only on public facts and on earlier releases.
func (m *Meter) Extend(requests []Request) (*Plan, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.next >= len(m.releases) || !m.releases[m.next].Deferred {
		return nil, errors.New("the plan can be extended only when every release before the deferred one was made")
	}
	if m.open > 0 {
		return nil, errors.New("a release was begun and not ended: end it before extending the plan")
	}
	p, err := m.plan.Extend(requests)
	if err != nil {
		return nil, err
	}
	m.plan, m.releases = p, append(m.releases[:m.next:m.next], p.Releases[m.next:]...)
	return p, nil
}

// checkDeferred is check for a deferred release.
func (q Request) checkDeferred() error {
	if !(q.Weight > 0) || math.IsInf(q.Weight, 1) || q.Mu != 0 || q.Dimension != 0 || q.Sensitivity != 0 || q.MaxContributions != 0 || q.FailureProbability != 0 || q.Symmetric {
		return fmt.Errorf("release %q: a deferred release has a weight and nothing else", q.Name)
	}
	return nil
}
