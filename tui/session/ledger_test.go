package session_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/internal/format"
	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

func TestLedgerIsReadAfterEveryCharge(t *testing.T) {
	asked := 0
	o := driver.Options()
	o.Problem.Fingerprint = "data"
	o.Status = func(fingerprint string) (ledger.Status, error) {
		asked++
		if fingerprint != "data" {
			t.Errorf("asked about %q", fingerprint)
		}
		return ledger.Status{SpentEpsilon: float64(asked), Delta: 1e-5, LargestEpsilon: math.Inf(1), LeftMu: math.Inf(1)}, nil
	}
	b := driver.New(t, 200, 50, o)
	if b.Shows("charged ε 1 over"); asked != 1 {
		t.Fatalf("asked %d times at the start", asked)
	}
	r := b.Session.Runs.Current
	b.Begin(r)
	b.ReadLedger()
	asked = 1
	charge := engine.Released{Charge: accounting.Charge{Release: r.Plan.Releases[0], SpentMu: 0.1, SpentEpsilon: 0.3}}
	r.History.(*driver.Run).Nudge <- struct{}{}
	first := b.Send(session.SnapshotMsg{Run: r.Number, From: r.Read, Events: []engine.Event{charge}})
	// A second snapshot while the first question is open asks again when it is answered, and not before.
	b.Send(session.SnapshotMsg{Run: r.Number, From: r.Read, Events: []engine.Event{charge}})
	answer := driver.Only[driver.LedgerResult](driver.Messages(t, first))
	if len(answer) != 1 || asked != 2 {
		t.Fatalf("%d answers after asking %d times", len(answer), asked)
	}
	if again := driver.Only[driver.LedgerResult](driver.Messages(t, b.Send(answer[0]))); len(again) != 1 || asked != 3 {
		t.Errorf("%d answers after asking %d times", len(again), asked)
	} else if more := driver.Messages(t, b.Send(again[0])); len(more) > 0 {
		t.Errorf("an idle screen asks for %v", more)
	}
	b.Shows("charged ε 3 over")
}

// What the ledger holds of other ratings is neither shown nor taken for what it holds of these, however late it arrives.
func TestLedgerOfOtherRatingsIsDropped(t *testing.T) {
	o := driver.Options()
	o.Problem.Fingerprint = "before"
	o.Status = func(fingerprint string) (ledger.Status, error) {
		s := ledger.Status{SpentEpsilon: 7, Delta: 1e-5, LargestEpsilon: math.Inf(1), LeftMu: math.Inf(1)}
		if fingerprint == "after" {
			s.SpentEpsilon = 2
		}
		return s, nil
	}
	b := driver.New(t, 200, 50, o)
	b.Shows("charged ε 7 over")
	late := driver.Messages(t, b.Session.RefreshLedger())
	after := driver.Problem(500)
	after.Fingerprint = "after"
	b.Send(session.LoadedMsg{Problem: after, Replaces: true})
	b.Send(late...)
	if a := &b.Session.Ledger; a.Known() {
		t.Errorf("the other ratings are charged ε %g of those before", a.Value().SpentEpsilon)
	}
	b.ReadLedger()
	b.Shows("charged ε 2 over")
}

func TestLedgerErrorIsShown(t *testing.T) {
	o := driver.Options()
	o.Status = func(string) (ledger.Status, error) {
		return ledger.Status{}, errors.New("ledger.db is damaged: restore it")
	}
	b := driver.New(t, 200, 50, o)
	b.Shows("ledger.db is damaged")
	b.Session.Options.Status = func(string) (ledger.Status, error) { panic("no ledger") }
	b.Send(driver.Only[driver.LedgerResult](driver.Messages(t, b.Session.RefreshLedger()))[0])
	b.Shows("reading the ledger crashed")
}

func TestKnobsBeyondTheLimitSayWhatFits(t *testing.T) {
	o := driver.Options()
	driver.WithLedger(&o)
	b := driver.New(t, 120, 36, o)
	s := driver.Standing(t, 1.9, 2)
	b.SendLedger(s)
	first := b.Session.Runs.Current
	b.Shows("over this data set's limit")
	b.Begin(first)
	b.Charge(first, 2)
	// What a run in training has reserved is left for its successor, which stops it.
	b.Hides("over this data set's limit")
	b.Report(first, engine.Ended{Outcome: engine.Failed, Err: driver.ErrSample})
	over := b.Session.OverLimit()
	left, err := accounting.Exact.Epsilon(s.LeftMu, 1e-5)
	if err != nil {
		t.Fatal(err)
	}
	if want := "over this data set's limit: ε " + format.Number(format.RoundDown(left, 3)) + " fits"; over != want {
		t.Errorf("says %q, want %q", over, want)
	}
	// It does fit.
	b.Session.Knobs.Epsilon = format.RoundDown(left, 3)
	b.Preview()
	if over := b.Session.OverLimit(); over != "" {
		t.Errorf("ε %v: %s", format.RoundDown(left, 3), over)
	}
	b.SendLedger(driver.Standing(t, 2, 2))
	b.Shows("nothing is left")
}

// A refused run says why, and the curve before it stays.
func TestRefusedRunLeavesTheChart(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		o := driver.Options()
		driver.WithLedger(&o)
		b := driver.New(t, size[0], size[1], o)
		b.Whole(0.995)
		b.Press("enter")
		r := b.Session.Runs.Current
		b.Begin(r)
		b.Report(r, engine.Ended{Outcome: engine.Refused, Err: driver.Refusal})
		b.Shows("refused")
		b.Shows("0.8")
		b.Shows("dpals ledger limit")
		b.Shows("same settings last run")
	}
}

// A run and a real ledger, from the first charge to the panel.
func TestChargedOverAllRuns(t *testing.T) {
	l, err := ledger.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	o := driver.Options()
	o.Methods, o.Foresee, o.Launch = nil, nil, nil
	o.Problem = driver.SmallProblem(t)
	o.Problem.Fingerprint = "data"
	o.Config = engine.Config{Method: "item-mean", Epsilon: 2, Ledger: l}
	b := driver.New(t, 120, 36, o)
	h, err := engine.Run(t.Context(), b.Session.Problem, b.Session.Knobs.Config())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	r := b.Session.Runs.Current
	b.Send(session.StartedMsg{Run: r.Number, History: h})
	got := driver.Only[driver.LedgerResult](driver.Messages(t, b.Send(session.SnapshotMsg{Run: r.Number, Events: h.Events(0), Taken: time.Now()})))
	if len(got) != 1 {
		t.Fatalf("the end of a run asks the ledger %d times", len(got))
	}
	b.Send(got[0])
	b.Shows("charged ε 2 over 1 run")
	b.Shows("no limit, no guarantee")
}
