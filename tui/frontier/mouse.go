package frontier

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// Mouse handles clicks and the wheel: a click focuses a panel and selects a row; the wheel scrolls a list or zooms the
// chart.
func (f *Screen) Mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	if f.asking != startNothing || f.form.edit.Open {
		return nil
	}
	panel := f.Board.Under(at.X, at.Y)
	_, clicked := msg.(tea.MouseClickMsg)
	if clicked && at.Button == tea.MouseLeft {
		f.Click(at.X, at.Y)
	}
	if panel < 0 {
		return nil
	}
	in := f.Board.Rects[panel].Inside()
	switch panel {
	case panelCurves:
		if f.snapshot != nil && in.Contains(at.X, at.Y) {
			c := f.chart()
			in.H = f.chartRoom(in.H)
			f.lens.Mouse(msg, &c, f.Theme, in)
		}
	case panelPoints:
		if _, wheel := msg.(tea.MouseWheelMsg); wheel {
			ui.ScrollWheel(&f.points, at)
		} else if clicked && at.Button == tea.MouseLeft && in.Contains(at.X, at.Y) {
			f.points.Click(at.Y - in.Y)
		}
	case panelSweep:
		return f.mouseForm(msg, in)
	}
	return nil
}

// mouseForm handles clicks and the wheel in the form: a click on a box selects or deselects its method.
func (f *Screen) mouseForm(msg tea.MouseMsg, in ui.Rect) tea.Cmd {
	if f.Sweeping() || in.H == 1 {
		return nil
	}
	at, generation := msg.Mouse(), f.form.generation
	switch msg.(type) {
	case tea.MouseWheelMsg:
		switch at.Button {
		case tea.MouseWheelUp:
			f.form.Move(-1)
		case tea.MouseWheelDown:
			f.form.Move(+1)
		}
	case tea.MouseClickMsg:
		lines, y := f.formLines(in.W-2), at.Y-in.Y-f.form.above
		i := f.form.top + y
		if at.Button != tea.MouseLeft || !in.Contains(at.X, at.Y) || y < 0 || y >= f.form.height || i >= len(lines) || lines[i].row < 0 {
			return nil
		}
		f.form.focusOn(lines[i].row)
		if f.form.focused().kind == rowMethod && at.X-in.X <= 6 {
			f.form.toggle()
		}
	}
	return f.formChanged(generation)
}
