package session_test

import (
	"context"
	"testing"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/internal/format"
	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

// A run that was stopped is told with what the ledger holds of it.
func TestStoppedRunShowsWhatTheLedgerHasCharged(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	r := b.Session.Runs.Current
	b.Begin(r)
	b.Charge(r, 2)
	_, before := r.Charged()
	var held []ledger.Release
	for _, one := range r.Plan.Releases[:5] {
		held = append(held, ledger.Release{Release: one})
	}
	asked := func(id int64) ([]ledger.Release, error) {
		if id != 7 {
			t.Errorf("asked for run %d", id)
		}
		return held, nil
	}
	end := engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled}
	if got := session.HeldOf(paidAhead{}, []engine.Event{end}, asked); len(got) != 5 {
		t.Fatalf("%d releases", len(got))
	}
	if got := session.HeldOf(paidAhead{}, []engine.Event{engine.Ended{Outcome: engine.Done}}, asked); got != nil {
		t.Errorf("%d releases of a run that is done", len(got))
	}
	b.Send(session.SnapshotMsg{Run: r.Number, From: r.Read, Events: []engine.Event{end}, Held: held})
	if _, after := r.Charged(); !(after > before) || after >= r.Plan.Epsilon {
		t.Errorf("charged ε %v, before %v, planned %v", after, before, r.Plan.Epsilon)
	}
	_, after := r.Charged()
	b.Shows("charged ε " + format.Number(after))
}

// paidAhead is a run of which the ledger holds more than its events tell.
type paidAhead struct{ *driver.Run }

func (paidAhead) Account() int64 { return 7 }
