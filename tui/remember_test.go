package tui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/internal/tuitest"
)

// rememberBed keeps its session in a file.
func rememberBed(t *testing.T, path string) *bed {
	o := fakeOptions()
	o.SessionFile = path
	o.Theme = ""
	return newBed(t, 120, 36, o)
}

func TestSessionIsTakenUpAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "session.json")
	b := rememberBed(t, path)
	b.press("right")
	b.send(settledMsg{b.bench.knobs.generation})
	pinned := b.whole(0.948)
	b.press("p", "right", "t", "t", "m", "down", "right", "[", "4")
	if err := b.m.keepSession(); err != nil {
		t.Fatal(err)
	}
	s, err := ReadSession(path)
	if err != nil {
		t.Fatal(err)
	}
	if s.Data != "ml-1m" || s.Theme != "high-contrast" || s.Screen != "Privacy" || s.Method != "dpals" || s.Epsilon != 2 || len(s.Pins) != 1 {
		t.Fatalf("kept %+v", s)
	}
	o := fakeOptions()
	o.Session, o.Theme = s, s.Theme
	o.Config = engine.Config{Method: s.Method, Epsilon: s.Epsilon, Delta: s.Delta, Accountant: s.Accountant, Settings: s.Settings[s.Method]}
	again := newBed(t, 120, 36, o)
	if got := again.front().name(); got != "Privacy" {
		t.Errorf("opens on %s", got)
	}
	again.press("1")
	pins := again.bench.session.pinned
	if len(pins) != 1 || pins[0].series != pinned.series || len(pins[0].steps) != len(pinned.steps) || pins[0].final() != pinned.final() {
		t.Fatalf("pins %+v", pins)
	}
	again.shows("ε 1.5 pinned")
	k := &again.bench.knobs
	if k.epsilon != 2 || k.given["als"]["iterations"] != 11 || k.method().Name != "dpals" {
		t.Errorf("ε %v, als %v", k.epsilon, k.given["als"])
	}
	if r := again.bench.session.current; r.series == pinned.series {
		t.Error("a new run has the colour of a pinned one")
	}
}

// Pins are there before the ratings are, and so before there is a run to compare them with.
func TestPinsAreDrawnWhileRatingsLoad(t *testing.T) {
	before := newBed(t, 120, 36, fakeOptions())
	before.whole(0.948)
	before.press("p")
	s := before.m.remembered()
	o := fakeOptions()
	unloaded(&o)
	o.Session = &s
	b := newBed(t, 120, 36, o)
	b.shows("ε 1.0 pinned")
	for i := range b.m.screens {
		b.m.goTo(i)
		tuitest.Exactly(t, b.content(), 120, 36)
	}
}

func TestSessionIsKeptAtRestAndOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.json")
	b := rememberBed(t, path)
	b.press("right")
	b.press("right")
	if cmd := b.send(restedMsg{1}); cmd == nil || b.m.resting == false {
		t.Fatal("nobody waits although somebody has acted")
	}
	b.send(messages(t, b.send(restedMsg{b.m.acts}))...)
	if s, err := ReadSession(path); err != nil || s == nil || s.Epsilon != 2 {
		t.Fatalf("kept %+v, %v", s, err)
	}
	b.press("x") // means nothing
	if got := messages(t, b.send(restedMsg{b.m.acts})); len(got) > 0 {
		t.Errorf("nothing has changed and it does %v", got)
	}
}

func TestSessionThatCannotBeKeptIsSaidOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b := rememberBed(t, filepath.Join(file, "session.json"))
	b.press("right")
	b.send(messages(t, b.send(restedMsg{b.m.acts}))...)
	b.shows("the session is not kept")
	if b.press("right"); b.m.resting {
		t.Error("it goes on trying")
	}
}

// Whatever is in a session, it opens.
func TestStrangeSessionOpens(t *testing.T) {
	o := fakeOptions()
	half := 0.5
	o.Session = &Session{Data: "ml-1m", Screen: "Nowhere", Settings: nil, Pins: []Pin{
		{Method: "gone", Steps: []PinStep{{T: 1, Of: 1, Valid: &half}}},
		{Method: "dpals", Series: -3, Steps: []PinStep{{T: -1, Of: 0}, {T: 5, Of: 3, Valid: &half}}},
		{Method: "als"},
	}}
	b := newBed(t, 120, 36, o)
	if n := len(b.bench.session.pinned); n != 1 {
		t.Errorf("%d pins", n)
	}
	tuitest.Exactly(t, b.content(), 120, 36)
}

func TestDataThatIsGoneIsReplaced(t *testing.T) {
	o := fakeOptions()
	o.Problem = engine.Problem{Name: "lost.csv"}
	o.Load = func(context.Context) (engine.Problem, error) {
		return engine.Problem{}, errors.New("lost.csv: no such file")
	}
	o.Instead = func(context.Context) (engine.Problem, error) { return fakeProblem(1000), nil }
	o.Session = &Session{Data: "lost.csv", Pins: []Pin{{Method: "als", Steps: []PinStep{{T: 1, Of: 1}}}}}
	b := newBare(t, o)
	b.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	b.send(only[loadedMsg](messages(t, b.m.Init()))[0])
	b.shows("lost.csv cannot be read any more, so here is ml-1m")
	if len(b.bench.session.pinned) > 0 {
		t.Error("curves of other ratings are shown")
	}
	if b.bench.session.current == nil {
		t.Error("nothing trains")
	}
}
