package tui_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/tui"
	"dpals/tui/session"
)

// rememberBed keeps its session in a file.
func rememberBed(t *testing.T, path string) *driver.Dashboard {
	o := driver.Options()
	o.SessionFile = path
	o.Theme = ""
	return driver.New(t, 120, 36, o)
}

func TestSessionIsRestored(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "session.json")
	b := rememberBed(t, path)
	b.Press("right")
	b.Send(session.SettledMsg{Generation: b.Session.Knobs.Generation})
	pinned := b.Whole(0.948)
	b.Press("p", "right", "t", "t", "m", "down", "right", "[", "4")
	if err := b.Model.SaveSession(); err != nil {
		t.Fatal(err)
	}
	s, err := session.ReadSaved(path)
	if err != nil {
		t.Fatal(err)
	}
	if s.Data != "ml-1m" || s.Theme != "high-contrast" || s.Screen != "Privacy" || s.Method != "dpals" || s.Epsilon != 2 || len(s.Pins) != 1 {
		t.Fatalf("kept %+v", s)
	}
	o := driver.Options()
	o.Session, o.Theme = s, s.Theme
	o.Config = engine.Config{Method: s.Method, Epsilon: s.Epsilon, Delta: s.Delta, Accountant: s.Accountant, Settings: s.Settings[s.Method]}
	again := driver.New(t, 120, 36, o)
	if got := again.Front().Name(); got != "Privacy" {
		t.Errorf("opens on %s", got)
	}
	again.Press("1")
	pins := again.Session.Runs.Pinned
	if len(pins) != 1 || pins[0].Series != pinned.Series || len(pins[0].Steps) != len(pinned.Steps) || pins[0].Final() != pinned.Final() {
		t.Fatalf("pins %+v", pins)
	}
	again.Shows("ε 1.5 pinned")
	k := &again.Session.Knobs
	if k.Epsilon != 2 || k.Given["als"]["iterations"] != 11 || k.Method().Name != "dpals" {
		t.Errorf("ε %v, als %v", k.Epsilon, k.Given["als"])
	}
	if r := again.Session.Runs.Current; r.Series == pinned.Series {
		t.Error("a new run has the colour of a pinned one")
	}
}

// Pins are there before the ratings are, and so before there is a run to compare them with.
func TestPinsAreDrawnWhileRatingsLoad(t *testing.T) {
	before := driver.New(t, 120, 36, driver.Options())
	before.Whole(0.948)
	before.Press("p")
	s := before.Model.Saved()
	o := driver.Options()
	driver.Unloaded(&o)
	o.Session = &s
	b := driver.New(t, 120, 36, o)
	b.Shows("ε 1.0 pinned")
	for i := range b.Model.Screens {
		b.Model.GoTo(i)
		tuitest.Exactly(t, b.Content(), 120, 36)
	}
}

func TestSessionIsSavedOnceAtRest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.json")
	b := rememberBed(t, path)
	b.Press("right")
	b.Press("right")
	if cmd := b.Send(tui.RestedMsg{Acts: 1}); cmd == nil || b.Model.Resting() == false {
		t.Fatal("no clock runs after a key press")
	}
	b.Send(driver.Messages(t, b.Send(tui.RestedMsg{Acts: b.Model.Acts()}))...)
	if s, err := session.ReadSaved(path); err != nil || s == nil || s.Epsilon != 2 {
		t.Fatalf("kept %+v, %v", s, err)
	}
	b.Press("x") // means nothing
	if got := driver.Messages(t, b.Send(tui.RestedMsg{Acts: b.Model.Acts()})); len(got) > 0 {
		t.Errorf("nothing has changed and it does %v", got)
	}
}

func TestSessionThatCannotBeSavedIsReportedOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b := rememberBed(t, filepath.Join(file, "session.json"))
	b.Press("right")
	b.Send(driver.Messages(t, b.Send(tui.RestedMsg{Acts: b.Model.Acts()}))...)
	b.Shows("session not saved")
	if b.Press("right"); b.Model.Resting() {
		t.Error("it goes on trying")
	}
}

// The program opens with any contents of a session file.
func TestInvalidSessionOpens(t *testing.T) {
	o := driver.Options()
	half := 0.5
	o.Session = &session.Saved{Data: "ml-1m", Screen: "Nowhere", Settings: nil, Pins: []session.Pin{
		{Method: "gone", Steps: []session.PinStep{{T: 1, Of: 1, Valid: &half}}},
		{Method: "dpals", Series: -3, Steps: []session.PinStep{{T: -1, Of: 0}, {T: 5, Of: 3, Valid: &half}}},
		{Method: "als"},
	}}
	b := driver.New(t, 120, 36, o)
	if n := len(b.Session.Runs.Pinned); n != 1 {
		t.Errorf("%d pins", n)
	}
	tuitest.Exactly(t, b.Content(), 120, 36)
}

func TestDataThatIsGoneIsReplaced(t *testing.T) {
	o := driver.Options()
	o.Problem = engine.Problem{Name: "lost.csv"}
	o.Load = func(context.Context) (engine.Problem, error) {
		return engine.Problem{}, errors.New("lost.csv: no such file")
	}
	o.Instead = func(context.Context) (engine.Problem, error) { return driver.Problem(1000), nil }
	o.Session = &session.Saved{Data: "lost.csv", Pins: []session.Pin{{Method: "als", Steps: []session.PinStep{{T: 1, Of: 1}}}}}
	b := driver.NewBare(t, o)
	b.Send(tea.WindowSizeMsg{Width: 120, Height: 36})
	b.Send(driver.Only[session.LoadedMsg](driver.Messages(t, b.Model.Init()))[0])
	b.Shows("cannot read lost.csv, opened ml-1m instead")
	if len(b.Session.Runs.Pinned) > 0 {
		t.Error("curves of other ratings are shown")
	}
	if b.Session.Runs.Current == nil {
		t.Error("nothing trains")
	}
}
