package tui

import (
	"image/color"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
	"dpals/tui/canvas"
)

func TestTypingAValue(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	k := &b.bench.knobs
	b.press("=", "2", ".", "5", "0", "backspace", "enter")
	if k.epsilon != 2.5 || k.edit.open {
		t.Errorf("ε is %v", k.epsilon)
	}
	b.press("=", "5", "x", "enter")
	b.shows(`--epsilon "5x": not a number`)
	if b.press("esc"); k.epsilon != 2.5 || k.edit.open {
		t.Error("Esc does not keep the old value")
	}
	b.press("esc", "=", "9", "9", "9", "enter")
	b.shows("out of range, choose from 0.1 to 100")
	b.press("esc", "down", "=")
	for _, r := range "ALL" {
		b.press(string(r))
	}
	b.press("enter")
	if got := k.value(k.focused()); got != 0 {
		t.Errorf("all is %v", got)
	}
	b.press("=", "7", "enter", "=", "0", "enter") // a typed number is a number
	b.shows("type all")
	if b.press("esc"); k.value(k.focused()) != 7 {
		t.Errorf("a typed 0 makes k %v", k.value(k.focused()))
	}
	b.press("r")
	if got := k.value(k.focused()); got != 0 {
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
		if got := (knob{Parameter: method.Parameter{Symbol: c.symbol}}).symbol(c.room); got != c.want {
			t.Errorf("%s in %d cells is %q, want %q", c.symbol, c.room, got, c.want)
		}
	}
}

func TestThemeFollowsTheTerminalOnlyWhenAuto(t *testing.T) {
	asks := func(o Options) bool {
		m, err := newModel(t.Context(), o.fill())
		if err != nil {
			t.Fatal(err)
		}
		return m.waiting && m.View().BackgroundColor == nil
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
	if b.bench.theme.Dark {
		t.Error("a white terminal gets the dark theme")
	}
	b.press("t")
	if !b.bench.theme.Dark {
		t.Error("t does not change the theme")
	}
	if o.Theme = "no such theme"; true {
		if _, err := newModel(t.Context(), o.fill()); err == nil {
			t.Error("an unknown theme is taken")
		}
	}
}

func TestHelpListsEveryKey(t *testing.T) {
	b := newBed(t, 140, 90, fakeOptions())
	for i, s := range b.m.screens {
		b.m.goTo(i)
		b.press("?")
		for _, k := range append(s.keys(false), lines(b.m.table, b.m, false)...) {
			b.shows(canvas.Text(k.Meaning))
		}
		b.press("esc")
		b.hides("any key closes")
	}
}

func TestKeyTableHasNoConflicts(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	for i, s := range b.m.screens {
		b.m.goTo(i)
		for _, p := range s.(paneled).panels().focusable() {
			s.(paneled).panels().focusOn(p)
			owner := make(map[string]string)
			for _, k := range append(s.keys(true), lines(b.m.table, b.m, true)...) {
				for _, key := range k.Keys {
					if other, taken := owner[key]; taken {
						t.Errorf("%s: %s means both %q and %q", s.name(), key, other, k.Meaning)
					}
					owner[key] = k.Meaning
				}
				if k.Action == "" || k.Group == "" || k.Meaning == "" {
					t.Errorf("%s: %v has no name, heading or meaning", s.name(), k)
				}
			}
		}
	}
}
