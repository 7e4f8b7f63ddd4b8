package tune

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/session"
)

// copyCommand copies the command line that trains with the settings of the knobs.
func (t *Screen) copyCommand() tea.Cmd {
	if !t.Loaded() {
		return nil
	}
	return t.Session.Copy(session.CommandLine(t.Problem, t.Options.Source, t.Knobs.Method(), t.Knobs.Config()))
}

// copyValue copies the value under the crosshair, else that of the focused knob.
func (t *Screen) copyValue() tea.Cmd {
	if !t.curvesView.Reading {
		n := t.Knobs.Focused()
		return t.Session.Copy(n.Format(t.Effective(n)))
	}
	c := t.chart()
	for _, r := range c.At(t.curvesView.Cursor) {
		if !r.Ghost {
			return t.Session.Copy(strconv.FormatFloat(r.Y, 'g', -1, 64))
		}
	}
	return nil
}
