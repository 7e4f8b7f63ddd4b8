package tui_test

import (
	"image/color"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
	"dpals/internal/tuitest/driver"
	"dpals/tui"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

func TestTypingAValue(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	k := &b.Session.Knobs
	b.Press("=", "2", ".", "5", "0", "backspace", "enter")
	if k.Epsilon != 2.5 || k.Edit.Open {
		t.Errorf("ε is %v", k.Epsilon)
	}
	b.Press("=", "5", "x", "enter")
	b.Shows(`privacy "5x": not a number`)
	if b.Press("esc"); k.Epsilon != 2.5 || k.Edit.Open {
		t.Error("Esc does not keep the old value")
	}
	b.Press("esc", "=", "-", "1", "enter")
	b.Shows("privacy -1: choose a positive number")
	b.Press("esc", "=", "9", "9", "9", "enter") // beyond the slider's end
	if k.Epsilon != 999 {
		t.Errorf("a typed ε of 999 is %v", k.Epsilon)
	}
	if b.Press("right"); k.Epsilon != 999 {
		t.Errorf("turned up, 999 is %v", k.Epsilon)
	}
	if b.Press("left"); k.Epsilon != 100 {
		t.Errorf("turned down, 999 is %v", k.Epsilon)
	}
	b.Press("down", "=")
	for _, r := range "ALL" {
		b.Press(string(r))
	}
	b.Press("enter")
	if got := k.Value(k.Focused()); got != 0 {
		t.Errorf("all is %v", got)
	}
	b.Press("=", "7", "enter", "=", "0", "enter") // a typed number is a number
	b.Shows("type all")
	if b.Press("esc"); k.Value(k.Focused()) != 7 {
		t.Errorf("a typed 0 makes k %v", k.Value(k.Focused()))
	}
	b.Press("r")
	if got := k.Value(k.Focused()); got != 0 {
		t.Errorf("reset leaves %v", got)
	}
}

func TestSymbols(t *testing.T) {
	for _, c := range []struct {
		symbol string
		room   int
		want   string
	}{
		{"λ", 2, "λ"}, {"λ_u", 2, "λᵤ"}, {"λ₀", 2, "λ₀"}, {"Γ_u", 2, "Γᵤ"}, {"Γ_M", 3, "Γ_M"}, {"Γ_M", 2, "Γ"},
		{"σ_G", 3, "σ_G"}, {"σ_G/σ_g", 7, "σ_G/σ_g"}, {"σ_G/σ_g", 3, "σ/σ"}, {"", 3, ""},
	} {
		if got := (session.Knob{Parameter: method.Parameter{Symbol: c.symbol}}).ShortSymbol(c.room); got != c.want {
			t.Errorf("%s in %d cells is %q, want %q", c.symbol, c.room, got, c.want)
		}
	}
}

func TestThemeFollowsTheTerminalOnlyWhenAuto(t *testing.T) {
	asks := func(o session.Options) bool {
		m, err := tui.New(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		return m.Waiting() && m.View().BackgroundColor == nil
	}
	o := driver.Options()
	if asks(o) {
		t.Error("asks the terminal although a theme is set")
	}
	if o.Theme = "auto"; !asks(o) {
		t.Error("auto does not ask the terminal")
	}
	b := driver.New(t, 120, 36, o)
	b.Send(tea.BackgroundColorMsg{Color: color.White})
	if b.Session.Theme.Dark {
		t.Error("a white terminal gets the dark theme")
	}
	b.Press("t")
	if !b.Session.Theme.Dark {
		t.Error("t does not change the theme")
	}
	if o.Theme = "no such theme"; true {
		if _, err := tui.New(t.Context(), o); err == nil {
			t.Error("an unknown theme is taken")
		}
	}
}

func TestHelpListsEveryKey(t *testing.T) {
	b := driver.New(t, 140, 90, driver.Options())
	for i, s := range b.Model.Screens {
		b.Model.GoTo(i)
		b.Press("?")
		for _, k := range append(s.Keys(false), ui.KeyLines(b.Model.Table(), b.Model, false)...) {
			b.Shows(canvas.Text(k.Meaning))
		}
		b.Press("esc")
		b.Hides("any key: close")
	}
}

func TestKeyTableHasNoConflicts(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	for i, s := range b.Model.Screens {
		b.Model.GoTo(i)
		for _, p := range s.(ui.PanelScreen).Panels().Focusable() {
			s.(ui.PanelScreen).Panels().FocusOn(p)
			owner := make(map[string]string)
			for _, k := range append(s.Keys(true), ui.KeyLines(b.Model.Table(), b.Model, true)...) {
				for _, key := range k.Keys {
					if other, taken := owner[key]; taken {
						t.Errorf("%s: %s means both %q and %q", s.Name(), key, other, k.Meaning)
					}
					owner[key] = k.Meaning
				}
				if k.Action == "" || k.Group == "" || k.Meaning == "" {
					t.Errorf("%s: %v has no name, heading or meaning", s.Name(), k)
				}
			}
		}
	}
}
