package frontier_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"dpals/engine"
	"dpals/internal/tuitest/driver"
	"dpals/tui/frontier"
	"dpals/tui/session"
)

func TestSweepAsksBeforeChargingLimit(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	f := screenOf(b)
	b.Whole(0.995)
	setCost(b, 21, 21, plainCosts(20))
	b.Press("enter")
	if f.Sweeping() || f.Asking() == frontier.StartNothing {
		t.Fatal("no question")
	}
	b.Shows("charge ε 14.2 of the limit ε 20 for 15 runs? y: yes")
	b.Press("enter")
	if f.Sweeping() || f.Asking() != frontier.StartNothing {
		t.Fatal("Enter answers yes")
	}
	b.Shows("nothing charged")
	b.Press("enter")
	for range 3 { // also when started again while asking
		f.Act("sweep.start")
	}
	if f.Sweeping() {
		t.Fatal("another way to start skips the question")
	}
	b.Press("y")
	if !f.Sweeping() || f.Asking() != frontier.StartNothing {
		t.Error("y does not start the sweep")
	}
}

func TestSweepYieldsToTune(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	s := sweepUntil(b, 5)
	if s.paused {
		t.Fatal("paused though Tune does not train")
	}
	b.GoTo("Tune")
	b.Press("enter")
	b.Begin(b.Session.Runs.Current)
	if !s.paused {
		t.Error("not paused while Tune trains")
	}
	b.Whole(0.99)
	if s.paused {
		t.Error("paused after Tune has finished")
	}
	screenOf(b)
	b.Press("space")
	if !s.paused {
		t.Error("Space does not pause")
	}
	b.GoTo("Tune")
	b.Press("enter")
	b.Whole(0.99)
	if !s.paused {
		t.Error("the end of a run resumes a paused sweep")
	}
	screenOf(b)
	b.Press("space")
	if s.paused {
		t.Error("Space does not resume")
	}
	b.Press("X")
	if !s.cancelled {
		t.Error("X does not stop")
	}
}

func TestInterruptStopsRunBeforeSweep(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	s := sweepUntil(b, 5)
	b.GoTo("Tune")
	b.Press("enter")
	run := b.Session.Runs.Current
	front := b.Begin(run)
	b.Press("ctrl+c")
	if !front.Cancelled || s.cancelled || b.Model.Left {
		t.Fatalf("first: run cancelled %v, sweep cancelled %v, left %v", front.Cancelled, s.cancelled, b.Model.Left)
	}
	b.Report(run, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	b.Press("ctrl+c")
	if !b.Model.Asking || b.Model.Left {
		t.Fatal("quits during a sweep without asking")
	}
	b.Shows("a sweep is running")
	b.Press("ctrl+c")
	if !b.Model.Left {
		t.Error("does not quit")
	}
}

func TestSweepOfTuneKnobs(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	b.Whole(0.995)
	b.Session.Knobs.Set(session.Knob{Parameter: driver.PrivateMethod.Parameters[0]}, 50)
	asked := driver.Only[session.SweepKnobsMsg](driver.Messages(t, b.Press("s")))
	if len(asked) != 1 {
		t.Fatal("s starts no sweep")
	}
	b.Send(asked[0])
	f := screenOf(b)
	s := f.FormSpec()
	if !slices.Equal(s.Methods, []string{"dpals"}) || frontier.FormatParameters(s.Parameters) != "k=50" || f.PendingStart() != frontier.StartRemaining {
		t.Fatalf("sweeps %v with %s", s.Methods, frontier.FormatParameters(s.Parameters))
	}
	setCost(b, 15, 15, plainCosts(0))
	if !f.Sweeping() {
		t.Error("does not start once the cost is known")
	}
}

func TestPointOpensRunNearestMean(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	finishedSweep(b, nil)
	f := screenOf(b)
	b.Press("left", "left", "left")
	p, ok := f.Selected()
	if !ok || p.Epsilon != 2 || p.Method != "dpals" {
		t.Fatalf("selected %+v", p)
	}
	best, want := math.Inf(1), int64(0)
	for _, r := range f.Snapshot().Results {
		if d := math.Abs(r.TestRMSE - p.Mean); r.Cell == p.Index() && d < best {
			best, want = d, r.Run
		}
	}
	got := driver.Only[session.OpenRunMsg](driver.Messages(t, b.Press("enter")))
	if len(got) != 1 || got[0].ID != want {
		t.Errorf("opens %v, want run %d", got, want)
	}
	copied := driver.Only[session.CopiedMsg](driver.Messages(t, b.Press("Y")))
	if len(copied) != 1 || !strings.HasPrefix(copied[0].Text, "0.943") {
		t.Errorf("copies %v", copied)
	}
}

func TestLoadingRatingsStopsSweep(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	own := b.Session.Runs.Private
	s := sweepUntil(b, 5)
	if n := b.Session.Runs.Private - own; n < 5 {
		t.Errorf("the session counts %d private runs of 5", n)
	}
	b.Send(session.LoadedMsg{Problem: driver.Problem(1000), Replaces: true})
	f := screenOf(b)
	if !s.cancelled || f.Snapshot() != nil {
		t.Errorf("cancelled %v, still shown %v", s.cancelled, f.Snapshot() != nil)
	}
	reportProgress(b, fakeSnapshot(plainSpec(), 6, joint, reference, baseline), true)
	if f.Snapshot() != nil || f.Sweeping() {
		t.Error("the stopped sweep is shown with other ratings")
	}
	if n := b.Session.Runs.Private; n != 0 {
		t.Errorf("%d runs of the stopped sweep are counted for other ratings", n)
	}
}
