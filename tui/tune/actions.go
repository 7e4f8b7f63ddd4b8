package tune

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
	"dpals/tui/session"
)

// Press takes a key: for the value being typed, else by the key table.
func (t *Screen) Press(key tea.KeyPressMsg) (tea.Cmd, bool) {
	if t.Typing() {
		return t.edit(key), true
	}
	return t.Actions.Press(key)
}

func (t *Screen) Typing() bool { return t.Knobs.Edit.Open }

// edit gives the key to the value being typed, and the value to the knob once it is complete.
func (t *Screen) edit(key tea.KeyPressMsg) tea.Cmd {
	v, done := t.Knobs.Press(key)
	if !done {
		return nil
	}
	t.Knobs.Edit.Close()
	return t.setFocused(v)
}

// turn moves the focused knob one step.
func turn(direction int, fine bool) func(*Screen) tea.Cmd {
	return func(t *Screen) tea.Cmd {
		n := t.Knobs.Focused()
		from := t.Effective(n)
		if n.Auto && from == method.Auto { // what the rule chooses is not known yet
			from = n.Low
		}
		return t.setFocused(n.Turn(from, direction, fine))
	}
}

// setFocused gives the focused knob a value, unless it would do nothing.
func (t *Screen) setFocused(v float64) tea.Cmd {
	n := t.Knobs.Focused()
	if t.RefusesTurn(n) {
		return nil
	}
	if !t.Knobs.Set(n, v) {
		return nil
	}
	return t.changed()
}

func step(by int) func(*Screen) tea.Cmd {
	return func(t *Screen) tea.Cmd {
		t.Knobs.Move(by)
		return nil
	}
}

func (t *Screen) startEditing() tea.Cmd {
	if !t.RefusesTurn(t.Knobs.Focused()) {
		t.Knobs.Edit.Begin("")
	}
	return nil
}

func (t *Screen) reset() tea.Cmd { return t.setFocused(t.Knobs.Focused().Default) }

func (t *Screen) toggleMore() tea.Cmd {
	t.Knobs.ToggleMore()
	return nil
}

func choose(direction int) func(*Screen) tea.Cmd {
	return func(t *Screen) tea.Cmd {
		t.Knobs.Choose(direction)
		return t.changed()
	}
}

func (t *Screen) hold() tea.Cmd {
	t.held = !t.held
	if !t.held && t.Loaded() && t.Runs.Current == nil { // nothing has begun yet
		return t.open()
	}
	if t.held || !t.RetrainsAtOnce() || !t.Loaded() || !t.CanTrain() || t.IsTrained() {
		return nil
	}
	return t.TrainKnobs()
}

func (t *Screen) pin() tea.Cmd {
	if t.Runs.Current == nil {
		t.Say("nothing to pin yet")
		return nil
	}
	kept, room := t.Runs.Pin()
	switch {
	case kept:
		t.Say("pinned: the curve stays for comparison")
	case room:
		t.Say("unpinned")
	default:
		t.Say("%d runs are pinned: unpin one first, or all with P", session.MaxPins)
		return nil
	}
	return t.StorePins(kept, t.Runs.Current)
}

func (t *Screen) unpin() tea.Cmd {
	pinned := t.Runs.Pinned
	t.Runs.Unpin()
	return t.StorePins(false, pinned...)
}

func (t *Screen) copy() tea.Cmd {
	if !t.Loaded() {
		return nil
	}
	return t.Session.Copy(session.CommandLine(t.Problem, t.Options.Source, t.Knobs.Method(), t.Knobs.Config()))
}

// copyValue copies what the crosshair reads, or the focused knob's value.
func (t *Screen) copyValue() tea.Cmd {
	if !t.lens.Reading {
		n := t.Knobs.Focused()
		return t.Session.Copy(n.Format(t.Effective(n)))
	}
	c := t.chart()
	for _, r := range c.At(t.lens.Cursor) {
		if !r.Ghost {
			return t.Session.Copy(strconv.FormatFloat(r.Y, 'g', -1, 64))
		}
	}
	return nil
}
