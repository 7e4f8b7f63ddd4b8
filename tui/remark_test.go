package tui_test

import (
	"testing"

	"dpals/engine"
	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

// The attack sentence is about the whole plan, also where a run stops early, since its results may have decided when it
// stops. Only a run without any release has shown nothing.
func TestAttackerMayKnowThePlan(t *testing.T) {
	for name, test := range map[string]struct {
		charges int
		outcome engine.Outcome
	}{
		"nothing released": {0, engine.Cancelled},
		"stopped early":    {3, engine.Cancelled},
		"failed":           {3, engine.Failed},
		"refused":          {3, engine.Refused},
		"done":             {7, engine.Done},
	} {
		t.Run(name, func(t *testing.T) {
			b := driver.New(t, 120, 36, driver.Options())
			r := b.Session.Runs.Current
			b.Begin(r)
			b.Charge(r, test.charges)
			if text := b.Remark("Tune"); text != session.AttackSentence(r.Plan.TotalCost()) {
				t.Errorf("while it trains: %s", text)
			}
			end := engine.Ended{Outcome: test.outcome}
			if test.outcome == engine.Done {
				end.Result = &engine.Result{}
			} else {
				end.Err = driver.ErrSample
			}
			b.Report(r, end)
			want := session.AttackSentence(r.Plan.TotalCost())
			if test.charges == 0 {
				want = "nothing was released: an attack can only guess"
			}
			if text := b.Remark("Tune"); text != want {
				t.Errorf("says %q, want %q", text, want)
			}
		})
	}
}
