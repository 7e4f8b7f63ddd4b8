package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/internal/tuitest"
)

func TestPaletteDoesWhatIsTyped(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	b.whole(0.9)
	for wish, done := range map[string]func() bool{
		"go runs":     func() bool { return b.front().name() == "Runs" },
		"theme light": func() bool { return b.bench.theme.Name == "light" },
		"method als":  func() bool { return b.bench.knobs.method().Name == "als" && b.m.current == 0 },
		"hold":        func() bool { return strings.Contains(tuitest.Plain(b.content()), "held: turned knobs train nothing") },
		"mouse":       func() bool { return !b.m.mouseOn },
	} {
		if wish == "hold" {
			b.goTo("Tune")
		}
		b.wish(wish)
		if !done() {
			t.Errorf("%q does something else:\n%s", wish, tuitest.Plain(b.content()))
		}
	}
	b.goTo("Tune")
	if got := only[copiedMsg](messages(t, b.wish("command line"))); len(got) != 1 {
		t.Errorf("copy command: %v", got)
	}
	if !quits(t, b.wish("quit")) {
		t.Error("quit does not quit")
	}
}

func TestPaletteListsEverything(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	b.press(":")
	var all []string
	for _, c := range b.m.palette.all {
		all = append(all, c.Title)
	}
	text := strings.Join(all, "\n")
	for _, want := range []string{"go to Privacy", "theme: terminal", "method: user-mean", "Charts: zoom in", "Everywhere: quit"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q", want)
		}
	}
	for range 100 {
		b.press("down")
	}
	b.press("pgup", "up", "pgdown")
	tuitest.Exactly(t, b.content(), 120, 36)
	for _, r := range "zzzzqqq" {
		b.press(string(r))
	}
	b.shows("nothing matches")
	b.press("enter")
	b.hides("What do you want?")
}

func TestPastedTextIsNoCommand(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	b.whole(0.9)
	if quits(t, b.send(tea.PasteMsg{Content: "q"})) {
		t.Error("a pasted q quits")
	}
	for _, end := range []string{"\n", "\r", " \r\n"} {
		b.press("r", "=")
		b.send(tea.PasteMsg{Content: " 7.5" + end + "quit"})
		b.press("enter")
		if got := b.bench.knobs.epsilon; got != 7.5 {
			t.Errorf("a pasted 7.5 makes ε %v", got)
		}
	}
}

func TestHeaderAndFooterAreClicked(t *testing.T) {
	for _, w := range []int{60, 120} {
		b := newBed(t, w, 36, fakeOptions())
		b.whole(0.9)
		click := func(x, y int) tea.Cmd { return b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) }
		for i, tab := range b.m.tabs() {
			line := strings.SplitN(tuitest.Plain(b.content()), "\n", 2)[0]
			if !strings.Contains(line, tab.text) {
				t.Errorf("the header %q has no %q", line, tab.text)
			}
			if click(tab.x+1, 0); b.m.current != i {
				t.Errorf("a click on %s goes to screen %d", tab.text, b.m.current)
			}
		}
		b.goTo("Tune")
		for _, h := range b.m.hints() {
			if h.text == "z zoom" || h.text == "? help" {
				click(h.x+1, 35)
			}
			if h.text == "? help" {
				if !b.m.help {
					t.Error("a click on ? opens no help")
				}
				click(5, 5)
			}
		}
		if b.m.help {
			t.Error("a click does not close the help")
		}
	}
}

func TestMouseIsGivenToTheTerminal(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	if b.m.View().MouseMode == tea.MouseModeNone {
		t.Fatal("no mouse")
	}
	b.send(tea.KeyPressMsg{Code: 'o', Mod: tea.ModCtrl})
	if b.m.View().MouseMode != tea.MouseModeNone {
		t.Error("Ctrl+O keeps the mouse")
	}
	b.shows("the mouse is the terminal's")
}
