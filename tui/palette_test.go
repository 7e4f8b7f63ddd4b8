package tui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

func TestPaletteRunsTheBestMatch(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	b.Whole(0.9)
	for wish, done := range map[string]func() bool{
		"go runs":     func() bool { return b.Front().Name() == "Runs" },
		"theme light": func() bool { return b.Session.Theme.Name == "light" },
		"method als":  func() bool { return b.Session.Knobs.Method().Name == "als" && b.Model.Current == 0 },
		"automatic":   func() bool { return strings.Contains(tuitest.Plain(b.Content()), "automatic training paused") },
		"mouse":       func() bool { return !b.Model.MouseOn() },
	} {
		if wish == "automatic" {
			b.GoTo("Tune")
		}
		b.Wish(wish)
		if !done() {
			t.Errorf("%q does something else:\n%s", wish, tuitest.Plain(b.Content()))
		}
	}
	b.GoTo("Tune")
	if got := driver.Only[session.CopiedMsg](driver.Messages(t, b.Wish("command line"))); len(got) != 1 {
		t.Errorf("copy command: %v", got)
	}
	if !driver.Quits(t, b.Wish("quit")) {
		t.Error("quit does not quit")
	}
}

func TestPaletteListsScreensThemesAndActions(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	b.Press(":")
	var all []string
	for _, c := range b.Model.Palette().All {
		all = append(all, c.Title)
	}
	text := strings.Join(all, "\n")
	for _, want := range []string{"go to Privacy", "theme: terminal", "method: user-mean", "Charts: zoom in", "Everywhere: quit"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q", want)
		}
	}
	for range 100 {
		b.Press("down")
	}
	b.Press("pgup", "up", "pgdown")
	tuitest.Exactly(t, b.Content(), 120, 36)
	for _, r := range "zzzzqqq" {
		b.Press(string(r))
	}
	b.Shows("no match")
	b.Press("enter")
	b.Hides("Enter run, Esc close")
}

func TestPastedTextIsNoCommand(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	b.Whole(0.9)
	if driver.Quits(t, b.Send(tea.PasteMsg{Content: "q"})) {
		t.Error("a pasted q quits")
	}
	for _, end := range []string{"\n", "\r", " \r\n"} {
		b.Press("r", "=")
		b.Send(tea.PasteMsg{Content: " 7.5" + end + "quit"})
		b.Press("enter")
		if got := b.Session.Knobs.Epsilon; got != 7.5 {
			t.Errorf("a pasted 7.5 makes ε %v", got)
		}
	}
}

func TestHeaderAndFooterAreClicked(t *testing.T) {
	for _, w := range []int{60, 120} {
		b := driver.New(t, w, 36, driver.Options())
		b.Whole(0.9)
		click := func(x, y int) tea.Cmd { return b.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) }
		for i, tab := range b.Model.Tabs() {
			line := strings.SplitN(tuitest.Plain(b.Content()), "\n", 2)[0]
			if !strings.Contains(line, tab.Text()) {
				t.Errorf("the header %q has no %q", line, tab.Text())
			}
			if click(tab.X()+1, 0); b.Model.Current != i {
				t.Errorf("a click on %s goes to screen %d", tab.Text(), b.Model.Current)
			}
		}
		b.GoTo("Tune")
		for _, h := range b.Model.Hints() {
			if h.Text() == "z zoom" || h.Text() == "? help" {
				click(h.X()+1, 35)
			}
			if h.Text() == "? help" {
				if !b.Model.Help() {
					t.Error("a click on ? opens no help")
				}
				click(5, 5)
			}
		}
		if b.Model.Help() {
			t.Error("a click does not close the help")
		}
	}
}

func TestMouseCanBeSwitchedOff(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	if b.Model.View().MouseMode == tea.MouseModeNone {
		t.Fatal("no mouse")
	}
	b.Send(tea.KeyPressMsg{Code: 'o', Mod: tea.ModCtrl})
	if b.Model.View().MouseMode != tea.MouseModeNone {
		t.Error("Ctrl+O keeps the mouse")
	}
	b.Shows("mouse off")
}
