package runs

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// pageKey is a request for rows.
type pageKey struct {
	fresh bool // all rows may have changed: count them too
	page  int
	goTo  int64 // the run to find; 0 for none
}

// runsPage is a page of rows.
type runsPage struct {
	page       int
	rows       []store.Run
	total, all int // rows of the filter and of the store; only if fresh
	found      int // the row of the run to find
}

// readPage reads the rows that the list misses.
func (s *Screen) readPage() tea.Cmd {
	page, missing := s.list.MissingPage()
	if s.pages.Running() || !s.listStale && (!missing || s.pages.Err() != nil) {
		return nil
	}
	if s.listStale {
		page = s.list.Selected / ui.PageRows
	}
	archive, f, order, key := s.Options.Archive, s.filter, s.query.order(s.list.Columns), pageKey{s.listStale, page, s.goTo}
	s.listStale, s.goTo = false, 0
	return s.pages.Refresh(s.Ctx, key, func(context.Context) (runsPage, error) { return loadPage(archive, f, order, key) })
}

// loadPage reads a page of rows.
func loadPage(archive session.Archive, f store.Filter, order store.Sort, key pageKey) (m runsPage, err error) {
	m.page = key.page
	if key.fresh {
		if key.goTo != 0 {
			if m.found, err = newerThan(archive, key.goTo); err != nil {
				return m, err
			}
			m.page = m.found / ui.PageRows
		}
		if m.total, err = archive.Count(f); err != nil {
			return m, err
		}
		if m.all, err = archive.Count(store.Filter{}); err != nil {
			return m, err
		}
		m.page = min(m.page, max(m.total-1, 0)/ui.PageRows)
	}
	m.rows, err = archive.List(f, order, ui.PageRows, m.page*ui.PageRows)
	return m, err
}

// newerThan returns how many runs are newer than a run: its row, latest first.
func newerThan(archive session.Archive, id int64) (int, error) {
	f, err := store.ParseFilter(fmt.Sprintf("id>%d", id))
	if err != nil {
		return 0, err
	}
	return archive.Count(f)
}

// takePage takes rows over. The selected run stays selected, except on the first row, which stays on the latest run.
func (s *Screen) takePage() tea.Cmd {
	key, m := s.pages.Key(), s.pages.Value()
	switch {
	case s.pages.Err() != nil: // read only what was requested since
	case key.fresh:
		top := s.list.Selected == 0
		s.list.Reset(m.total, m.all, m.page, m.rows, func(a, b store.Run) bool { return !top && a.ID == b.ID })
		if key.goTo != 0 {
			s.list.To(m.found)
			if r, ok := s.list.Current(); ok && r.ID != key.goTo {
				s.Complain("%s is not in the store", runName(key.goTo))
			}
		}
	default:
		s.list.SetPage(m.page, m.rows)
	}
	return s.readNeeded()
}
