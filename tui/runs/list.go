package runs

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dpals/engine"
	"dpals/engine/store"
	"dpals/internal/format"
	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// runsColumns are the columns of the list. Those that are named by an order of the store can be sorted by.
func runsColumns(s *Screen) []ui.Column[store.Run] {
	muted := func(th *themes.Theme, _ store.Run) lipgloss.Style { return th.Muted }
	return []ui.Column[store.Run]{
		{Width: 1, Text: s.checkMark, Style: func(th *themes.Theme, _ store.Run) lipgloss.Style { return th.Accent }},
		{Title: "run", Width: 5, Right: true, Text: func(r store.Run) string { return strconv.FormatInt(r.ID, 10) }},
		{Title: "began UTC", Width: 11, Priority: 5, By: "started", Text: func(r store.Run) string { return r.Started.Format("01-02 15:04") }, Style: muted},
		{Title: "data", Width: 8, Grow: true, Priority: 2, By: "data", Text: func(r store.Run) string { return shortName(r.Data) }},
		{Title: "method", Width: 9, By: "method", Text: func(r store.Run) string { return r.Method }},
		{Title: "ε", Width: 8, Right: true, By: "epsilon", Text: price, Style: priceStyle},
		{Title: "trust", Width: 5, Priority: 8, By: "trust", Text: func(r store.Run) string { return r.Trust }, Style: muted},
		{Title: "T", Width: 3, Right: true, Priority: 4, By: "steps", Text: func(r store.Run) string { return strconv.Itoa(r.Iterations) }},
		{Title: "valid", Width: 7, Right: true, By: "valid", Text: validOf, Style: validStyle},
		{Title: "test", Width: 6, Right: true, Priority: 3, By: "test", Text: func(r store.Run) string { return keptError(r.TestRMSE, r) }},
		{Title: "time", Width: 7, Right: true, Priority: 7, By: "seconds", Text: tookOf, Style: muted},
		{Title: "outcome", Width: 8, Priority: 6, By: "outcome", Text: outcomeOf, Style: outcomeStyle},
		{Title: "label", Width: 8, Grow: true, Priority: 9, By: "label", Text: func(r store.Run) string { return r.Label }},
	}
}

func (s *Screen) checkMark(r store.Run) string {
	if slices.Contains(s.marked, r.ID) {
		return "✓"
	}
	return ""
}

// pinMark is the marker that a run has on the charts of Tune; a dot where it is pinned and not drawn there.
func (s *Screen) pinMark(th *themes.Theme, r store.Run) string {
	if d := s.Runs.DrawnAs(r.ID); d != nil {
		return canvas.Paint(th.Series(d.Series), th.Marker(d.Series))
	}
	if r.Pinned {
		return canvas.Paint(th.Muted, th.Glyphs.Point)
	}
	return " "
}

// price is the ε of a run; that of a simulation protects nobody.
func price(r store.Run) string {
	switch {
	case !r.Private:
		return "–"
	case r.Accountant == "":
		return "0"
	case r.Simulation:
		return format.Setting(format.Round(r.Epsilon, 4)) + " sim"
	}
	return format.Setting(format.Round(r.Epsilon, 4))
}

func priceStyle(th *themes.Theme, r store.Run) lipgloss.Style {
	switch {
	case !r.Private:
		return th.Muted
	case r.Simulation:
		return th.Warning
	}
	return th.Text
}

// What an error is that a run has not released, and the sign before one that it has, with noise.
const (
	releasedSign = "~"
	errorsSigned = "errors are not private numbers, but " + releasedSign + " released"
)

func keptError(v float64, r store.Run) string {
	switch {
	case r.MetricsPrivate && !math.IsNaN(v) && r.ValidDeviation() > 0 && engine.LostInNoise(v, r.ValidDeviation()):
		return releasedSign + "noise"
	case r.MetricsPrivate && v > 0:
		return releasedSign + format.ShortRMSE(v)
	}
	return format.ShortRMSE(v)
}

// validOf is the validation error, or why there is none.
func validOf(r store.Run) string {
	if math.IsNaN(r.ValidRMSE) && r.Outcome != engine.Done.String() {
		return outcomeOf(r)
	}
	return keptError(r.ValidRMSE, r)
}

func validStyle(th *themes.Theme, r store.Run) lipgloss.Style {
	if math.IsNaN(r.ValidRMSE) {
		return outcomeStyle(th, r)
	}
	return th.Text
}

// tookOf is how long a run has taken, which depends on the ratings: it does not stand beside errors that are releases.
func tookOf(r store.Run) string {
	if r.MetricsPrivate {
		return "–"
	}
	return canvas.Duration(r.Elapsed)
}

// outcomeOf is how a run ended, in the words of the other screens.
func outcomeOf(r store.Run) string {
	if r.Outcome == "" {
		return "running"
	}
	for o, word := range session.OutcomeNames {
		if engine.Outcome(o).String() == r.Outcome {
			return word
		}
	}
	return r.Outcome
}

func outcomeStyle(th *themes.Theme, r store.Run) lipgloss.Style {
	switch r.Outcome {
	case "":
		return th.Accent
	case engine.Done.String():
		return th.Good
	case engine.Cancelled.String():
		return th.Warning
	}
	return th.Bad
}

// runsWish is what the list is asked to show.
type runsWish struct {
	needle  string
	by      int
	reverse bool
}

func (s *Screen) wished() runsWish { return runsWish{s.list.FilterText, s.list.By, s.list.Reverse} }

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
	page, missing := s.list.MissingPage()
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
		s.list.Reset(m.total, m.all, m.page, m.rows, func(a, b store.Run) bool { return !top && a.ID == b.ID })
		if key.find != 0 {
			s.list.To(m.found)
			if r, ok := s.list.Current(); ok && r.ID != key.find {
				s.Complain("%s is not kept any more", number(key.find))
			}
		}
	default:
		s.list.SetPage(m.page, m.rows)
	}
	return s.follow()
}

// emptyList is what an empty list says.
func (s *Screen) emptyList() string {
	switch {
	case s.Options.Archive == nil:
		return "Runs are not kept: there is no store of runs that could be opened. Training goes on without it; --state names another folder for it."
	case s.rows.Err() != nil:
		return "The runs cannot be read: " + session.FirstLine(s.rows.Err()) + ". r tries again."
	case s.list.Remote.Total < 0:
		return "reading the runs"
	}
	return "No run is kept yet: every run that finishes is listed here."
}

func (s *Screen) listNote() string {
	if at := s.list.Position(); at != "" {
		return at + " · " + errorsSigned
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
			line = s.naming.DrawAsked(s.Theme, "name: ", w)
		}
		return canvas.Stack(s.list.Draw(s.Theme, w, h-1, s.Focus == panelList, s.emptyList()), line)
	}
	return s.list.Draw(s.Theme, w, h, s.Focus == panelList, s.emptyList())
}
