package tui

import (
	"errors"
	"math"
	"testing"
	"time"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
)

func TestLedgerIsAskedAfterEveryCharge(t *testing.T) {
	asked := 0
	o := fakeOptions()
	o.Problem.Fingerprint = "data"
	o.status = func(fingerprint string) (ledger.Status, error) {
		asked++
		if fingerprint != "data" {
			t.Errorf("asked about %q", fingerprint)
		}
		return ledger.Status{SpentEpsilon: float64(asked), Delta: 1e-5, LargestEpsilon: math.Inf(1), LeftMu: math.Inf(1)}, nil
	}
	b := newBed(t, 200, 50, o)
	if b.shows("charged ε 1 over"); asked != 1 {
		t.Fatalf("asked %d times at the start", asked)
	}
	r := b.bench.session.current
	b.begin(r)
	b.consult()
	asked = 1
	charge := engine.Released{Charge: accounting.Charge{Release: r.plan.Releases[0], SpentMu: 0.1, SpentEpsilon: 0.3}}
	r.history.(*fakeRun).nudge <- struct{}{}
	first := b.send(snapshotMsg{run: r.number, from: r.read, events: []engine.Event{charge}})
	// A second snapshot while the first question is open asks again when it is answered, and not before.
	b.send(snapshotMsg{run: r.number, from: r.read, events: []engine.Event{charge}})
	answer := only[accountMsg](messages(t, first))
	if len(answer) != 1 || asked != 2 {
		t.Fatalf("%d answers after asking %d times", len(answer), asked)
	}
	if again := only[accountMsg](messages(t, b.send(answer[0]))); len(again) != 1 || asked != 3 {
		t.Errorf("%d answers after asking %d times", len(again), asked)
	} else if more := messages(t, b.send(again[0])); len(more) > 0 {
		t.Errorf("an idle screen asks for %v", more)
	}
	b.shows("charged ε 3 over")
}

func TestLedgerThatFailsIsSaid(t *testing.T) {
	o := fakeOptions()
	o.status = func(string) (ledger.Status, error) {
		return ledger.Status{}, errors.New("ledger.db is damaged: restore it")
	}
	b := newBed(t, 200, 50, o)
	b.shows("ledger.db is damaged")
	b.bench.options.status = func(string) (ledger.Status, error) { panic("no ledger") }
	b.send(only[accountMsg](messages(t, b.bench.consult()))[0])
	b.shows("asking the ledger crashed")
}

func TestKnobsBeyondTheLimitSayWhatFits(t *testing.T) {
	o := fakeOptions()
	withLedger(&o)
	b := newBed(t, 120, 36, o)
	s := standing(t, 1.9, 2)
	b.send(accountMsg{status: s})
	first := b.bench.session.current
	b.shows("would pass this data set's limit")
	b.begin(first)
	b.charge(first, 2)
	// What a run in training has reserved is left for its successor, which stops it.
	b.hides("would pass this data set's limit")
	b.report(first, engine.Ended{Outcome: engine.Failed, Err: errSample})
	over := b.bench.overLimit()
	left, err := accounting.Exact.Epsilon(s.LeftMu, 1e-5)
	if err != nil {
		t.Fatal(err)
	}
	if want := "would pass this data set's limit: ε " + figure(floorTo(left, 3)) + " fits"; over != want {
		t.Errorf("says %q, want %q", over, want)
	}
	// It does fit.
	b.bench.knobs.epsilon = floorTo(left, 3)
	b.foresee()
	if over := b.bench.overLimit(); over != "" {
		t.Errorf("ε %v: %s", floorTo(left, 3), over)
	}
	b.send(accountMsg{status: standing(t, 2, 2)})
	b.shows("nothing is left")
}

// A refused run says why, and the curve before it stays.
func TestRefusedRunLeavesTheChart(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		o := fakeOptions()
		withLedger(&o)
		b := newBed(t, size[0], size[1], o)
		b.whole(0.995)
		b.press("enter")
		r := b.bench.session.current
		b.begin(r)
		b.report(r, engine.Ended{Outcome: engine.Refused, Err: refusal})
		b.shows("refused")
		b.shows("0.8")
		b.shows("dpals ledger limit")
		b.shows("same knobs last run")
	}
}

// A run and a real ledger, from the first charge to the panel.
func TestChargedOverAllRuns(t *testing.T) {
	l, err := ledger.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	o := fakeOptions()
	o.methods, o.foresee, o.launch = nil, nil, nil
	o.Problem = smallProblem(t)
	o.Problem.Fingerprint = "data"
	o.Config = engine.Config{Method: "item-mean", Epsilon: 2, Ledger: l}
	b := newBed(t, 120, 36, o)
	h, err := engine.Run(t.Context(), b.bench.problem, b.bench.knobs.config())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	r := b.bench.session.current
	b.send(startedMsg{run: r.number, history: h})
	got := only[accountMsg](messages(t, b.send(snapshotMsg{run: r.number, events: h.Events(0), taken: time.Now()})))
	if len(got) != 1 {
		t.Fatalf("the end of a run asks the ledger %d times", len(got))
	}
	b.send(got[0])
	b.shows("charged ε 2 over 1 run")
	b.shows("no limit, no guarantee")
}
