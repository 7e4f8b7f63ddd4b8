package tui

import (
	"math"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
)

// press takes a key: for the value being typed, else by the key table.
func (t *tune) press(key tea.KeyPressMsg) (tea.Cmd, bool) {
	if t.knobs.edit != nil && key.String() != "ctrl+c" {
		return t.edit(key), true
	}
	return dispatch(t.table, t, key.String())
}

// edit gives the key to the value being typed, and the value to the knob once it is complete.
func (t *tune) edit(key tea.KeyPressMsg) tea.Cmd {
	v, done := t.knobs.press(key)
	if !done {
		return nil
	}
	t.knobs.edit = nil
	return t.setFocused(v)
}

// turn moves the focused knob one step.
func turn(direction int, fine bool) func(*tune, string) tea.Cmd {
	return func(t *tune, _ string) tea.Cmd {
		n := t.knobs.focused()
		from := t.effective(n)
		if n.Auto && from == method.Auto { // what the rule chooses is not known yet
			from = n.Low
		}
		return t.setFocused(n.turn(from, direction, fine))
	}
}

// effective is a knob's value, or what the method's rule has chosen in its place: turning begins there.
func (t *tune) effective(n knob) float64 {
	v := t.knobs.value(n)
	if p := t.preview; n.Auto && v == method.Auto && p != nil && p.Method == t.knobs.method() {
		return p.Settings[n.Name]
	}
	return v
}

// fromNoise is why ε cannot be turned where its releases have their noise typed in.
const fromNoise = "from σ"

// disabled says why a knob does nothing as the others stand, or "".
func (t *tune) disabled(n knob) string {
	m := t.knobs.method()
	switch {
	case n.common && !m.Private():
		return "not private"
	case n.common && !pays(m, t.knobs.fixed):
		return "ε is always 0"
	case n.Name == epsilonKnob.Name && n.common && t.preview != nil && t.preview.Method == m && typed(t.preview.Plan):
		return fromNoise
	case n.Disabled != nil:
		return n.Disabled(t.knobs.settings())
	}
	return ""
}

// refuses says why a knob cannot be turned, and whether that is so.
func (t *tune) refuses(n knob) bool {
	switch why := t.disabled(n); why {
	case "":
		return false
	case fromNoise:
		t.say("%s follows from the noise that is typed in", n.label())
	default:
		t.say("%s does nothing now: %s", n.label(), why)
	}
	return true
}

// setFocused gives the focused knob a value, unless it would do nothing.
func (t *tune) setFocused(v float64) tea.Cmd {
	n := t.knobs.focused()
	if t.refuses(n) {
		return nil
	}
	if !t.knobs.set(n, v) {
		return nil
	}
	return t.changed()
}

func step(by int) func(*tune, string) tea.Cmd {
	return func(t *tune, _ string) tea.Cmd {
		t.knobs.move(by)
		return nil
	}
}

func (t *tune) startEditing(pressed string) tea.Cmd {
	if t.refuses(t.knobs.focused()) {
		return nil
	}
	t.knobs.edit = &editor{}
	if pressed != "=" {
		t.knobs.edit.insert(pressed)
	}
	return nil
}

func (t *tune) reset(string) tea.Cmd { return t.setFocused(t.knobs.focused().Default) }

func (t *tune) toggleMore(string) tea.Cmd {
	t.knobs.toggleMore()
	return nil
}

func choose(direction int) func(*tune, string) tea.Cmd {
	return func(t *tune, _ string) tea.Cmd {
		t.knobs.choose(direction)
		return t.changed()
	}
}

func (t *tune) retrain(string) tea.Cmd {
	if !t.loaded() {
		return nil
	}
	return t.start()
}

func (t *tune) hold(string) tea.Cmd {
	t.held = !t.held
	if t.held || !t.retrains() || !t.loaded() || !t.possible() || t.trained() {
		return nil
	}
	return t.start()
}

// trained reports whether the current run has the knobs as they stand.
func (t *tune) trained() bool {
	r := t.session.current
	return r != nil && sameConfig(r.config, t.knobs.config())
}

func (t *tune) pin(string) tea.Cmd {
	if t.session.current == nil {
		t.say("nothing to pin yet")
		return nil
	}
	kept, room := t.session.pin()
	switch {
	case kept:
		t.say("pinned: the curve stays for comparison")
	case room:
		t.say("unpinned")
	default:
		t.say("%d runs are pinned: unpin one first, or all with P", maxPins)
	}
	return nil
}

func (t *tune) unpin(string) tea.Cmd {
	t.session.unpin()
	return nil
}

func (t *tune) copy(string) tea.Cmd {
	if !t.loaded() {
		return nil
	}
	m := t.knobs.method()
	fixed := t.preview != nil && t.preview.Method == m && typed(t.preview.Plan)
	text := commandLine(t.problem, t.options.Source, m, t.knobs.config(), fixed)
	return tea.Batch(tea.SetClipboard(text), func() tea.Msg { return copiedMsg{text} })
}

func focus(by int) func(*tune, string) tea.Cmd {
	return func(t *tune, _ string) tea.Cmd {
		t.focus = panel((int(t.focus) + by + int(panels)) % int(panels))
		t.relayout()
		return nil
	}
}

func (t *tune) toggleZoom(string) tea.Cmd {
	t.zoomed = !t.zoomed
	t.relayout()
	return nil
}

func (t *tune) toggleCrosshair(string) tea.Cmd {
	t.crosshair = !t.crosshair
	first, _ := t.domain()
	t.cursor = math.Ceil(first)
	if r := t.session.current; r != nil && len(r.steps) > 0 {
		t.cursor = float64(r.steps[len(r.steps)-1].T)
	}
	return nil
}

func moveCrosshair(by float64) func(*tune, string) tea.Cmd {
	return func(t *tune, _ string) tea.Cmd {
		if !t.crosshair {
			return t.toggleCrosshair("")
		}
		first, last := t.domain()
		t.cursor = min(max(t.cursor+by, math.Ceil(first)), math.Floor(last))
		return nil
	}
}

// escape leaves the crosshair, then the zoom.
func (t *tune) escape(string) tea.Cmd {
	if t.crosshair {
		return t.toggleCrosshair("")
	}
	if t.zoomed {
		return t.toggleZoom("")
	}
	return nil
}
