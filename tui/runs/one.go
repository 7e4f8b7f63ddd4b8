package runs

import (
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/tui/canvas"
	"dpals/tui/session"
)

// runOpenedMsg brings all that is kept of a run.
type runOpenedMsg struct {
	id    int64
	run   store.Detail
	fixed bool
	err   error
}

// open is the command that reads the selected run; one is read at a time, and the one selected meanwhile follows.
func (s *Screen) open() tea.Cmd {
	r, ok := s.list.Current()
	if !ok || s.opening || s.one.ID == r.ID && !s.old {
		return nil
	}
	s.opening, s.old = true, false
	kept, problem, methods, id := s.Options.Archive, s.Problem, s.Options.Methods, r.ID
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = runOpenedMsg{id: id, err: session.PanicError("reading a run", v)}
			}
		}()
		d, err := kept.Get(id)
		if err == nil && d.Outcome == "" && kept.Tidy() == nil { // its process may have died
			d, err = kept.Get(id)
		}
		return runOpenedMsg{id, d, err == nil && session.RunHasFixedNoise(problem, methods, d.Run), err}
	}
}

// opened shows a run. One that is gone leaves the list; one that trains is looked at again.
func (s *Screen) opened(m runOpenedMsg) tea.Cmd {
	before := s.one
	s.opening = false
	s.one, s.fixed, s.oneFault = m.run, m.fixed, m.err
	s.version++
	if m.err != nil {
		s.one = store.Detail{Run: store.Run{ID: m.id}}
		s.stale = s.stale || errors.Is(m.err, store.ErrNoRun) && before.ID != m.id
		return s.follow()
	}
	s.list.Renew(m.run.Run, func(a, b store.Run) bool { return a.ID == b.ID })
	if before.ID == m.id && before.Outcome == "" && m.run.Outcome != "" {
		s.stale = true // it has ended, and may have another place in the order
	}
	return tea.Batch(s.follow(), s.watchOn(before.ID == m.id && before.Steps == m.run.Steps))
}

// emptyOne is what the panels of a run say where there is none to show; "" where there is.
func (s *Screen) emptyOne() string {
	switch {
	case s.comparing:
		return ""
	case s.list.Length() == 0 || s.Options.Archive == nil:
		return "settings, releases and curve of the selected run"
	case s.oneFault != nil:
		return session.FirstLine(s.oneFault)
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
