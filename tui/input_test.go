package tui

import (
	"image/color"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/tui/canvas"
)

func TestTypingAValue(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	k := &b.tune().knobs
	b.press("=", "2", ".", "5", "0", "backspace", "enter")
	if k.epsilon != 2.5 || k.edit.open {
		t.Errorf("ε is %v", k.epsilon)
	}
	b.press("=", "5", "x", "enter")
	b.shows(`epsilon "5x": not a number`)
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

// A share is typed as it is shown, too.
func TestTypingAShare(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	k := &b.tune().knobs
	for k.focused().Name != "beta" {
		b.press("down")
	}
	for _, typed := range []string{"50%", "50 %", " 50 % ", "0.5"} {
		if v, err := k.focused().read(typed); v != 0.5 || err != nil {
			t.Errorf("%q is %v: %v", typed, v, err)
		}
	}
	for _, typed := range []string{"0%", "101%", "nan%", "inf%", "%", "x%"} {
		if v, err := k.focused().read(typed); err == nil {
			t.Errorf("%q is %v", typed, v)
		}
	}
	b.press("r", "=", "5", "0", "%", "enter")
	if got := k.value(k.focused()); got != 0.5 || k.edit.open {
		t.Errorf("a typed 50%% is %v", got)
	}
	b.press("up", "=", "7", "%", "enter")
	b.shows("not a number")
}

func TestDisabledKnobSaysWhy(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	k := &b.tune().knobs
	for k.focused().Name != "sampling" {
		b.press("down")
	}
	b.press("right", "down")
	before := k.generation
	for _, key := range []string{"right", "="} {
		b.press(key)
		b.shows("only for sampling by weights")
		if k.generation != before || k.edit.open {
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

func TestCommonKnobsSayWhyTheyDoNothing(t *testing.T) {
	for name, test := range map[string]struct {
		c    engine.Config
		knob string
		why  string
		says string // on the screen, after an attempt to turn it
	}{
		"not private":    {engine.Config{Method: "als"}, "epsilon", "not private", "privacy does nothing now: not private"},
		"nothing leaves": {engine.Config{Method: "user-mean"}, "epsilon", "ε is always 0", "Nothing leaves a user, so nothing is"},
		"nor its δ":      {engine.Config{Method: "user-mean"}, "delta", "ε is always 0", "failure does nothing now: ε is always 0"},
		"nor how":        {engine.Config{Method: "user-mean"}, "accountant", "ε is always 0", "accountant does nothing now: ε is always 0"},
		"typed noise": {engine.Config{Method: "dpals", Settings: method.Settings{"k": 50, "sigma-g": 15.5, "sigma-rhs": 7.7, "sigma-pre": 10}},
			"epsilon", "from σ", "privacy follows from the noise that is typed in"},
		"its δ stays": {engine.Config{Method: "dpals", Settings: method.Settings{"k": 50, "sigma-g": 15.5, "sigma-rhs": 7.7, "sigma-pre": 10}},
			"delta", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := ofRegistry(t, 120, 36, test.c)
			k := &b.tune().knobs
			for k.focused().Name != test.knob {
				b.press("down")
			}
			if why := b.tune().disabled(k.focused()); why != test.why {
				t.Errorf("says %q, want %q", why, test.why)
			}
			before := k.generation
			b.press("right")
			if (k.generation != before) != (test.why == "") {
				t.Error("a disabled knob turns, or another does not")
			}
			b.shows(test.says)
		})
	}
}

// Where noise is typed in, the ε that follows from it stands wherever the target would.
func TestTypedNoiseShowsItsEpsilon(t *testing.T) {
	b := ofRegistry(t, 120, 36, engine.Config{Method: "dpals", Settings: method.Settings{"k": 50, "iterations": 2, "sigma-g": 15.5, "sigma-rhs": 7.7, "sigma-pre": 10}})
	b.whole(0.995)
	epsilon := figure(b.m.bench.session.current.plan.Epsilon)
	b.shows("ε " + epsilon + " this run")
	b.shows("ε " + epsilon + " / " + epsilon)
	if got := b.tune().givenEpsilon(); got != epsilon {
		t.Errorf("the knob shows %s, want %s", got, epsilon)
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
	if click(tn.at[panelCurves].X+5, tn.at[panelCurves].Y+5); tn.focus != panelCurves {
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
