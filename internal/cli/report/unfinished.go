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

// unfinished is where a run stands that may end before its plan: what the plan is to cost, and what was charged of it.
type Unfinished struct {
	planned, delta, charged float64
	plan                    *accounting.Plan // nil where nothing is released
	total                   accounting.Total // of the plan
}

// take follows the events of a run.
func (u *Unfinished) take(e engine.Event) {
	switch e := e.(type) {
	case engine.Started:
		*u = Unfinished{}
		if e.Plan != nil {
			u.planned, u.delta, u.plan, u.total = e.Plan.Epsilon, e.Plan.Holds(), e.Plan, e.Plan.Total()
		}
	case engine.Extended:
		u.plan, u.total = e.Plan, e.Plan.Total()
	case engine.Released:
		u.charged = e.SpentEpsilon
	}
}

// released reports whether anything was: a run that was stopped before has told nothing.
func (u Unfinished) Released() bool { return u.charged > 0 && !math.IsNaN(u.charged) }

// together is the ε of several runs with this plan, as they were planned before the first of them.
func (u Unfinished) together(runs int) (float64, error) {
	var all accounting.Total
	for range runs {
		all = all.Plus(u.total)
	}
	return all.Epsilon(accounting.Exact, u.delta)
}

// settle takes what the ledger holds of a run that has ended: a step is charged as a whole before it begins.
func (u *Unfinished) Settle(l *ledger.Ledger, run int64) {
	if l == nil || run == 0 {
		return
	}
	releases, err := l.Releases(run)
	if err != nil {
		return // the events have told what was released
	}
	if _, epsilon, err := promise.Held(u.plan, releases); err == nil {
		u.charged = max(u.charged, epsilon)
	}
}

// String says what holds of a run that ended before its plan.
func (u Unfinished) String() string {
	text := promise.Stopped(format.Charge(u.charged), format.Charge(u.planned))
	if u.delta == 0 {
		return text + ", pure"
	}
	return fmt.Sprintf("%s at δ %g", text, u.delta)
}

// unfinishedAfter is where a run stands after its events.
func UnfinishedAfter(h *engine.History, l *ledger.Ledger) (u Unfinished) {
	for _, e := range h.Events(0) {
		u.take(e)
	}
	u.Settle(l, h.Account())
	return u
}
