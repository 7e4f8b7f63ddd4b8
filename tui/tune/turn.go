package tune

import (
	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
)

// Press handles a key: for the value being typed, else by the key table.
func (t *Screen) Press(key tea.KeyPressMsg) (tea.Cmd, bool) {
	if t.Typing() {
		return t.typeValue(key), true
	}
	return t.Actions.Press(key)
}

// Typing reports whether a knob's value is being typed.
func (t *Screen) Typing() bool { return t.Knobs.Edit.Open }

// typeValue passes the key to the value being typed, and the value to the knob once it is complete.
func (t *Screen) typeValue(key tea.KeyPressMsg) tea.Cmd {
	v, done := t.Knobs.Press(key)
	if !done {
		return nil
	}
	t.Knobs.Edit.Close()
	return t.setFocused(v)
}

// turn returns the action that turns the focused knob one step up (+1) or down (-1).
func turn(sign int, fine bool) func(*Screen) tea.Cmd {
	return func(t *Screen) tea.Cmd {
		n := t.Knobs.Focused()
		from := t.Effective(n)
		if n.Auto && from == method.Auto { // the method's choice is not known yet
			from = n.Low
		}
		return t.setFocused(n.Turn(from, sign, fine))
	}
}

// setFocused sets the focused knob, unless it is disabled.
func (t *Screen) setFocused(v float64) tea.Cmd {
	n := t.Knobs.Focused()
	if t.RefusesTurn(n) {
		return nil
	}
	if !t.Knobs.Set(n, v) {
		return nil
	}
	return t.knobChanged()
}

// moveFocus returns the action that focuses the next (+1) or previous (-1) knob.
func moveFocus(by int) func(*Screen) tea.Cmd {
	return func(t *Screen) tea.Cmd {
		t.Knobs.Move(by)
		return nil
	}
}

func (t *Screen) startTyping() tea.Cmd {
	if !t.RefusesTurn(t.Knobs.Focused()) {
		t.Knobs.Edit.Begin("")
	}
	return nil
}

func (t *Screen) resetFocused() tea.Cmd { return t.setFocused(t.Knobs.Focused().Default) }

func (t *Screen) toggleMore() tea.Cmd {
	t.Knobs.ToggleMore()
	return nil
}

// chooseMethod returns the action that selects the next (+1) or previous (-1) method.
func chooseMethod(by int) func(*Screen) tea.Cmd {
	return func(t *Screen) tea.Cmd {
		t.Knobs.Choose(by)
		return t.knobChanged()
	}
}
