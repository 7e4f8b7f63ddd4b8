package session_test

import (
	"context"
	"errors"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

func TestRunStoppedBeforeItsStartEnds(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	r := b.Session.Runs.Current
	started := driver.Messages(t, b.Session.Launch(r, b.Session.Lanes.Front()))
	b.Press("ctrl+c")
	again := driver.Messages(t, b.Session.Launch(r, &session.Lane{}))
	if err := again[0].(session.StartedMsg).Err; !errors.Is(err, session.ErrAbandoned) {
		t.Fatalf("an abandoned run started: %v", err)
	}
	b.Send(started[0])
	if f := started[0].(session.StartedMsg).History.(*driver.Run); !f.Cancelled {
		t.Error("a run stopped before it was heard of goes on")
	}
}

func TestSupersededRunStopsAndStillCosts(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	old := b.Session.Runs.Current
	f := b.Begin(old)
	b.Charge(old, 3)
	b.Press("enter")
	if !f.Cancelled {
		t.Fatal("the run before goes on")
	}
	b.Charge(old, 1) // made before it heard of its end
	b.Report(old, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	s := &b.Session.Runs
	var want accounting.TotalCost
	for _, c := range old.Charges {
		want = want.PlusRelease(c.Release)
	}
	if *s.Paid() != want || len(old.Charges) != 4 {
		t.Errorf("the session has paid %+v of %+v", *s.Paid(), want)
	}
	b.Hides("stopped after")
	if s.Live[old.Number] != nil {
		t.Error("a run that has ended is still followed")
	}
}

func TestStaleSnapshotIsDropped(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	r := b.Session.Runs.Current
	b.Begin(r)
	b.StepTo(r, 1, 3, 0.9, 1.0)
	step := engine.Iterated{T: 2, Of: 3, TrainRMSE: 0.8, ValidRMSE: 0.9}
	for name, m := range map[string]session.SnapshotMsg{
		"of a run that nobody knows": {Run: 99, Events: []engine.Event{step}},
		"read twice":                 {Run: r.Number, From: r.Read - 1, Events: []engine.Event{step}},
	} {
		if cmd := b.Send(m); len(driver.Messages(t, cmd)) > 0 || len(r.Steps) != 1 {
			t.Errorf("%s: taken", name)
		}
	}
}
