package tui

import tea "charm.land/bubbletea/v2"

// copy is the command that hands a text to the terminal's clipboard (OSC 52) and says so.
func (b *bench) copy(text string) tea.Cmd {
	return tea.Batch(tea.SetClipboard(text), func() tea.Msg { return copiedMsg{text} })
}
