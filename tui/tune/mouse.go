package tune

import (
	"math"

	tea "charm.land/bubbletea/v2"
)

// Mouse focuses a panel, drags a slider, sets the crosshair and zooms the chart. The wheel moves through the knobs.
func (t *Screen) Mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	switch msg.(type) {
	case tea.MouseReleaseMsg:
		t.dragging = false
		return nil
	case tea.MouseMotionMsg:
		if t.dragging && at.Button == tea.MouseLeft {
			return t.drag(at.X)
		}
	case tea.MouseWheelMsg:
		if t.Rects[panelKnobs].Contains(at.X, at.Y) {
			switch at.Button {
			case tea.MouseWheelUp:
				t.Knobs.Move(-1)
			case tea.MouseWheelDown:
				t.Knobs.Move(+1)
			}
		}
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft {
			if cmd := t.clicked(at.X, at.Y); cmd != nil {
				return cmd
			}
		}
	}
	if in := t.Rects[panelCurves].Inside(); in.Contains(at.X, at.Y) && !t.dragging {
		c := t.chart()
		t.curvesView.Mouse(msg, &c, t.Theme, in)
	}
	return nil
}

// clicked focuses the panel and the knob under the mouse.
func (t *Screen) clicked(x, y int) tea.Cmd {
	p := t.Click(x, y)
	in := t.slidersRect()
	if p != panelKnobs || !in.Contains(x, y) {
		return nil
	}
	lines := t.knobLines()
	if row := y - in.Y; row < len(lines) {
		t.Knobs.Move(lines[row].index - t.Knobs.Focus)
		if !lines[row].words {
			return t.grab(x)
		}
	}
	return nil
}

// grab starts to drag the focused slider where x is on its track; a knob with choices goes to its next choice.
func (t *Screen) grab(x int) tea.Cmd {
	n := t.Knobs.Focused()
	if len(n.Choices) > 0 && t.WhyDisabled(n) == "" {
		next := math.Mod(t.Knobs.Value(n)+1, float64(len(n.Choices)))
		return t.setFocused(next)
	}
	if _, on := t.trackPosition(x); !on {
		return nil
	}
	t.dragging = true
	return t.drag(x)
}

// drag sets the focused knob to the value under x.
func (t *Screen) drag(x int) tea.Cmd {
	position, on := t.trackPosition(x)
	if !on {
		return nil
	}
	return t.setFocused(t.Knobs.Focused().At(position))
}

// trackPosition returns the position in [0, 1] on the focused slider that is under x.
func (t *Screen) trackPosition(x int) (position float64, on bool) {
	in := t.slidersRect()
	return t.focusedSlider().At(in.W, x-in.X)
}
