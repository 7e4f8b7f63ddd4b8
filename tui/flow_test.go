package tui

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/engine"
)

// messages runs a command and all it batches, and returns what they bring.
func messages(t *testing.T, cmd tea.Cmd) (all []tea.Msg) {
	t.Helper()
	if cmd == nil {
		return nil
	}
	got := make(chan tea.Msg)
	go func() { got <- cmd() }()
	select {
	case msg := <-got:
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, c := range batch {
				all = append(all, messages(t, c)...)
			}
			return all
		}
		return append(all, msg)
	case <-time.After(10 * time.Second):
		t.Fatal("a command did not return")
	}
	return nil
}

func only[T tea.Msg](all []tea.Msg) (found []T) {
	for _, msg := range all {
		if m, ok := msg.(T); ok {
			found = append(found, m)
		}
	}
	return found
}

func (b *bed) shows(text string) {
	b.t.Helper()
	if !strings.Contains(plainText(b.content()), text) {
		b.t.Errorf("the screen does not say %q:\n%s", text, plainText(b.content()))
	}
}

func (b *bed) hides(text string) {
	b.t.Helper()
	if strings.Contains(plainText(b.content()), text) {
		b.t.Errorf("the screen says %q:\n%s", text, plainText(b.content()))
	}
}

func TestTurnedKnobRetrainsOverGhost(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	first := b.whole(0.995)
	got := messages(t, b.press("right"))
	settled := only[settledMsg](got)
	if len(only[foreseenMsg](got)) != 1 || len(settled) != 1 {
		t.Fatalf("a turned knob asks for %v", got)
	}
	if b.m.bench.session.current != first {
		t.Fatal("a run started before the knob came to rest")
	}
	got = messages(t, b.send(settled[0]))
	s := &b.m.bench.session
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
	before := b.m.bench.session.current
	b.send(first[0])
	if b.m.bench.session.current != before {
		t.Error("a knob that has moved on trained its old value")
	}
}

func TestSupersededRunStopsAndStillCosts(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	old := b.m.bench.session.current
	f := b.begin(old)
	b.charge(old, 3)
	b.press("enter")
	if !f.cancelled {
		t.Fatal("the run before goes on")
	}
	b.charge(old, 1) // made before it heard of its end
	b.report(old, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	s := &b.m.bench.session
	var want accounting.TotalCost
	for _, c := range old.charges {
		want = want.PlusRelease(c.Release)
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
	r := b.m.bench.session.current
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

func TestRunThatNeverBeganEnds(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	r := b.m.bench.session.current
	started := messages(t, b.m.bench.start(r, &b.m.bench.lanes.front))
	b.press("ctrl+c")
	again := messages(t, b.m.bench.start(r, &lane{}))
	if err := again[0].(startedMsg).err; !errors.Is(err, errAbandoned) {
		t.Fatalf("an abandoned run started: %v", err)
	}
	b.send(started[0])
	if f := started[0].(startedMsg).history.(*fakeRun); !f.cancelled {
		t.Error("a run stopped before it was heard of goes on")
	}
}

func TestInterrupt(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	r := b.m.bench.session.current
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

func quits(t *testing.T, cmd tea.Cmd) bool {
	return len(only[tea.QuitMsg](messages(t, cmd))) > 0
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
	if b.m.bench.session.current == first {
		t.Error("letting go does not train what has changed")
	}
}

func TestLargeDataAsksForEnter(t *testing.T) {
	o := fakeOptions()
	o.Problem = fakeProblem(retrainLimit + 1)
	b := newBed(t, 120, 36, o)
	s := &b.m.bench.session
	if got := only[settledMsg](messages(t, b.press("right"))); len(got) > 0 || s.current != nil {
		t.Error("large data trains by itself")
	}
	b.shows("Enter trains with these knobs")
	b.press("enter")
	if s.current == nil {
		t.Fatal("Enter does not train")
	}
	if s.ceiling != nil {
		t.Error("als trains beside the first run on large data")
	}
	b.whole(0.99)
	if s.ceiling == nil {
		t.Error("als is not trained after the first run")
	}
}

func TestPinsKeepTheirColour(t *testing.T) {
	b := newBed(t, 200, 50, fakeOptions())
	s := &b.m.bench.session
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
	m, err := newModel(t.Context(), o.fill())
	if err != nil {
		t.Fatal(err)
	}
	b := &bed{t, m}
	b.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	got := messages(t, m.Init())
	b.shows("loading ml-1m")
	b.press("right", "enter", "space", "y", "p") // none of them may need the ratings
	b.send(only[loadedMsg](got)[0])
	b.shows("6,040 users")
	if b.m.bench.session.current == nil {
		t.Error("loading does not train")
	}
}

// A crash of what runs beside the screen becomes a sentence on it.
func TestPanicsBecomeSentences(t *testing.T) {
	o := fakeOptions()
	o.launch = func(context.Context, engine.Problem, engine.Config) (follower, error) { panic("launch") }
	o.foresee = func(engine.Problem, engine.Config) (*engine.Preview, error) { panic("foresee") }
	m, err := newModel(t.Context(), o.fill())
	if err != nil {
		t.Fatal(err)
	}
	b := &bed{t, m}
	b.send(tea.WindowSizeMsg{Width: 200, Height: 50})
	for _, msg := range messages(t, m.Init()) {
		b.send(msg)
	}
	b.shows("failed: the trainer crashed: launch")
	b.shows("working out the consequences crashed: foresee")
	o.Load = func(context.Context) (engine.Problem, error) { panic("load") }
	b.m.bench.options = o
	b.send(messages(t, b.m.bench.load())...)
	b.shows("no ratings: reading the ratings crashed: load")
}

func TestNothingIsWaitedForWhenIdle(t *testing.T) {
	o := fakeOptions()
	o.Problem = fakeProblem(1000)
	b := newBed(t, 120, 36, o)
	b.compared()
	r := b.m.bench.session.current
	b.begin(r)
	b.stepTo(r, 3, 3, 0.9, 1)
	cmd := b.send(snapshotMsg{run: r.number, from: r.read, events: []engine.Event{engine.Ended{Outcome: engine.Done, Result: &engine.Result{}}}})
	if got := messages(t, cmd); len(got) > 0 {
		t.Errorf("after the last run the screen still asks for %v", got)
	}
	if len(b.m.bench.session.live) > 0 {
		t.Errorf("%d runs are still followed", len(b.m.bench.session.live))
	}
}
