package runs

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/tui/session"
)

// togglePin pins or unpins the selected run in the store and, if it has the loaded ratings, on Tune.
func (s *Screen) togglePin() tea.Cmd {
	r, ok := s.list.Current()
	if !ok {
		return nil
	}
	pinned, message := !r.Pinned, "unpinned"
	switch {
	case !pinned:
		s.Runs.Hide(r.ID)
	case !r.UsesSplit(s.Problem):
		message = "pinned, not shown on Tune: it has other ratings"
	default:
		d := s.Runs.DrawnAs(r.ID)
		if d == nil && s.shown.ID == r.ID {
			d = s.CurveOf(s.shown)
		}
		switch {
		case d == nil:
			message = "pinned, not shown on Tune: it has no curve"
		case s.Runs.Show(d):
			message = "pinned, its curve is shown on Tune"
		default:
			message = fmt.Sprintf("pinned, not shown on Tune: it shows %d pins at most, unpin one", session.MaxPins)
		}
	}
	r.Pinned = pinned
	s.list.Replace(r, func(a, b store.Run) bool { return a.ID == b.ID })
	archive := s.Options.Archive
	return change(func() (runsChangedMsg, error) { return runsChangedMsg{message: message}, archive.Pin(pinned, r.ID) })
}
