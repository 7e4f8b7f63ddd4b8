package data

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// Mouse focuses a panel, drags a knob, moves the crosshair, zooms the curves, and scrolls the texts.
func (d *Screen) Mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	panel := d.Under(at.X, at.Y)
	switch msg.(type) {
	case tea.MouseReleaseMsg:
		d.isDragging = false
		return nil
	case tea.MouseMotionMsg:
		if d.isDragging {
			return d.dragKnob(at.X)
		}
	case tea.MouseWheelMsg:
		switch panel {
		case panelFacts:
			ui.ScrollWheel(&d.factsText, at)
		case panelWarnings:
			ui.ScrollWheel(&d.warningsText, at)
		}
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft {
			d.Click(at.X, at.Y)
			if cmd, on := d.grabKnob(at.X, at.Y); on {
				return cmd
			}
		}
	}
	if in := d.tailLayout().chart; in.Contains(at.X, at.Y) && !d.isDragging && d.waiting() == "" {
		c := d.tailChart()
		d.tailView.Mouse(msg, &c, d.Theme, in)
	}
	return nil
}

// grabKnob selects the knob at a cell, and sets it where the cell is on its track; on is false where no knob is there.
func (d *Screen) grabKnob(x, y int) (cmd tea.Cmd, on bool) {
	if d.waiting() != "" {
		return nil, false
	}
	all := d.samplingKnobs()
	for i, at := range d.tailLayout().knobs {
		if !at.Contains(x, y) {
			continue
		}
		d.selectedKnob = i
		n := all[i]
		if len(n.Choices) > 0 {
			return d.setKnob(n, float64((int(d.Knobs.Value(n))+1)%len(n.Choices))), true
		}
		if _, d.isDragging = d.slider(i, at.W).At(at.W, x-at.X); d.isDragging {
			return d.dragKnob(x), true
		}
		return nil, true
	}
	return nil, false
}

// dragKnob sets the grabbed knob to the value at column x.
func (d *Screen) dragKnob(x int) tea.Cmd {
	knobs := d.tailLayout().knobs
	if d.selectedKnob >= len(knobs) {
		return nil
	}
	at := knobs[d.selectedKnob]
	if position, on := d.slider(d.selectedKnob, at.W).At(at.W, x-at.X); on {
		n, _ := d.currentKnob()
		return d.setKnob(n, n.At(position))
	}
	return nil
}
