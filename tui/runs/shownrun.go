package runs

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/tui/canvas"
	"dpals/tui/session"
)

// readShown reads the selected run.
func (s *Screen) readShown() tea.Cmd {
	r, ok := s.list.Current()
	if !ok {
		return nil
	}
	request := s.shownTask.Request
	if s.shownStale {
		request, s.shownStale = s.shownTask.Refresh, false
	}
	archive, id := s.Options.Archive, r.ID
	return request(s.Ctx, id, func(context.Context) (store.Detail, error) {
		d, err := archive.Get(id)
		if err == nil && d.Outcome == "" && archive.ReapDeadRuns() == nil { // its process may have died
			d, err = archive.Get(id)
		}
		return d, err
	})
}

// takeShown shows the run that was read. A deleted run leaves the list; a running one is read again.
func (s *Screen) takeShown() tea.Cmd {
	before, id := s.shown, s.shownTask.Key()
	s.shown = s.shownTask.Value()
	if err := s.shownTask.Err(); err != nil {
		s.shown = store.Detail{Run: store.Run{ID: id}}
		s.listStale = s.listStale || errors.Is(err, store.ErrNoRun) && before.ID != id
		return s.readNeeded()
	}
	s.list.Replace(s.shown.Run, func(a, b store.Run) bool { return a.ID == b.ID })
	if before.ID == id && before.Outcome == "" && s.shown.Outcome != "" {
		s.listStale = true // it has ended and may have another row
	}
	return tea.Batch(s.readNeeded(), s.scheduleWatch(before.ID == id && before.Iterations == s.shown.Iterations))
}

// emptyRun returns the text of the panels without a run; "" if there is one.
func (s *Screen) emptyRun() string {
	switch {
	case s.comparing:
		return ""
	case s.list.Length() == 0 || s.Options.Archive == nil:
		return "settings, releases and curve of the selected run"
	case s.shownTask.Err() != nil:
		return session.FirstLine(s.shownTask.Err())
	case s.shown.ID == 0:
		return "reading the run"
	}
	return ""
}

// runTitle returns the title of the panel of the run or of the comparison.
func (s *Screen) runTitle() (title, note string) {
	switch {
	case s.comparing:
		return "Side by side", differs + " differs"
	case s.shown.ID == 0 || s.emptyRun() != "":
		return "Run", ""
	}
	return fmt.Sprintf("Run %d", s.shown.ID), canvas.Text(s.shown.Label)
}
