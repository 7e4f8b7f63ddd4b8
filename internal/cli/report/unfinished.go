package report

import (
	"fmt"
	"math"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/promise"
	"dpals/internal/format"
)

// Unfinished is the cost of a run that may end before its plan: what is planned, and what was charged of it.
type Unfinished struct {
	planned, delta, charged float64
	plan                    *accounting.Plan     // nil where nothing is released
	total                   accounting.TotalCost // of the plan
}

// update follows the events of a run.
func (u *Unfinished) update(e engine.Event) {
	switch e := e.(type) {
	case engine.Started:
		*u = Unfinished{}
		if e.Plan != nil {
			u.planned, u.delta, u.plan, u.total = e.Plan.Epsilon, e.Plan.EffectiveDelta(), e.Plan, e.Plan.TotalCost()
		}
	case engine.Extended:
		u.plan, u.total = e.Plan, e.Plan.TotalCost()
	case engine.Released:
		u.charged = e.SpentEpsilon
	}
}

// Released reports whether the run has released anything.
func (u Unfinished) Released() bool { return u.charged > 0 && !math.IsNaN(u.charged) }

// together returns the ε of several runs with this plan, all planned before the first of them.
func (u Unfinished) together(runs int) (float64, error) {
	var all accounting.TotalCost
	for range runs {
		all = all.Plus(u.total)
	}
	return all.Epsilon(accounting.Exact, u.delta)
}

// Settle takes what the ledger holds of a run that has ended. It may be more than was released: an iteration is charged as
// a whole before it starts.
func (u *Unfinished) Settle(l *ledger.Ledger, run int64) {
	if l == nil || run == 0 {
		return
	}
	releases, err := l.Releases(run)
	if err != nil {
		return // what the events said stays
	}
	if _, epsilon, err := promise.Held(u.plan, releases); err == nil {
		u.charged = max(u.charged, epsilon)
	}
}

// String returns what holds for a run that ended before its plan.
func (u Unfinished) String() string {
	text := promise.Stopped(format.Charge(u.charged), format.Charge(u.planned))
	if u.delta == 0 {
		return text + ", pure"
	}
	return fmt.Sprintf("%s at δ %g", text, u.delta)
}

// UnfinishedAfter returns the cost of a run that has ended.
func UnfinishedAfter(h *engine.History, l *ledger.Ledger) (u Unfinished) {
	for _, e := range h.Events(0) {
		u.update(e)
	}
	u.Settle(l, h.Account())
	return u
}
