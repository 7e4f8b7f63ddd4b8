package tui

import (
	tea "charm.land/bubbletea/v2"
)

// mouse clicks a screen's name in the header or a key in the footer, and else is the screen's.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	if m.frame.TooSmall() || m.Asking {
		return nil
	}
	at := msg.Mouse()
	click, isClick := msg.(tea.MouseClickMsg)
	left := isClick && click.Button == tea.MouseLeft
	switch {
	case m.palette.Input.Open:
		if left {
			m.palette.Input.Close()
		}
		return nil
	case m.help:
		if left {
			m.help = false
		}
		return nil
	case left && m.frame.Header.Contains(at.X, at.Y):
		return clickSpan(m.tabs(), at.X)
	case left && m.frame.Keys.Contains(at.X, at.Y):
		return clickSpan(m.hints(), at.X)
	}
	return m.Screens[m.Current].Mouse(msg)
}

func clickSpan(spans []span, x int) tea.Cmd {
	for _, s := range spans {
		if x >= s.x && x < s.x+s.w {
			return s.do()
		}
	}
	return nil
}

// toggleMouse gives the mouse to the terminal, for selecting text, or takes it back.
func (m *Model) toggleMouse() tea.Cmd {
	m.mouseOn = !m.mouseOn
	if m.mouseOn {
		m.Session.Say("the mouse works here")
	} else {
		m.Session.Say("the mouse is the terminal's")
	}
	return nil
}
