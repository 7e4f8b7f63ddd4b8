package tui_test

import (
	"context"
	"math"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/engine"
	"dpals/internal/format"
	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

func TestTurnedKnobRetrainsOverGhost(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	first := b.Whole(0.995)
	got := driver.Messages(t, b.Press("right"))
	settled := driver.Only[session.SettledMsg](got)
	if len(driver.Only[driver.PreviewResult](got)) != 1 || len(settled) != 1 {
		t.Fatalf("a turned knob asks for %v", got)
	}
	if b.Session.Runs.Current != first {
		t.Fatal("a run started before the knob came to rest")
	}
	got = driver.Messages(t, b.Send(settled[0]))
	s := &b.Session.Runs
	if s.Current == first || s.Last != first {
		t.Fatal("the last run is not the ghost of the new one")
	}
	if s.Current.Config.Epsilon != 1.5 || s.Current.Series == first.Series {
		t.Errorf("the new run has ε %v and colour %d", s.Current.Config.Epsilon, s.Current.Series)
	}
	if started := driver.Only[session.StartedMsg](got); len(started) != 1 || started[0].Run != s.Current.Number {
		t.Fatalf("started: %v", started)
	}
	b.Whole(0.948)
	b.Shows("ε 1.5 this run 0.948")
	b.Shows("ε 1.0 last run 0.995")
	mu := math.Hypot(first.Plan.Mu, s.Current.Plan.Mu)
	epsilon, err := accounting.Exact.Epsilon(mu, engine.DefaultDelta)
	if err != nil {
		t.Fatal(err)
	}
	b.Shows("charged ε " + format.Number(epsilon) + " over 2 runs")
}

func TestKnobThatMovesAgainTrainsOnce(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	b.Whole(0.995)
	first := driver.Only[session.SettledMsg](driver.Messages(t, b.Press("right")))
	b.Press("right")
	before := b.Session.Runs.Current
	b.Send(first[0])
	if b.Session.Runs.Current != before {
		t.Error("a knob that has moved on trained its old value")
	}
}

func TestInterrupt(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	r := b.Session.Runs.Current
	f := b.Begin(r)
	if cmd := b.Press("ctrl+c"); cmd != nil || !f.Cancelled {
		t.Fatal("the first Ctrl+C does not stop the run")
	}
	b.Shows("stopping…")
	if !driver.Quits(t, b.Press("ctrl+c")) {
		t.Error("the second Ctrl+C does not quit")
	}
	if b.Content() != "" {
		t.Error("it leaves a screen behind")
	}
	b.Model.Left = false
	b.Report(r, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	b.Shows("stopped before the first iteration")
	if !driver.Quits(t, b.Press("ctrl+c")) {
		t.Error("Ctrl+C does not quit when nothing trains")
	}
}

func TestQuitAsksOnlyWhileTraining(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	if driver.Quits(t, b.Press("q")) {
		t.Fatal("quits without asking")
	}
	b.Shows("a run is training")
	if driver.Quits(t, b.Press("x")) || b.Model.Asking {
		t.Error("another key does not stay")
	}
	b.Press("q")
	if !driver.Quits(t, b.Press("y")) {
		t.Error("y does not quit")
	}
	b.Whole(0.9)
	if !driver.Quits(t, b.Press("q")) {
		t.Error("asks although nothing trains")
	}
}

func TestPausedKnobsDoNotTrain(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	first := b.Whole(0.995)
	b.Press("space")
	if got := driver.Only[session.SettledMsg](driver.Messages(t, b.Press("right"))); len(got) > 0 {
		t.Error("a knob trains while automatic training is paused")
	}
	b.Shows("automatic training paused")
	b.Press("space")
	if b.Session.Runs.Current == first {
		t.Error("ending the pause does not train the changed knobs")
	}
}

func TestPinsKeepTheirColour(t *testing.T) {
	b := driver.New(t, 200, 50, driver.Options())
	s := &b.Session.Runs
	colours := make(map[*session.Run]int)
	for i := range session.MaxPins + 2 {
		r := b.Whole(1 - 0.01*float64(i))
		colours[r] = r.Series
		b.Press("p", "enter")
	}
	if len(s.Pinned) != session.MaxPins {
		t.Errorf("%d runs are pinned", len(s.Pinned))
	}
	seen := make(map[int]bool)
	for _, r := range s.Drawn() {
		if want, ok := colours[r]; ok && r.Series != want {
			t.Errorf("run %d changed its colour", r.Number)
		}
		if seen[r.Series] {
			t.Errorf("two runs have colour %d", r.Series)
		}
		seen[r.Series] = true
	}
	if b.Press("P"); len(s.Pinned) > 0 {
		t.Error("P leaves pins")
	}
}

func TestCopyWritesTheCommand(t *testing.T) {
	o := driver.Options()
	o.Problem.Split.Train.Origin.Source = "my ratings.csv"
	b := driver.New(t, 120, 36, o)
	b.Press("=", "2", "enter", "down", "=", "5", "0", "enter")
	got := driver.Only[session.CopiedMsg](driver.Messages(t, b.Press("y")))
	want := "dpals train --data 'my ratings.csv' --method dpals --epsilon 2 --k 50"
	if len(got) != 1 || got[0].Text != want {
		t.Errorf("copies %v, want %s", got, want)
	}
}

func TestLoading(t *testing.T) {
	o := driver.Options()
	driver.Unloaded(&o)
	b := driver.NewBare(t, o)
	b.Send(tea.WindowSizeMsg{Width: 120, Height: 36})
	got := driver.Messages(t, b.Model.Init())
	b.Shows("loading ml-1m")
	b.Press("right", "enter", "space", "y", "p") // none of them may need the ratings
	b.Send(driver.Only[session.LoadedMsg](got)[0])
	b.Shows("6,040 users")
	if b.Session.Runs.Current == nil {
		t.Error("loading does not train")
	}
}

// A panic in a goroutine becomes an error on the screen.
func TestPanicsBecomeErrors(t *testing.T) {
	o := driver.Options()
	o.Launch = func(context.Context, engine.Problem, engine.Config) (session.Follower, error) { panic("launch") }
	o.Foresee = func(engine.Problem, engine.Config) (*engine.Preview, error) { panic("foresee") }
	b := driver.NewBare(t, o)
	b.Send(tea.WindowSizeMsg{Width: 200, Height: 50})
	for _, msg := range driver.Messages(t, b.Model.Init()) {
		b.Send(msg)
	}
	b.Shows("failed: the trainer crashed: launch")
	b.Shows("computing the costs of the settings crashed: foresee")
	o.Load = func(context.Context) (engine.Problem, error) { panic("load") }
	b.Session.Options = o
	b.Send(driver.Messages(t, b.Session.Load())...)
	b.Shows("cannot load the data: reading the ratings crashed: load")
}

func TestIdleDashboardHasNoCommands(t *testing.T) {
	o := driver.Options()
	o.Problem = driver.Problem(1000)
	b := driver.New(t, 120, 36, o)
	b.Compared()
	r := b.Session.Runs.Current
	b.Begin(r)
	b.StepTo(r, 3, 3, 0.9, 1)
	cmd := b.Send(session.SnapshotMsg{Run: r.Number, From: r.Read, Events: []engine.Event{engine.Ended{Outcome: engine.Done, Result: &engine.Result{}}}})
	if got := driver.Messages(t, cmd); len(got) > 0 {
		t.Errorf("after the last run the screen still asks for %v", got)
	}
	if len(b.Session.Runs.Live) > 0 {
		t.Errorf("%d runs are still followed", len(b.Session.Runs.Live))
	}
}
