package accounting

import (
	"errors"
	"fmt"
	"math"
)

// A plan may leave a share of its budget open: its last release is then a Rest, and what it pays for is planned when
// earlier releases are known. Every μ of the plan is fixed before the run, and the rest's is shared by rules that are
// fixed too; only sensitivities, dimensions and the shares within the rest follow from what was released. That is an
// adaptive composition of Gaussian mechanisms with Σ μ² bounded beforehand, which costs what the plan says (docs/privacy).

// Deferred returns the release that keeps a share of the budget for later, the zero Release where the plan is complete.
func (p *Plan) Deferred() Release {
	if n := len(p.Releases); n > 0 && p.Releases[n-1].Deferred {
		return p.Releases[n-1]
	}
	return Release{}
}

// Extend returns the plan with what it left open planned: the requests share the μ² of its Rest as those of NewPlan
// share that of a target, and cost as much together or less. Without requests the rest is not spent.
func (p *Plan) Extend(requests []Request) (*Plan, error) {
	rest := p.Deferred()
	if !rest.Deferred {
		return nil, errors.New("the plan is complete: nothing is left open to be planned")
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
			return nil, fmt.Errorf("release %q: only Gaussian releases can be planned later", q.Name)
		}
	}
	fixed, weight := costs(requests)
	mu := p.Mu * (1 - float64(len(all)+4)*0x1p-50) // less what roundings may add up to
	before := Compose(extended.Mu, fixed)
	left := (mu - before) * (mu + before)
	if !(left >= 0) || weight > 0 && left == 0 {
		return nil, fmt.Errorf("the releases of fixed cost are more than the μ = %.4g that is left", rest.Mu)
	}
	if err := extended.add(requests, perWeight(left, weight)); err != nil {
		return nil, err
	}
	if extended.Mu > p.Mu {
		return nil, fmt.Errorf("the extended plan costs μ = %g, more than the %g that were planned", extended.Mu, p.Mu)
	}
	if err := extended.state(); err != nil {
		return nil, err
	}
	// What was fixed before the run is what it costs, whatever share of it is used: that share may follow from releases.
	extended.Mu, extended.Epsilon = p.Mu, p.Epsilon
	return extended, nil
}

// Extend plans what the meter's plan left open, once every release before it was made. The requests must follow from
// public facts and from earlier releases alone.
func (m *Meter) Extend(requests []Request) (*Plan, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.next >= len(m.releases) || !m.releases[m.next].Deferred {
		return nil, errors.New("a plan is extended when all that it fixed is released, and not before")
	}
	if m.open > 0 {
		return nil, errors.New("a release was begun and not ended: end it before the plan is extended")
	}
	p, err := m.plan.Extend(requests)
	if err != nil {
		return nil, err
	}
	m.plan, m.releases = p, append(m.releases[:m.next:m.next], p.Releases[m.next:]...)
	return p, nil
}

// checkDeferred is check for the part of a plan that is left open.
func (q Request) checkDeferred() error {
	if !(q.Weight > 0) || math.IsInf(q.Weight, 1) || q.Mu != 0 || q.Dimension != 0 || q.Sensitivity != 0 || q.MaxContributions != 0 || q.FailureProbability != 0 || q.Symmetric {
		return fmt.Errorf("release %q: what is planned later has a weight and nothing else", q.Name)
	}
	return nil
}
