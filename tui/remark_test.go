package tui

import (
	"testing"

	"dpals/engine"
)

// What an attacker may know follows from what was spent, also where a run stops early.
func TestAttackerKnowsWhatWasSpent(t *testing.T) {
	for name, test := range map[string]struct {
		charges int
		outcome engine.Outcome
		whole   bool // the plan is what counts
	}{
		"nothing spent": {0, engine.Cancelled, false},
		"stopped early": {3, engine.Cancelled, false},
		"failed":        {3, engine.Failed, false},
		"refused":       {3, engine.Refused, false},
		"done":          {7, engine.Done, true},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBed(t, 120, 36, fakeOptions())
			r := b.m.bench.session.current
			b.begin(r)
			b.charge(r, test.charges)
			if text, _ := b.tune().remark(); text != found(r.plan.Total()) {
				t.Errorf("while it trains: %s", text)
			}
			end := engine.Ended{Outcome: test.outcome}
			if test.outcome == engine.Done {
				end.Result = &engine.Result{}
			} else {
				end.Err = errSample
			}
			b.report(r, end)
			known := r.total()
			if test.whole {
				known = r.plan.Total()
			}
			if text, _ := b.tune().remark(); text != found(known) {
				t.Errorf("says %q, want %q", text, found(known))
			}
		})
	}
}
