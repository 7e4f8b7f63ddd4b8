package tui

import (
	"context"
	"math"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/engine"
)

func TestTurnedKnobRetrainsOverGhost(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	first := b.whole(0.995)
	got := messages(t, b.press("right"))
	settled := only[settledMsg](got)
	if len(only[foreseenMsg](got)) != 1 || len(settled) != 1 {
		t.Fatalf("a turned knob asks for %v", got)
	}
	if b.bench.session.current != first {
		t.Fatal("a run started before the knob came to rest")
	}
	got = messages(t, b.send(settled[0]))
	s := &b.bench.session
	if s.current == first || s.last != first {
		t.Fatal("the last run is not the ghost of the new one")
	}
	if s.current.config.Epsilon != 1.5 || s.current.series == first.series {
		t.Errorf("the new run has ε %v and colour %d", s.current.config.Epsilon, s.current.series)
	}
	if started := only[startedMsg](got); len(started) != 1 || started[0].run != s.current.number {
		t.Fatalf("started: %v", started)
	}
	b.whole(0.948)
	b.shows("ε 1.5 this run 0.948")
	b.shows("ε 1.0 last run 0.995")
	mu := math.Hypot(first.plan.Mu, s.current.plan.Mu)
	epsilon, err := accounting.Exact.Epsilon(mu, engine.DefaultDelta)
	if err != nil {
		t.Fatal(err)
	}
	b.shows("charged ε " + figure(epsilon) + " over 2 runs")
}

func TestKnobThatMovesOnTrainsOnce(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	b.whole(0.995)
	first := only[settledMsg](messages(t, b.press("right")))
	b.press("right")
	before := b.bench.session.current
	b.send(first[0])
	if b.bench.session.current != before {
		t.Error("a knob that has moved on trained its old value")
	}
}

func TestInterrupt(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	r := b.bench.session.current
	f := b.begin(r)
	if cmd := b.press("ctrl+c"); cmd != nil || !f.cancelled {
		t.Fatal("the first Ctrl+C does not stop the run")
	}
	b.shows("stopping…")
	if !quits(t, b.press("ctrl+c")) {
		t.Error("the second Ctrl+C does not quit")
	}
	if b.content() != "" {
		t.Error("it leaves a screen behind")
	}
	b.m.left = false
	b.report(r, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	b.shows("stopped before the first step")
	if !quits(t, b.press("ctrl+c")) {
		t.Error("Ctrl+C does not quit when nothing trains")
	}
}

func TestQuitAsksOnlyWhileTraining(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	if quits(t, b.press("q")) {
		t.Fatal("quits without asking")
	}
	b.shows("a run is training")
	if quits(t, b.press("x")) || b.m.asking {
		t.Error("another key does not stay")
	}
	b.press("q")
	if !quits(t, b.press("y")) {
		t.Error("y does not quit")
	}
	b.whole(0.9)
	if !quits(t, b.press("q")) {
		t.Error("asks although nothing trains")
	}
}

func TestHoldKeepsKnobsFromTraining(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	first := b.whole(0.995)
	b.press("space")
	if got := only[settledMsg](messages(t, b.press("right"))); len(got) > 0 {
		t.Error("a held knob trains")
	}
	b.shows("held")
	b.press("space")
	if b.bench.session.current == first {
		t.Error("letting go does not train what has changed")
	}
}

func TestPinsKeepTheirColour(t *testing.T) {
	b := newBed(t, 200, 50, fakeOptions())
	s := &b.bench.session
	colours := make(map[*run]int)
	for i := range maxPins + 2 {
		r := b.whole(1 - 0.01*float64(i))
		colours[r] = r.series
		b.press("p", "enter")
	}
	if len(s.pinned) != maxPins {
		t.Errorf("%d runs are pinned", len(s.pinned))
	}
	seen := make(map[int]bool)
	for _, r := range s.drawn() {
		if want, ok := colours[r]; ok && r.series != want {
			t.Errorf("run %d changed its colour", r.number)
		}
		if seen[r.series] {
			t.Errorf("two runs have colour %d", r.series)
		}
		seen[r.series] = true
	}
	if b.press("P"); len(s.pinned) > 0 {
		t.Error("P leaves pins")
	}
}

func TestCopyWritesTheCommand(t *testing.T) {
	o := fakeOptions()
	o.Problem.Split.Train.Origin.Source = "my ratings.csv"
	b := newBed(t, 120, 36, o)
	b.press("=", "2", "enter", "down", "=", "5", "0", "enter")
	got := only[copiedMsg](messages(t, b.press("y")))
	want := "dpals train --data 'my ratings.csv' --method dpals --epsilon 2 --k 50"
	if len(got) != 1 || got[0].text != want {
		t.Errorf("copies %v, want %s", got, want)
	}
}

func TestLoading(t *testing.T) {
	o := fakeOptions()
	unloaded(&o)
	b := newBare(t, o)
	b.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	got := messages(t, b.m.Init())
	b.shows("loading ml-1m")
	b.press("right", "enter", "space", "y", "p") // none of them may need the ratings
	b.send(only[loadedMsg](got)[0])
	b.shows("6,040 users")
	if b.bench.session.current == nil {
		t.Error("loading does not train")
	}
}

// A crash of what runs beside the screen becomes a sentence on it.
func TestPanicsBecomeSentences(t *testing.T) {
	o := fakeOptions()
	o.launch = func(context.Context, engine.Problem, engine.Config) (follower, error) { panic("launch") }
	o.foresee = func(engine.Problem, engine.Config) (*engine.Preview, error) { panic("foresee") }
	b := newBare(t, o)
	b.send(tea.WindowSizeMsg{Width: 200, Height: 50})
	for _, msg := range messages(t, b.m.Init()) {
		b.send(msg)
	}
	b.shows("failed: the trainer crashed: launch")
	b.shows("working out the consequences crashed: foresee")
	o.Load = func(context.Context) (engine.Problem, error) { panic("load") }
	b.bench.options = o
	b.send(messages(t, b.bench.load())...)
	b.shows("no ratings: reading the ratings crashed: load")
}

func TestNothingIsWaitedForWhenIdle(t *testing.T) {
	o := fakeOptions()
	o.Problem = fakeProblem(1000)
	b := newBed(t, 120, 36, o)
	b.compared()
	r := b.bench.session.current
	b.begin(r)
	b.stepTo(r, 3, 3, 0.9, 1)
	cmd := b.send(snapshotMsg{run: r.number, from: r.read, events: []engine.Event{engine.Ended{Outcome: engine.Done, Result: &engine.Result{}}}})
	if got := messages(t, cmd); len(got) > 0 {
		t.Errorf("after the last run the screen still asks for %v", got)
	}
	if len(b.bench.session.live) > 0 {
		t.Errorf("%d runs are still followed", len(b.bench.session.live))
	}
}
