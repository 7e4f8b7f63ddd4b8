package tui_test

import (
	"encoding/json"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/tui"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// seventhScreen is a complete screen: what a new screen has to write.
type seventhScreen struct {
	*session.Session
	ui.Board
	ui.Actions[*seventhScreen]
	count int
}

func newSeventhScreen(s *session.Session) tui.Screen {
	x := &seventhScreen{Session: s}
	x.Board = ui.NewBoard(&s.Style, func(body ui.Rect) []ui.Rect { return []ui.Rect{body} })
	x.Actions = ui.Bind(s.Options.Keys, x, []ui.Binding[*seventhScreen]{{
		Key: ui.Key{Action: "extra.count", Group: "Extra", Keys: []string{"n"}, Meaning: "count one more", Footer: "count", Rank: 1},
		Do:  func(x *seventhScreen) tea.Cmd { x.count++; return nil },
	}}, ui.PanelKeys[*seventhScreen]())
	return x
}

func (x *seventhScreen) Name() string { return "Extra" }

func (x *seventhScreen) Update(tea.Msg) tea.Cmd { return nil }

func (x *seventhScreen) Draw() string {
	return x.Compose(x.Panel(0, "Counter", "", x.Empty(strings.Repeat("one ", x.count))))
}

func newSeven(t *testing.T, o session.Options) *driver.Dashboard {
	t.Helper()
	m, err := tui.NewWith(t.Context(), o, newSeventhScreen)
	if err != nil {
		t.Fatal(err)
	}
	d := &driver.Dashboard{T: t, Model: m, Session: m.Session}
	d.Model.Init()
	d.Send(tea.WindowSizeMsg{Width: 140, Height: 60})
	return d
}

// A screen that is not known to any other file has its tab, keys, help, footer, palette lines and documentation.
func TestSeventhScreen(t *testing.T) {
	d := newSeven(t, driver.Options())
	d.Shows("7 Extra")
	d.Press("7")
	if d.Front().Name() != "Extra" {
		t.Fatalf("7 goes to %s", d.Front().Name())
	}
	d.Shows("n count")
	d.Press("n", "n")
	d.Shows("one one")
	tuitest.Exactly(t, d.Content(), 140, 60)
	d.Press("?")
	d.Shows("count one more")
	d.Shows("go to Extra")
	d.Press("esc", "1")
	d.Wish("go extra")
	d.Wish("count one")
	d.Shows("one one one")
	for _, line := range []string{"| 7 | go to Extra | `go.extra` |", "## Extra\n\n| keys | action | name |\n|---|---|---|\n| n | count one more | `extra.count` |"} {
		if doc := d.Model.KeysDocument(); !strings.Contains(doc, line) {
			t.Errorf("the key document has no %q:\n%s", line, doc)
		}
	}
	d.Send(tea.MouseClickMsg{X: 5, Y: 5, Button: tea.MouseLeft}) // the screen has no Mouse
	d.Send(tea.WindowSizeMsg{Width: 60, Height: 24})
	tuitest.Exactly(t, d.Content(), 60, 24)
}

func TestSeventhScreenIsRestored(t *testing.T) {
	d := newSeven(t, driver.Options())
	d.Press("7")
	data, err := json.Marshal(d.Model.Saved())
	if err != nil {
		t.Fatal(err)
	}
	o := driver.Options()
	o.Session = new(session.Saved)
	if err := json.Unmarshal(data, o.Session); err != nil {
		t.Fatal(err)
	}
	if again := newSeven(t, o); again.Front().Name() != "Extra" {
		t.Errorf("opens on %s", again.Front().Name())
	}
	// A program without the screen opens on its first one.
	if without := driver.New(t, 80, 24, o); without.Front().Name() != "Tune" {
		t.Errorf("without the screen it opens on %s", without.Front().Name())
	}
}
