package runs

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// editLabel opens the input of a label.
func (s *Screen) editLabel() tea.Cmd {
	if r, ok := s.list.Current(); ok {
		s.FocusOn(panelList) // which has the input
		s.labelInput.Begin(r.Label)
	}
	return nil
}

// handleLabelKey handles a key of the label input.
func (s *Screen) handleLabelKey(key tea.KeyPressMsg) tea.Cmd {
	switch key.String() {
	case "esc":
		s.labelInput.Close()
	case "enter":
		r, ok := s.list.Current()
		label := strings.TrimSpace(s.labelInput.Text())
		s.labelInput.Close()
		if !ok || label == r.Label {
			return nil
		}
		archive := s.Options.Archive
		return change(func() (runsChangedMsg, error) { return runsChangedMsg{}, archive.Label(r.ID, label) })
	default:
		s.labelInput.Press(key)
	}
	return nil
}
