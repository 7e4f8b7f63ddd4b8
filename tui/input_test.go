package tui

import (
	"image/color"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/canvas"
)

func TestTypingAValue(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	k := &b.tune().knobs
	b.press("2", ".", "5", "0", "backspace", "enter")
	if k.epsilon != 2.5 || k.edit != nil {
		t.Errorf("ε is %v", k.epsilon)
	}
	b.press("5", "x", "enter")
	b.shows(`--epsilon "5x": not a number`)
	if b.press("esc"); k.epsilon != 2.5 || k.edit != nil {
		t.Error("Esc does not keep the old value")
	}
	b.press("9", "9", "9", "enter")
	b.shows("out of range, choose from 0.1 to 100")
	b.press("esc", "down", "=")
	for _, r := range "ALL" {
		b.press(string(r))
	}
	b.press("enter")
	if got := k.value(k.focused()); got != 0 {
		t.Errorf("all is %v", got)
	}
	b.press("7", "enter", "r")
	if got := k.value(k.focused()); got != 0 {
		t.Errorf("reset leaves %v", got)
	}
}

func TestDisabledKnobSaysWhy(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	k := &b.tune().knobs
	for k.focused().Name != "sampling" {
		b.press("down")
	}
	b.press("right", "down")
	before := k.generation
	for _, key := range []string{"right", "5"} {
		b.press(key)
		b.shows("only for sampling by weights")
		if k.generation != before || k.edit != nil {
			t.Errorf("%s turns a disabled knob", key)
		}
	}
	b.press("m")
	b.foresee()
	if k.method().Name != "als" {
		t.Fatalf("the method is %s", k.method().Name)
	}
	if k.focus = 0; b.tune().disabled(k.focused()) == "" {
		t.Error("ε can be turned for a method that is not private")
	}
	b.press("[")
	if k.given["dpals"]["sampling"] != 1 {
		t.Error("a method forgets its knobs")
	}
}

func TestMouse(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	tn := b.tune()
	in := tn.knobsInside()
	click := func(x, y int) { b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) }
	right := in.X
	for x := in.X; x < in.X+in.W; x++ {
		if _, on := tn.track(x); on {
			right = x
		}
	}
	click(right, in.Y)
	if tn.knobs.epsilon != 100 {
		t.Errorf("a click on the track's end makes ε %v", tn.knobs.epsilon)
	}
	b.send(tea.MouseMotionMsg{X: right - 5, Y: in.Y, Button: tea.MouseLeft})
	dragged := tn.knobs.epsilon
	if !(dragged < 100) {
		t.Error("dragging does nothing")
	}
	b.send(tea.MouseReleaseMsg{X: right - 5, Y: in.Y}, tea.MouseMotionMsg{X: right, Y: in.Y, Button: tea.MouseLeft})
	if tn.knobs.epsilon != dragged {
		t.Error("the knob sticks to the mouse")
	}
	if click(in.X+1, in.Y+3); tn.knobs.focused().Name != "iterations" {
		t.Errorf("a click focuses %s", tn.knobs.focused().Name)
	}
	if click(tn.layout.Curves.X+5, tn.layout.Curves.Y+5); tn.focus != panelCurves {
		t.Error("a click does not focus the chart")
	}
}

func TestThemeFollowsTheTerminalOnlyWhenAuto(t *testing.T) {
	asks := func(o Options) bool {
		m, err := newModel(t.Context(), o.fill())
		if err != nil {
			t.Fatal(err)
		}
		return m.bench.waiting && m.View().BackgroundColor == nil
	}
	o := fakeOptions()
	if asks(o) {
		t.Error("asks the terminal although a theme is set")
	}
	if o.Theme = "auto"; !asks(o) {
		t.Error("auto does not ask the terminal")
	}
	b := newBed(t, 120, 36, o)
	b.send(tea.BackgroundColorMsg{Color: color.White})
	if b.m.bench.theme.Dark {
		t.Error("a white terminal gets the dark theme")
	}
	b.press("t")
	if !b.m.bench.theme.Dark {
		t.Error("t does not change the theme")
	}
	if o.Theme = "no such theme"; true {
		if _, err := newModel(t.Context(), o.fill()); err == nil {
			t.Error("an unknown theme is taken")
		}
	}
}

func TestHelpListsEveryKey(t *testing.T) {
	b := newBed(t, 120, 60, fakeOptions())
	b.press("?")
	for _, k := range Keys() {
		b.shows(canvas.Text(k.Meaning))
	}
	b.press("esc")
	b.hides("any key closes")
}

func TestKeyTableHasNoConflicts(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	for p := range panels {
		b.tune().focus = p
		owner := make(map[string]string)
		for _, k := range append(b.tune().keys(true), lines(b.m.table, b.m, true)...) {
			for _, key := range k.Keys {
				if other, taken := owner[key]; taken {
					t.Errorf("%s means both %q and %q", key, other, k.Meaning)
				}
				owner[key] = k.Meaning
			}
			if k.Footer != "" && !slices.Contains(footerOrder, k.Footer) {
				t.Errorf("the footer has no place for %q", k.Footer)
			}
		}
	}
}
