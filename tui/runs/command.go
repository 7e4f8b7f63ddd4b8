package runs

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/canvas"
)

// copyCommand copies the command line that repeats the selected run.
func (s *Screen) copyCommand() tea.Cmd {
	r, ok := s.list.Current()
	if !ok {
		return nil
	}
	line := s.CommandOf(r)
	if line == "" {
		s.Say("unknown method %s", canvas.Text(r.Method))
		return nil
	}
	return s.Session.Copy(line)
}
