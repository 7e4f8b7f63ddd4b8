package engine

import (
	"fmt"
	"slices"
	"sync"

	"dpals/accounting"
	"dpals/accounting/ledger"
)

// payments charges the releases of a run to its ledger entry, those of an iteration together, as soon as the iteration
// begins: they are written to disk while the method computes what it will release. The meter's journal waits for them,
// so a charge is on disk before any of its noise is drawn. A run that ends within an iteration was charged for all of it.
//
// Safe for concurrent use.
type payments struct {
	entry    *ledger.OpenEntry
	releases []accounting.Release // of the plan, in order: a copy, which no method can change

	mu      sync.Mutex
	made    int        // releases that the meter was allowed to make
	charged int        // releases that are charged, or being charged
	pending chan error // of what is being charged; nil where nothing is
	err     error      // the first, which ends all payments
}

func newPayments(a *ledger.OpenEntry, p *accounting.Plan) *payments {
	return &payments{entry: a, releases: slices.Clone(p.Releases)}
}

// extend replaces the plan by one that continues where it was left open.
func (p *payments) extend(plan *accounting.Plan) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.releases = slices.Clone(plan.Releases)
}

// ahead begins to charge everything up to the end of an iteration. It does not wait.
func (p *payments) ahead(iteration int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begin(iteration)
}

// begin charges in the background, unless a charge is under way; the caller holds the lock.
func (p *payments) begin(iteration int) {
	to := p.charged
	for to < len(p.releases) && p.releases[to].Iteration <= iteration && !p.releases[to].Deferred {
		to++
	}
	if to == p.charged || p.pending != nil || p.err != nil {
		return
	}
	var all []accounting.Charge
	for _, r := range p.releases[p.charged:to] {
		all = append(all, accounting.Charge{Release: r})
	}
	done := make(chan error, 1)
	p.charged, p.pending = to, done
	go func() { done <- p.entry.Charge(all...) }()
}

// settle waits for the charge under way; the caller holds the lock.
func (p *payments) settle() error {
	if p.pending != nil {
		if err := <-p.pending; p.err == nil {
			p.err = err
		}
		p.pending = nil
	}
	return p.err
}

// due returns once the next release of the plan, which must be c, is charged on disk.
func (p *payments) due(c accounting.Charge) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.made == len(p.releases) || c.Release != p.releases[p.made] {
		return fmt.Errorf("release %q is not the next of the plan that was charged", c.Name)
	}
	if err := p.settle(); err != nil {
		return err
	}
	if p.made == p.charged {
		p.begin(c.Iteration)
		if err := p.settle(); err != nil {
			return err
		}
	}
	p.made++
	return nil
}

// end returns once no charge is under way.
func (p *payments) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.settle()
}
