package cli

import (
	"math"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/promise"
	"dpals/engine/scope"
	"dpals/loaders"
)

// notPrivate stands beside every figure that was read off the ratings and is no release.
const notPrivate = "not private"

// markNotPrivate lists under "not_private" those of the keys that an object has, and leaves out what JSON has no number
// for. It changes o and returns it.
func markNotPrivate(o object, keys ...string) object {
	finite(o)
	var present []string
	for _, k := range keys {
		if _, ok := o[k]; ok {
			present = append(present, k)
		}
	}
	if len(present) > 0 {
		o["not_private"] = present
	}
	return o
}

// itemsPublic reports whether the number of items is a public fact: it is one only where their list was declared.
func itemsPublic(r *loaders.Ratings) bool { return !r.Origin.CatalogueObserved }

// markReleased tells which of range and catalogue a run, or each run of several, released itself; it changes o.
func markReleased(o object, s scope.Private) {
	if s != (scope.Private{}) {
		o["range_released"], o["catalogue_released"] = s.Range, s.Catalogue
	}
}

// unfinished is where a run stands that may end before its plan: what the plan is to cost, and what was charged of it.
type unfinished struct {
	planned, delta, charged float64
	plan                    *accounting.Plan     // nil where nothing is released
	total                   accounting.TotalCost // of the plan
}

// take follows the events of a run.
func (u *unfinished) take(e engine.Event) {
	switch e := e.(type) {
	case engine.Started:
		*u = unfinished{}
		if e.Plan != nil {
			u.planned, u.delta, u.plan, u.total = e.Plan.Epsilon, e.Plan.EffectiveDelta(), e.Plan, e.Plan.TotalCost()
		}
	case engine.Extended:
		u.plan, u.total = e.Plan, e.Plan.TotalCost()
	case engine.Released:
		u.charged = e.SpentEpsilon
	}
}

// released reports whether anything was: a run that was stopped before has told nothing.
func (u unfinished) released() bool { return u.charged > 0 && !math.IsNaN(u.charged) }

// together is the ε of several runs with this plan, as they were planned before the first of them.
func (u unfinished) together(runs int) (float64, error) {
	var all accounting.TotalCost
	for range runs {
		all = all.Plus(u.total)
	}
	return all.Epsilon(accounting.Exact, u.delta)
}

// settle takes what the ledger holds of a run that has ended: a step is charged as a whole before it begins.
func (u *unfinished) settle(l *ledger.Ledger, run int64) {
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

// unfinishedAfter is where a run stands after its events.
func unfinishedAfter(h *engine.History, l *ledger.Ledger) (u unfinished) {
	for _, e := range h.Events(0) {
		u.take(e)
	}
	u.settle(l, h.Account())
	return u
}
