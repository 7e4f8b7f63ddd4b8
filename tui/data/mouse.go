package data

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// Mouse gives a panel the focus, drags a knob, reads and zooms the curves, and goes through the texts.
func (d *Screen) Mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	panel := d.Under(at.X, at.Y)
	switch msg.(type) {
	case tea.MouseReleaseMsg:
		d.drags = false
		return nil
	case tea.MouseMotionMsg:
		if d.drags {
			return d.drag(at.X)
		}
	case tea.MouseWheelMsg:
		switch panel {
		case panelFacts:
			ui.ScrollWheel(&d.facts, at)
		case panelWarnings:
			ui.ScrollWheel(&d.warns, at)
		}
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft {
			d.Click(at.X, at.Y)
			if cmd, on := d.grab(at.X, at.Y); on {
				return cmd
			}
		}
	}
	if in := d.tailRooms().chart; in.Contains(at.X, at.Y) && !d.drags && d.waiting() == "" {
		c := d.tailChart()
		d.lens.Mouse(msg, &c, d.Theme, in)
	}
	return nil
}

// grab takes the knob under a cell; on is false where there is none.
func (d *Screen) grab(x, y int) (cmd tea.Cmd, on bool) {
	if d.waiting() != "" {
		return nil, false
	}
	all := d.tailKnobs()
	for i, at := range d.tailRooms().knobs {
		if !at.Contains(x, y) {
			continue
		}
		d.knob = i
		n := all[i]
		if len(n.Choices) > 0 {
			return d.set(n, float64((int(d.Knobs.Value(n))+1)%len(n.Choices))), true
		}
		if _, d.drags = d.slider(i, at.W).At(at.W, x-at.X); d.drags {
			return d.drag(x), true
		}
		return nil, true
	}
	return nil, false
}

// drag puts the grabbed knob under x.
func (d *Screen) drag(x int) tea.Cmd {
	rooms := d.tailRooms().knobs
	if d.knob >= len(rooms) {
		return nil
	}
	at := rooms[d.knob]
	if position, on := d.slider(d.knob, at.W).At(at.W, x-at.X); on {
		n, _ := d.selected()
		return d.set(n, n.At(position))
	}
	return nil
}
