package runs

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// runsWish is what the list is asked to show.
type runsWish struct {
	needle  string
	by      int
	reverse bool
}

func (s *Screen) wished() runsWish { return runsWish{s.list.Needle, s.list.By, s.list.Reverse} }

// heed notices what the list is asked to show. A filter that cannot be read changes nothing, and is told why.
func (s *Screen) heed() {
	wish := s.wished()
	if wish == s.wish {
		return
	}
	if wish.needle != s.wish.needle {
		f, err := store.ParseFilter(wish.needle)
		if err != nil {
			s.list.Filter.Refuse(session.FirstLine(err))
			return
		}
		s.filter = f
	}
	s.wish, s.stale = wish, true
}

// order is the store's name for what the list is sorted by: upwards, unless it is reversed.
func (w runsWish) order(columns []ui.Column[store.Run]) store.Sort {
	if w.by < 0 {
		return store.Sort{}
	}
	by := columns[w.by].By
	return store.Sort{By: by, Reverse: w.reverse != (by == "started")} // whose usual order is downwards
}

// follow is the command that brings what is looked at and not there yet. It follows every key.
func (s *Screen) follow() tea.Cmd {
	if s.Options.Archive == nil {
		return nil
	}
	s.heed()
	return tea.Batch(s.fetch(), s.open())
}

// pageKey is what was asked of the store.
type pageKey struct {
	fresh bool // everything is read anew, and how many there are
	page  int
	find  int64 // the run that is looked for, 0 for none
}

// runsPage is a page of rows.
type runsPage struct {
	page       int
	rows       []store.Run
	total, all int // where everything was read anew
	found      int // where the run that is looked for is, or would be
}

// fetch is the command that reads rows; what is asked for while it reads follows.
func (s *Screen) fetch() tea.Cmd {
	page, missing := s.list.Missing()
	if s.rows.Running() || !s.stale && (!missing || s.rows.Err() != nil) {
		return nil
	}
	if s.stale {
		page = s.list.Selected / ui.PageRows
	}
	kept, f, order, key := s.Options.Archive, s.filter, s.wish.order(s.list.Columns), pageKey{s.stale, page, s.find}
	s.stale, s.find = false, 0
	return s.rows.Refresh(s.Ctx, key, func(context.Context) (runsPage, error) { return readPage(kept, f, order, key) })
}

func readPage(kept session.Archive, f store.Filter, order store.Sort, key pageKey) (m runsPage, err error) {
	m.page = key.page
	if key.fresh {
		if key.find != 0 {
			if m.found, err = newerThan(kept, key.find); err != nil {
				return m, err
			}
			m.page = m.found / ui.PageRows
		}
		if m.total, err = kept.Count(f); err != nil {
			return m, err
		}
		if m.all, err = kept.Count(store.Filter{}); err != nil {
			return m, err
		}
		m.page = min(m.page, max(m.total-1, 0)/ui.PageRows)
	}
	m.rows, err = kept.List(f, order, ui.PageRows, m.page*ui.PageRows)
	return m, err
}

// newerThan is where a run stands among all, the latest first.
func newerThan(kept session.Archive, id int64) (int, error) {
	f, err := store.ParseFilter(fmt.Sprintf("id>%d", id))
	if err != nil {
		return 0, err
	}
	return kept.Count(f)
}

// takeRows takes rows. What is selected stays selected, but on the first row: there the latest appears.
func (s *Screen) takeRows() tea.Cmd {
	key, m := s.rows.Key(), s.rows.Value()
	switch {
	case s.rows.Err() != nil: // only what has been asked for since
	case key.fresh:
		top := s.list.Selected == 0
		s.list.Begin(m.total, m.all, m.page, m.rows, func(a, b store.Run) bool { return !top && a.ID == b.ID })
		if key.find != 0 {
			s.list.To(m.found)
			if r, ok := s.list.Current(); ok && r.ID != key.find {
				s.Complain("%s is not in the store", runName(key.find))
			}
		}
	default:
		s.list.Put(m.page, m.rows)
	}
	return s.follow()
}

// emptyList is what an empty list says.
func (s *Screen) emptyList() string {
	switch {
	case s.Options.Archive == nil:
		return "Runs are not stored: the run store cannot be opened. Training still works. Choose another state folder with --state."
	case s.rows.Err() != nil:
		return "Cannot read the runs: " + session.FirstLine(s.rows.Err()) + ". r: try again."
	case s.list.Far.Total < 0:
		return "reading runs"
	}
	return "No stored runs yet. Finished runs appear here."
}

func (s *Screen) listNote() string {
	if at := s.list.Position(); at != "" {
		return at + " · " + errorsNote
	}
	return ""
}

// drawList is the list, below it what is asked.
func (s *Screen) drawList(w, h int) string {
	if s.naming.Open || s.doomed != nil {
		var line string
		if s.doomed != nil {
			line = canvas.Line(canvas.Paint(s.Theme.Bad, s.Theme.Glyphs.Alert+" "+s.question()), w)
		} else {
			line = s.naming.DrawAsked(s.Theme, "label: ", w)
		}
		return canvas.Stack(s.list.Draw(s.Theme, w, h-1, s.Focus == panelList, s.emptyList()), line)
	}
	return s.list.Draw(s.Theme, w, h, s.Focus == panelList, s.emptyList())
}
