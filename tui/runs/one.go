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

// keptRun is all that is kept of a run. It is read only.
type keptRun struct {
	store.Detail
	fixed bool // its noise was set, and not derived from ε
}

// open is the command that reads the selected run.
func (s *Screen) open() tea.Cmd {
	r, ok := s.list.Current()
	if !ok {
		return nil
	}
	ask := s.opened.Request
	if s.old {
		ask, s.old = s.opened.Refresh, false
	}
	kept, problem, methods, id := s.Options.Archive, s.Problem, s.Options.Methods, r.ID
	return ask(s.Ctx, id, func(context.Context) (keptRun, error) {
		d, err := kept.Get(id)
		if err == nil && d.Outcome == "" && kept.ReapDeadRuns() == nil { // its process may have died
			d, err = kept.Get(id)
		}
		return keptRun{d, err == nil && session.RunHasFixedNoise(problem, methods, d.Run)}, err
	})
}

// takeOpened shows a run. One that is gone leaves the list; one that trains is looked at again.
func (s *Screen) takeOpened() tea.Cmd {
	before, id := s.one, s.opened.Key()
	s.one, s.fixed = s.opened.Value().Detail, s.opened.Value().fixed
	s.version++
	if err := s.opened.Err(); err != nil {
		s.one, s.fixed = store.Detail{Run: store.Run{ID: id}}, false
		s.stale = s.stale || errors.Is(err, store.ErrNoRun) && before.ID != id
		return s.follow()
	}
	s.list.Renew(s.one.Run, func(a, b store.Run) bool { return a.ID == b.ID })
	if before.ID == id && before.Outcome == "" && s.one.Outcome != "" {
		s.stale = true // it has ended, and may have another place in the order
	}
	return tea.Batch(s.follow(), s.watchOn(before.ID == id && before.Iterations == s.one.Iterations))
}

// emptyOne is what the panels of a run say where there is none to show; "" where there is.
func (s *Screen) emptyOne() string {
	switch {
	case s.comparing:
		return ""
	case s.list.Length() == 0 || s.Options.Archive == nil:
		return "settings, releases and curve of the selected run"
	case s.opened.Err() != nil:
		return session.FirstLine(s.opened.Err())
	case s.one.ID == 0:
		return "reading the run"
	}
	return ""
}

func (s *Screen) oneTitle() (title, note string) {
	switch {
	case s.comparing:
		return "Side by side", differs + " differs"
	case s.one.ID == 0 || s.emptyOne() != "":
		return "Run", ""
	}
	return fmt.Sprintf("Run %d", s.one.ID), canvas.Text(s.one.Label)
}
