package runs

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/session"
)

// runsChangedMsg reports a change of stored runs.
type runsChangedMsg struct {
	message string
	deleted []int64
	err     error
}

// change returns the command that changes or exports stored runs.
func change(work func() (runsChangedMsg, error)) tea.Cmd {
	return func() tea.Msg {
		m, err := session.Try("changing the runs", work)
		m.err = err
		return m
	}
}

// onChanged shows the outcome of a change and reads the list again.
func (s *Screen) onChanged(m runsChangedMsg) tea.Cmd {
	if m.err != nil {
		s.Complain("%s", session.FirstLine(m.err))
	} else if m.message != "" {
		s.Say("%s", m.message)
	}
	for _, id := range m.deleted {
		s.Runs.Hide(id)
		s.marked = slices.DeleteFunc(s.marked, func(marked int64) bool { return marked == id })
	}
	return s.refresh()
}
