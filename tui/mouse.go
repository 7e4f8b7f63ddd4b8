package tui

import (
	"math"

	tea "charm.land/bubbletea/v2"
)

// mouse gives a panel the focus, drags a slider, and reads the chart. The wheel goes through the knobs.
func (t *tune) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	switch msg.(type) {
	case tea.MouseReleaseMsg:
		t.dragging = false
		return nil
	case tea.MouseMotionMsg:
		if t.dragging && at.Button == tea.MouseLeft {
			return t.drag(at.X)
		}
		return nil
	case tea.MouseWheelMsg:
		if t.layout.Knobs.contains(at.X, at.Y) {
			switch at.Button {
			case tea.MouseWheelUp:
				t.knobs.move(-1)
			case tea.MouseWheelDown:
				t.knobs.move(+1)
			}
		}
		return nil
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft {
			return t.click(at.X, at.Y)
		}
	}
	return nil
}

func (t *tune) click(x, y int) tea.Cmd {
	p, ok := t.layout.under(x, y)
	if !ok {
		return nil
	}
	if t.focus != p {
		t.focus = p
		t.relayout()
	}
	in := t.knobsInside()
	if p != panelKnobs || !in.contains(x, y) {
		return nil
	}
	lines := t.knobLines()
	if row := y - in.Y; row < len(lines) {
		t.knobs.move(lines[row].index - t.knobs.focus)
		if !lines[row].words {
			return t.grab(x)
		}
	}
	return nil
}

// grab begins dragging the focused knob if x is on its track, and picks a choice.
func (t *tune) grab(x int) tea.Cmd {
	n := t.knobs.focused()
	if len(n.Choices) > 0 && t.disabled(n) == "" {
		next := math.Mod(t.knobs.value(n)+1, float64(len(n.Choices)))
		return t.setFocused(next)
	}
	if _, on := t.track(x); !on {
		return nil
	}
	t.dragging = true
	return t.drag(x)
}

// drag puts the focused knob under x.
func (t *tune) drag(x int) tea.Cmd {
	position, on := t.track(x)
	if !on {
		return nil
	}
	return t.setFocused(t.knobs.focused().at(position))
}

// track is the position of the focused knob's slider under x.
func (t *tune) track(x int) (position float64, on bool) {
	in := t.knobsInside()
	return t.focusedSlider().At(in.W, x-in.X)
}
