package tui

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/canvas"
)

// View implements tea.Model.
func (m *Model) View() tea.View {
	v := tea.NewView(m.content())
	v.AltScreen = true
	if m.mouseOn {
		v.MouseMode = tea.MouseModeCellMotion
	}
	// Before the terminal has answered, setting a background would make it answer with ours.
	if !m.waiting {
		v.BackgroundColor, v.ForegroundColor = m.Session.Theme.Background, m.Session.Theme.Foreground
	}
	return v
}

// content returns the screen as exactly W×H cells.
func (m *Model) content() string {
	f, th := m.frame, m.Session.Theme
	if f.W <= 0 || f.H <= 0 || m.Left {
		return ""
	}
	var s string
	if f.TooSmall() {
		s = m.drawTooSmall()
	} else {
		s = canvas.Stack(m.drawHeader(), m.front().Draw(), m.drawTour(), m.drawStatus(), m.drawFooter())
		switch {
		case m.palette.Input.Open:
			s = m.overPalette(s)
		case m.help:
			s = m.overHelp(s)
		}
	}
	if th.ASCII {
		s = canvas.ASCII(s)
	}
	return s
}
