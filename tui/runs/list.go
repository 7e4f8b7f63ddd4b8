package runs

import (
	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// listQuery is the filter text and the order of the list.
type listQuery struct {
	filter  string
	by      int // column; negative for none
	reverse bool
}

// listQuery returns the filter text and the order of the list.
func (s *Screen) listQuery() listQuery {
	return listQuery{s.list.FilterText, s.list.By, s.list.Reverse}
}

// takeQuery takes a changed query over and marks the list stale. An invalid filter changes nothing and shows the error.
func (s *Screen) takeQuery() {
	query := s.listQuery()
	if query == s.query {
		return
	}
	if query.filter != s.query.filter {
		f, err := store.ParseFilter(query.filter)
		if err != nil {
			s.list.Filter.Refuse(session.FirstLine(err))
			return
		}
		s.filter = f
	}
	s.query, s.listStale = query, true
}

// order returns the order of the query as the store names it; ascending unless reversed.
func (w listQuery) order(columns []ui.Column[store.Run]) store.Sort {
	if w.by < 0 {
		return store.Sort{}
	}
	by := columns[w.by].By
	return store.Sort{By: by, Reverse: w.reverse != (by == "started")} // which is descending by default
}

// readNeeded reads the rows and the run that are shown and not read yet. It runs after every key.
func (s *Screen) readNeeded() tea.Cmd {
	if s.Options.Archive == nil {
		return nil
	}
	s.takeQuery()
	return tea.Batch(s.readPage(), s.readShown())
}

// emptyList returns the text of an empty list.
func (s *Screen) emptyList() string {
	switch {
	case s.Options.Archive == nil:
		return "Runs are not stored: the run store cannot be opened. Training still works. Choose another state folder with --state."
	case s.pages.Err() != nil:
		return "Cannot read the runs: " + session.FirstLine(s.pages.Err()) + ". r: try again."
	case s.list.Remote.Total < 0:
		return "reading runs"
	}
	return "No stored runs yet. Finished runs appear here."
}

// listNote returns the position in the list and what kind of errors it shows.
func (s *Screen) listNote() string {
	if at := s.list.Position(); at != "" {
		return at + " · " + errorsNote
	}
	return ""
}

// drawList draws the list with the question or the input below it.
func (s *Screen) drawList(w, h int) string {
	if s.labelInput.Open || s.toDelete != nil {
		var line string
		if s.toDelete != nil {
			line = canvas.Line(canvas.Paint(s.Theme.Bad, s.Theme.Glyphs.Alert+" "+s.deleteQuestion()), w)
		} else {
			line = s.labelInput.DrawAsked(s.Theme, "label: ", w)
		}
		return canvas.Stack(s.list.Draw(s.Theme, w, h-1, s.Focus == panelList, s.emptyList()), line)
	}
	return s.list.Draw(s.Theme, w, h, s.Focus == panelList, s.emptyList())
}
