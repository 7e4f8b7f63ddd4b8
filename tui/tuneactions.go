package tui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
)

// press takes a key: for the value being typed, else by the key table.
func (t *tune) press(key tea.KeyPressMsg) (tea.Cmd, bool) {
	if t.typing() {
		return t.edit(key), true
	}
	return t.actions.press(key)
}

func (t *tune) typing() bool { return t.knobs.edit.open }

// edit gives the key to the value being typed, and the value to the knob once it is complete.
func (t *tune) edit(key tea.KeyPressMsg) tea.Cmd {
	v, done := t.knobs.press(key)
	if !done {
		return nil
	}
	t.knobs.edit.close()
	return t.setFocused(v)
}

// turn moves the focused knob one step.
func turn(direction int, fine bool) func(*tune) tea.Cmd {
	return func(t *tune) tea.Cmd {
		n := t.knobs.focused()
		from := t.effective(n)
		if n.Auto && from == method.Auto { // what the rule chooses is not known yet
			from = n.Low
		}
		return t.setFocused(n.turn(from, direction, fine))
	}
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

func step(by int) func(*tune) tea.Cmd {
	return func(t *tune) tea.Cmd {
		t.knobs.move(by)
		return nil
	}
}

func (t *tune) startEditing() tea.Cmd {
	if !t.refuses(t.knobs.focused()) {
		t.knobs.edit.begin("")
	}
	return nil
}

func (t *tune) reset() tea.Cmd { return t.setFocused(t.knobs.focused().Default) }

func (t *tune) toggleMore() tea.Cmd {
	t.knobs.toggleMore()
	return nil
}

func choose(direction int) func(*tune) tea.Cmd {
	return func(t *tune) tea.Cmd {
		t.knobs.choose(direction)
		return t.changed()
	}
}

func (t *tune) hold() tea.Cmd {
	t.held = !t.held
	if !t.held && t.loaded() && t.session.current == nil { // nothing has begun yet
		return t.open()
	}
	if t.held || !t.retrains() || !t.loaded() || !t.possible() || t.trained() {
		return nil
	}
	return t.trainKnobs()
}

func (t *tune) pin() tea.Cmd {
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
		return nil
	}
	return t.keepPins(kept, t.session.current)
}

func (t *tune) unpin() tea.Cmd {
	pinned := t.session.pinned
	t.session.unpin()
	return t.keepPins(false, pinned...)
}

func (t *tune) copy() tea.Cmd {
	if !t.loaded() {
		return nil
	}
	m := t.knobs.method()
	fixed := t.preview != nil && t.preview.Method == m && typed(t.preview.Plan)
	return t.bench.copy(commandLine(t.problem, t.options.Source, m, t.knobs.config(), fixed))
}

// copyValue copies what the crosshair reads, or the focused knob's value.
func (t *tune) copyValue() tea.Cmd {
	if !t.lens.reading {
		n := t.knobs.focused()
		return t.bench.copy(n.Format(t.effective(n)))
	}
	c := t.chart()
	for _, r := range c.At(t.lens.cursor) {
		if !r.Ghost {
			return t.bench.copy(strconv.FormatFloat(r.Y, 'g', -1, 64))
		}
	}
	return nil
}
