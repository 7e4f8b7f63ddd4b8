package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// press handles a key: first the question, palette or help that is open, then the tour, the screen in front, and the
// keys of the program.
func (m *Model) press(key tea.KeyPressMsg) tea.Cmd {
	pressed := key.String()
	if pressed != "ctrl+c" {
		if m.Asking {
			return m.answer(pressed)
		}
		if m.palette.Input.Open {
			return m.pressPalette(key)
		}
		if m.help {
			return m.pressHelp(pressed)
		}
	}
	m.Session.Note, m.Session.Urgent = "", false
	if m.tour.open && !m.frame.TooSmall() && !m.isTyping() {
		if cmd, used := m.pressTour(pressed); used {
			return cmd
		}
	}
	if pressed != "ctrl+c" && !m.frame.TooSmall() {
		if cmd, used := m.front().Press(key); used {
			return cmd
		}
	}
	cmd, _ := ui.Dispatch(m.table, m, pressed)
	return cmd
}

// paste types the first line of pasted text into the open input; without one it does nothing. Terminals end a line with
// a carriage return, as they send Enter.
func (m *Model) paste(text string) tea.Cmd {
	text = strings.TrimSpace(text)
	if end := strings.IndexAny(text, "\r\n"); end >= 0 {
		text = strings.TrimSpace(text[:end])
	}
	if !m.palette.Input.Open && !m.isTyping() || m.frame.TooSmall() {
		return nil
	}
	return m.press(tea.KeyPressMsg(tea.Key{Code: tea.KeyExtended, Text: text}))
}
