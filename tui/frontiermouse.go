package tui

import tea "charm.land/bubbletea/v2"

// mouse gives a panel the focus, selects what is clicked, and reads and zooms the chart. The wheel goes through the form
// and the list.
func (f *frontier) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	if f.asking != startNothing || f.form.edit.open {
		return nil
	}
	panel := f.board.under(at.X, at.Y)
	_, clicked := msg.(tea.MouseClickMsg)
	if clicked && at.Button == tea.MouseLeft {
		f.click(at.X, at.Y)
	}
	if panel < 0 {
		return nil
	}
	in := f.board.at[panel].inside()
	switch panel {
	case frontierCurves:
		if f.shot != nil && in.contains(at.X, at.Y) {
			c := f.chart()
			in.H = f.chartRoom(in.H)
			f.lens.mouse(msg, &c, f.theme, in)
		}
	case frontierPoints:
		if _, wheel := msg.(tea.MouseWheelMsg); wheel {
			roll(&f.points, at)
		} else if clicked && at.Button == tea.MouseLeft && in.contains(at.X, at.Y) {
			f.points.click(at.Y - in.Y)
		}
	case frontierSweep:
		return f.mouseForm(msg, in)
	}
	return nil
}

// mouseForm selects a line of the form, and takes a method in or out by its box.
func (f *frontier) mouseForm(msg tea.MouseMsg, in rect) tea.Cmd {
	if f.sweeping() || in.H == 1 {
		return nil
	}
	at, generation := msg.Mouse(), f.form.generation
	switch msg.(type) {
	case tea.MouseWheelMsg:
		switch at.Button {
		case tea.MouseWheelUp:
			f.form.move(-1)
		case tea.MouseWheelDown:
			f.form.move(+1)
		}
	case tea.MouseClickMsg:
		lines, y := f.formLines(in.W-2), at.Y-in.Y-f.form.above
		i := f.form.top + y
		if at.Button != tea.MouseLeft || !in.contains(at.X, at.Y) || y < 0 || y >= f.form.rows || i >= len(lines) || lines[i].row < 0 {
			return nil
		}
		f.form.to(lines[i].row)
		if f.form.focused().kind == rowMethod && at.X-in.X <= 6 {
			f.form.toggle()
		}
	}
	return f.formChanged(generation)
}
