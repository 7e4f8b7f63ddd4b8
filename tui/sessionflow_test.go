package tui

import (
	"context"
	"errors"
	"testing"

	"dpals/accounting"
	"dpals/engine"
)

func TestRunThatNeverBeganEnds(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	r := b.bench.session.current
	started := messages(t, b.bench.launch(r, &b.bench.lanes.front))
	b.press("ctrl+c")
	again := messages(t, b.bench.launch(r, &lane{}))
	if err := again[0].(startedMsg).err; !errors.Is(err, errAbandoned) {
		t.Fatalf("an abandoned run started: %v", err)
	}
	b.send(started[0])
	if f := started[0].(startedMsg).history.(*fakeRun); !f.cancelled {
		t.Error("a run stopped before it was heard of goes on")
	}
}

func TestSupersededRunStopsAndStillCosts(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	old := b.bench.session.current
	f := b.begin(old)
	b.charge(old, 3)
	b.press("enter")
	if !f.cancelled {
		t.Fatal("the run before goes on")
	}
	b.charge(old, 1) // made before it heard of its end
	b.report(old, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	s := &b.bench.session
	var want accounting.Total
	for _, c := range old.charges {
		want = want.With(c.Release)
	}
	if s.paid != want || len(old.charges) != 4 {
		t.Errorf("the session has paid %+v of %+v", s.paid, want)
	}
	b.hides("stopped after")
	if s.live[old.number] != nil {
		t.Error("a run that has ended is still followed")
	}
}

func TestStaleSnapshotIsDropped(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	r := b.bench.session.current
	b.begin(r)
	b.stepTo(r, 1, 3, 0.9, 1.0)
	step := engine.Iterated{T: 2, Of: 3, TrainRMSE: 0.8, ValidRMSE: 0.9}
	for name, m := range map[string]snapshotMsg{
		"of a run that nobody knows": {run: 99, events: []engine.Event{step}},
		"read twice":                 {run: r.number, from: r.read - 1, events: []engine.Event{step}},
	} {
		if cmd := b.send(m); len(messages(t, cmd)) > 0 || len(r.steps) != 1 {
			t.Errorf("%s: taken", name)
		}
	}
}
