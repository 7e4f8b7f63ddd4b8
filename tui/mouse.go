package tui

import (
	tea "charm.land/bubbletea/v2"
)

// mouse handles clicks on the tabs of the header and the keys of the footer, and passes the rest to the screen in front.
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
	if s, ok := m.front().(mouseUser); ok {
		return s.Mouse(msg)
	}
	return nil
}

func clickSpan(spans []span, x int) tea.Cmd {
	for _, s := range spans {
		if x >= s.x && x < s.x+s.w {
			return s.do()
		}
	}
	return nil
}

// toggleMouse switches mouse support off, so that the terminal selects text, or on again.
func (m *Model) toggleMouse() tea.Cmd {
	m.mouseOn = !m.mouseOn
	if m.mouseOn {
		m.Session.Say("mouse on")
	} else {
		m.Session.Say("mouse off: the terminal selects text")
	}
	return nil
}
