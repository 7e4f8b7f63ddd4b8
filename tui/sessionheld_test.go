package tui

import (
	"context"
	"testing"

	"dpals/accounting/ledger"
	"dpals/engine"
)

// A run that was stopped is told with what the ledger holds of it.
func TestStoppedRunIsToldAsTheLedgerHoldsIt(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	r := b.bench.session.current
	b.begin(r)
	b.charge(r, 2)
	_, before := r.charged()
	var held []ledger.Release
	for _, one := range r.plan.Releases[:5] {
		held = append(held, ledger.Release{Release: one})
	}
	asked := func(id int64) ([]ledger.Release, error) {
		if id != 7 {
			t.Errorf("asked for run %d", id)
		}
		return held, nil
	}
	end := engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled}
	if got := heldOf(paidAhead{}, []engine.Event{end}, asked); len(got) != 5 {
		t.Fatalf("%d releases", len(got))
	}
	if got := heldOf(paidAhead{}, []engine.Event{engine.Ended{Outcome: engine.Done}}, asked); got != nil {
		t.Errorf("%d releases of a run that is done", len(got))
	}
	b.send(snapshotMsg{run: r.number, from: r.read, events: []engine.Event{end}, held: held})
	if _, after := r.charged(); !(after > before) || after >= r.plan.Epsilon {
		t.Errorf("charged ε %v, before %v, planned %v", after, before, r.plan.Epsilon)
	}
	_, after := r.charged()
	b.shows("charged ε " + figure(after))
}

// paidAhead is a run of which the ledger holds more than its events tell.
type paidAhead struct{ *fakeRun }

func (paidAhead) Account() int64 { return 7 }
