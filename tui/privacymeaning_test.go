package tui

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/promise"
	"dpals/tui/canvas"
)

// A run that was stopped is stated with the ε that was planned, not with the one that it was stopped at.
func TestStoppedRunIsPromisedItsPlan(t *testing.T) {
	for _, w := range []int{60, 80, 120} {
		b := newBed(t, w, 36, fakeOptions())
		r := b.bench.session.current
		b.begin(r)
		b.charge(r, 3)
		_, charged := r.charged()
		b.press("ctrl+c")
		b.report(r, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
		if !(charged < 0.9) {
			t.Fatalf("charged ε %v", charged)
		}
		if w >= 120 {
			b.shows("charged ε " + figure(charged) + " of the planned 1.00; guarantee: ε 1.00")
		} else {
			b.shows("guarantee: ε 1.00, charged " + figure(charged))
		}
		p := b.goTo("Privacy").(*privacy)
		for _, s := range p.stakes() {
			if s.total != r.plan.Total() {
				t.Errorf("%s is told as %+v", s.name, s.total)
			}
		}
	}
}

// While a run trains, the moment is no stake either: somebody may stop it then.
func TestMeaningIsOfPlansAndLimits(t *testing.T) {
	o := fakeOptions()
	withLedger(&o)
	b := newBed(t, 120, 36, o)
	p := b.goTo("Privacy").(*privacy)
	r := b.bench.session.current
	b.begin(r)
	b.charge(r, 3)
	names := func() (all []string) {
		for _, s := range p.stakes() {
			all = append(all, s.name)
		}
		return all
	}
	b.send(accountMsg{status: standing(t, 1.2, 0)})
	if got := names(); !slices.Equal(got, []string{"this run", stakeCharged}) || p.stakes()[0].total != r.plan.Total() {
		t.Errorf("without a limit: %q", got)
	}
	b.shows("a sum over all runs")
	b.send(accountMsg{status: standing(t, 1.2, 4)})
	if got := names(); !slices.Equal(got, []string{"this run", stakeLimit}) {
		t.Errorf("with a limit: %q", got)
	}
	mu, err := accounting.Exact.Mu(4, 1e-5)
	if last := p.stakes()[1].total; err != nil || math.Abs(last.Mu-mu) > 1e-12 {
		t.Errorf("the limit is told as %+v, %v", last, err)
	}
}

// The sentence of what ε means carries its condition with it, and has it first where there is little room.
func TestMeaningCarriesItsCondition(t *testing.T) {
	for _, size := range [][2]int{{60, 24}, {80, 24}, {120, 36}, {200, 50}} {
		o := fakeOptions()
		observed(&o)
		withLedger(&o)
		b := newBed(t, size[0], size[1], o)
		b.whole(0.995)
		b.send(accountMsg{status: standing(t, 1.2, 0)})
		text, _ := b.screen("Tune").remark()
		if !strings.Contains(text, "if items and range were public: ") && !strings.Contains(text, promise.Provided(o.Problem.Split.Train.Origin)) {
			t.Errorf("at %d cells: %q", size[0], text)
		}
		if canvas.Width(text) > size[0]-1 {
			t.Errorf("%q is cut at %d cells", text, size[0])
		}
		b.shows(text)
		b.goTo("Privacy")
		b.front().(*privacy).focusOn(privacyMeaning)
		b.shows("provided that the")
		if size[0] >= 80 { // and nothing is cut off
			b.shows("no limit, no guarantee")
		}
	}
	b := newBed(t, 120, 36, fakeOptions())
	b.whole(0.995)
	b.hides("were public")
	b.goTo("Privacy")
	b.hides("provided that")
}

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
		for _, s := range b.front().(*privacy).stakes() {
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
		s.Limit.Failure, s.Total.Failure = 3e-6, 1e-6
		b.send(accountMsg{status: s})
		p := b.goTo("Privacy").(*privacy)
		p.focusOn(privacyLedger)
		b.send(nil)
		b.shows("1e-06 of 3e-06 taken")
		s = standing(t, 2, 0)
		s.Total.Failure = 1e-5
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
