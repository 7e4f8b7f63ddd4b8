package tui

import (
	"context"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
)

// sizes are those at which every screen has to say what matters.
var sizes = [][2]int{{80, 24}, {120, 36}, {200, 50}}

// A limit that was passed before it was set is no guarantee on any screen, and says so.
func TestPassedLimitIsNoGuarantee(t *testing.T) {
	for _, size := range sizes {
		o := fakeOptions()
		withLedger(&o)
		b := newBed(t, size[0], size[1], o)
		b.whole(0.995)
		passed := standing(t, 2, 0)
		passed.Limit, passed.LeftMu, passed.LargestEpsilon = &ledger.Limit{Epsilon: 1, Delta: 1e-5}, 0, 0
		b.send(accountMsg{status: passed})
		b.shows("no guarantee")
		b.hides("guarantee: the limit")
		b.goTo("Privacy").(*privacy).focusOn(privacyLedger)
		b.send(nil)
		b.shows("no guarantee")
		b.hides("guarantee: the limit")
		for _, s := range b.m.screens[b.m.current].(*privacy).stakes() {
			if s.name == stakeLimit {
				t.Error("the limit is told as what all runs guarantee")
			}
		}
	}
}

// The part of δ that catalogues took is shown, and no ε where they took all of it.
func TestCataloguesPartOfDelta(t *testing.T) {
	for _, size := range sizes {
		o := fakeOptions()
		withLedger(&o)
		b := newBed(t, size[0], size[1], o)
		b.whole(0.995)
		s := standing(t, 2, 4)
		s.Limit.FailureProbability, s.Total.FailureProbability = 3e-6, 1e-6
		b.send(accountMsg{status: s})
		p := b.goTo("Privacy").(*privacy)
		p.focusOn(privacyLedger)
		b.send(nil)
		b.shows("1e-06 of 3e-06 taken")
		s = standing(t, 2, 0)
		s.Total.FailureProbability = 1e-5
		var err error
		if s.SpentEpsilon, err = s.Total.Epsilon(accounting.Exact, s.Delta); err != nil {
			t.Fatal(err)
		}
		s.TotalEpsilon = s.SpentEpsilon
		b.send(accountMsg{status: s})
		b.hides("Inf")
		b.shows("took all of δ")
	}
}

// A refusal for want of δ is not told as one for want of ε.
func TestRefusalForWantOfDelta(t *testing.T) {
	for _, size := range sizes {
		b := newBed(t, size[0], size[1], fakeOptions())
		r := b.m.bench.session.current
		b.begin(r)
		b.report(r, engine.Ended{Outcome: engine.Refused, Err: &ledger.RefusedError{Dataset: "ml-1m", Epsilon: 1, Delta: 1e-5, SpentEpsilon: 2,
			Limit: ledger.Limit{Epsilon: 30, Delta: 1e-5, FailureProbability: 1e-6}, LargestEpsilon: 29.65, FailureExceeded: true, FailureProbability: 1e-6}})
		text := strings.Join(strings.Fields(plainText(b.content())), " ")
		if strings.Contains(text, "29.65 or less fits") || !strings.Contains(text, "--catalogue-delta") {
			t.Errorf("%v: it says %q", size, text[max(0, len(text)-300):])
		}
	}
}

// paidAhead is a run of which the ledger holds more than its events tell.
type paidAhead struct{ *fakeRun }

func (paidAhead) Account() int64 { return 7 }

// A run that was stopped is told with what the ledger holds of it.
func TestStoppedRunIsToldAsTheLedgerHoldsIt(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	r := b.m.bench.session.current
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
