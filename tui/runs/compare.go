package runs

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// maxCompared is how many runs can be compared: each needs a colour of its own.
const maxCompared = 6

// compare reads the marked runs; with fewer than two marked, the selected run too.
func (s *Screen) compare() tea.Cmd {
	ids := slices.Clone(s.marked)
	if r, ok := s.list.Current(); ok && len(ids) < 2 && !slices.Contains(ids, r.ID) {
		ids = append(ids, r.ID)
	}
	switch {
	case len(ids) < 2:
		s.Say("mark runs with Space, then press c to compare")
		return nil
	case len(ids) > maxCompared:
		s.Say("%d runs marked, %d can be compared at most: unmark some (Space)", len(ids), maxCompared)
		return nil
	}
	archive := s.Options.Archive
	return s.comparison.Refresh(s.Ctx, struct{}{}, func(context.Context) (runs []store.Detail, err error) {
		for _, id := range ids {
			d, err := archive.Get(id)
			if err != nil {
				return nil, err
			}
			runs = append(runs, d)
		}
		return runs, nil
	})
}

// showComparison shows the compared runs side by side.
func (s *Screen) showComparison() {
	if err := s.comparison.Err(); err != nil {
		s.Complain("%s", session.FirstLine(err))
		return
	}
	s.comparing, s.compared = true, s.comparison.Value()
	s.text, s.lens = ui.TextPanel{}, ui.View{}
	if s.Focus == panelList {
		s.Focus = panelRun
	}
	s.Relayout()
}

// leaveComparison goes back to the list.
func (s *Screen) leaveComparison() {
	if !s.comparing {
		return
	}
	s.comparing, s.compared = false, nil
	s.text, s.lens = ui.TextPanel{}, ui.View{}
	s.Focus = panelList
	s.Relayout()
}

// property is one row of the comparison.
type property struct {
	name   string
	values []string // of each run; "–" for none
	differ bool
}

// properties returns the settings and the results of runs, row by row.
func properties(all []store.Detail) (settings, results []property) {
	row := func(list *[]property, name string, of func(store.Run) string) {
		p := property{name: name}
		for _, d := range all {
			v := of(d.Run)
			if v == "" {
				v = "–"
			}
			p.values = append(p.values, v)
		}
		p.differ = slices.ContainsFunc(p.values, func(v string) bool { return v != p.values[0] })
		*list = append(*list, p)
	}
	row(&settings, "method", func(r store.Run) string { return r.Method })
	row(&settings, "ε", epsilonOf)
	row(&settings, "δ", func(r store.Run) string {
		if r.Accountant == "" || r.Delta == 0 {
			return ""
		}
		return format.Number(r.Delta)
	})
	row(&settings, "accountant", func(r store.Run) string { return r.Accountant })
	row(&settings, "trust", func(r store.Run) string { return r.Trust })
	row(&settings, "data", func(r store.Run) string { return shortName(r.Data) })
	row(&settings, "split", func(r store.Run) string { return r.Split })
	row(&settings, "split seed", func(r store.Run) string { return strconv.FormatUint(r.SplitSeed, 10) })
	names := make(map[string]bool)
	for _, d := range all {
		for name := range d.Settings {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		row(&settings, name, func(r store.Run) string { return r.Settings[name] })
	}
	row(&results, "validation", func(r store.Run) string { return errorText(r.ValidRMSE, r) })
	row(&results, "test", func(r store.Run) string { return errorText(r.TestRMSE, r) })
	row(&results, "training", func(r store.Run) string { return format.ShortRMSE(r.TrainRMSE) })
	row(&results, "outcome", outcomeOf)
	row(&results, "iterations", func(r store.Run) string { return strconv.Itoa(r.Iterations) })
	row(&results, "time", timeOf)
	row(&results, "label", func(r store.Run) string { return r.Label })
	return settings, results
}

// The widths of a value of the comparison, in cells.
const (
	goodValue  = 10 // the table takes the whole screen rather than less
	tightValue = 7  // below it values have one space between them
	leastValue = 5
)

// comparisonWidth returns the width of the table and its frame with values of goodValue cells.
func (s *Screen) comparisonWidth() int {
	return 2 + 2 + 16 + 2 + len(s.compared)*(ui.ColumnGap+goodValue)
}

// comparisonTable returns the table of the compared runs in lines of w cells: the settings that differ, the results, and the
// settings that are identical.
func (s *Screen) comparisonTable(w int) []string {
	th, apart := s.Theme, ui.ColumnSpace
	name := min(16, max(w/4, 6))
	each := (w - name - 2) / len(s.compared)
	if each-ui.ColumnGap < tightValue {
		apart = " "
	}
	wide := min(max(each-len(apart), leastValue), 16)
	colours := s.colours()
	head := strings.Repeat(" ", name+2)
	for i, d := range s.compared {
		text := runName(d.ID)
		if canvas.Width(text)+2 > wide {
			text = strconv.FormatInt(d.ID, 10)
		}
		style := th.Series(colours[i])
		head += apart + canvas.Paint(style, ui.Pad(th.Marker(colours[i])+" "+text, wide, true))
	}
	rows := []string{head}
	settings, results := properties(s.compared)
	section := func(title string, list []property, only func(property) bool) {
		first := true
		for _, p := range list {
			if !only(p) {
				continue
			}
			if first && title != "" {
				rows = append(rows, "", canvas.Paint(th.Muted, title))
			}
			first = false
			mark, style := " ", th.Muted
			if p.differ {
				mark, style = differs, th.Strong
			}
			line := canvas.Paint(th.Warning, mark) + " " + canvas.Paint(th.Muted, ui.Pad(canvas.Line(canvas.Text(p.name), min(canvas.Width(canvas.Text(p.name)), name)), name, false))
			for _, v := range p.values {
				line += apart + canvas.Paint(style, ui.Pad(canvas.Text(v), wide, true))
			}
			rows = append(rows, line)
		}
		if first && title == "" {
			rows = append(rows, canvas.Paint(th.Muted, "  identical settings"))
		}
	}
	section("", settings, func(p property) bool { return p.differ })
	section("results", results, func(property) bool { return true })
	switch released := func(d store.Detail) bool { return d.MetricsPrivate }; {
	case s.sameRatings() && slices.ContainsFunc(s.compared, released):
		rows = append(rows, canvas.Paint(th.Muted, "  "+errorsNote))
	case s.sameRatings():
		rows = append(rows, canvas.Paint(th.Muted, "  errors on held-out ratings are not private numbers"))
	default:
		rows = append(rows, canvas.Paint(th.Warning, th.Glyphs.Alert+" different ratings: errors are not comparable"))
	}
	section("identical settings", settings, func(p property) bool { return !p.differ })
	return rows
}

// differs marks a row whose values are not all the same.
const differs = "≠"

// sameRatings reports whether the compared runs have the same ratings, as far as is known.
func (s *Screen) sameRatings() bool {
	first := s.compared[0]
	return !slices.ContainsFunc(s.compared, func(d store.Detail) bool {
		return d.Data != first.Data || d.Dataset != first.Dataset || d.Split != first.Split || d.SplitSeed != first.SplitSeed
	})
}
