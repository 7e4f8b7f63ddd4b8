package tui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
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
	b.send(settledMsg{b.tune().knobs.generation})
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
	if got := again.m.screens[again.m.current].name(); got != "Privacy" {
		t.Errorf("opens on %s", got)
	}
	again.press("1")
	pins := again.m.bench.session.pinned
	if len(pins) != 1 || pins[0].series != pinned.series || len(pins[0].steps) != len(pinned.steps) || pins[0].final() != pinned.final() {
		t.Fatalf("pins %+v", pins)
	}
	again.shows("ε 1.5 pinned")
	k := &again.tune().knobs
	if k.epsilon != 2 || k.given["als"]["iterations"] != 11 || k.method().Name != "dpals" {
		t.Errorf("ε %v, als %v", k.epsilon, k.given["als"])
	}
	if r := again.m.bench.session.current; r.series == pinned.series {
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

func TestBrokenSessionIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.json")
	for name, test := range map[string]struct{ text, want string }{
		"no JSON":       {"{", "session.json: not a session"},
		"wrong type":    {`{"version":1,"epsilon":"one"}`, "session.json: not a session"},
		"other version": {`{"version":99}`, "of version 99"},
		"too large":     {strings.Repeat(" ", sessionLimit+1), "too large"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if s, err := ReadSession(path); err == nil || s != nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, %v", s, err)
			}
		})
	}
	if s, err := ReadSession(filepath.Join(t.TempDir(), "none")); s != nil || err != nil {
		t.Errorf("without a file %v, %v", s, err)
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
	if n := len(b.m.bench.session.pinned); n != 1 {
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
	m, err := newModel(t.Context(), o.fill())
	if err != nil {
		t.Fatal(err)
	}
	b := &bed{t, m}
	b.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	b.send(only[loadedMsg](messages(t, m.Init()))[0])
	b.shows("lost.csv cannot be read any more, so here is ml-1m")
	if len(b.m.bench.session.pinned) > 0 {
		t.Error("curves of other ratings are shown")
	}
	if b.m.bench.session.current == nil {
		t.Error("nothing trains")
	}
}

func TestOpeningOtherRatings(t *testing.T) {
	o := fakeOptions()
	sources := map[string]engine.Problem{"small": fakeProblem(500)}
	o.Sources = []string{"small", "none"}
	o.Open = func(_ context.Context, source string) (engine.Problem, error) {
		p, ok := sources[source]
		if !ok {
			return p, errors.New(source + ": not found")
		}
		p.Name = source
		return p, nil
	}
	b := newBed(t, 120, 36, o)
	old := b.m.bench.session.current
	f := b.begin(old)
	b.press("p")
	got := messages(t, b.m.bench.open("none"))
	b.shows("loading none")
	b.send(got...)
	b.shows("the ratings stay: none: not found")
	if b.m.bench.session.current != old {
		t.Fatal("a source that cannot be read ends the run")
	}
	b.press(":")
	for _, r := range "data small" {
		b.press(string(r))
	}
	got = loaded(messages(t, b.press("enter")))
	b.send(got...)
	s := &b.m.bench.session
	if !f.cancelled || s.current == old || s.current == nil || len(s.pinned) > 0 || b.m.bench.problem.Name != "small" {
		t.Errorf("the run goes on: %v; pins: %d; data: %s", !f.cancelled, len(s.pinned), b.m.bench.problem.Name)
	}
	b.charge(old, 1)
	if s.private != 0 {
		t.Error("what other ratings paid is counted here")
	}
}

func loaded(all []tea.Msg) []tea.Msg {
	var found []tea.Msg
	for _, m := range only[loadedMsg](all) {
		found = append(found, m)
	}
	return found
}
