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

// maxCompared is how many runs stand side by side: as many as have a colour of their own.
const maxCompared = 6

// compare is the command that reads the marked runs, and the selected one with them where only one other is marked.
func (s *Screen) compare() tea.Cmd {
	ids := slices.Clone(s.marked)
	if r, ok := s.list.Current(); ok && len(ids) < 2 && !slices.Contains(ids, r.ID) {
		ids = append(ids, r.ID)
	}
	switch {
	case len(ids) < 2:
		s.Say("mark runs with Space, then c compares them")
		return nil
	case len(ids) > maxCompared:
		s.Say("%d runs are marked, and %d fit side by side: unmark some", len(ids), maxCompared)
		return nil
	}
	kept := s.Options.Archive
	return s.marks.Refresh(s.Ctx, struct{}{}, func(context.Context) (runs []store.Detail, err error) {
		for _, id := range ids {
			d, err := kept.Get(id)
			if err != nil {
				return nil, err
			}
			runs = append(runs, d)
		}
		return runs, nil
	})
}

// sideBySide shows the runs to compare.
func (s *Screen) sideBySide() {
	if err := s.marks.Err(); err != nil {
		s.Complain("%s", session.FirstLine(err))
		return
	}
	s.comparing, s.compared = true, s.marks.Value()
	s.text, s.lens = ui.TextPanel{}, ui.View{}
	if s.Focus == panelList {
		s.Focus = panelRun
	}
	s.Relayout()
}

func (s *Screen) leaveComparison() {
	if !s.comparing {
		return
	}
	s.comparing, s.compared = false, nil
	s.text, s.lens = ui.TextPanel{}, ui.View{}
	s.Focus = panelList
	s.Relayout()
}

// trait is one line about several runs.
type trait struct {
	name   string
	values []string // by run; "–" where it has none
	differ bool
}

// traits sets what is known of runs side by side: what was chosen first, then what came of it.
func traits(all []store.Detail) (chosen, came []trait) {
	line := func(list *[]trait, name string, of func(store.Run) string) {
		t := trait{name: name}
		for _, d := range all {
			v := of(d.Run)
			if v == "" {
				v = "–"
			}
			t.values = append(t.values, v)
		}
		t.differ = slices.ContainsFunc(t.values, func(v string) bool { return v != t.values[0] })
		*list = append(*list, t)
	}
	line(&chosen, "method", func(r store.Run) string { return r.Method })
	line(&chosen, "ε", price)
	line(&chosen, "δ", func(r store.Run) string {
		if r.Accountant == "" || r.Delta == 0 {
			return ""
		}
		return format.Number(r.Delta)
	})
	line(&chosen, "accountant", func(r store.Run) string { return r.Accountant })
	line(&chosen, "trust", func(r store.Run) string { return r.Trust })
	line(&chosen, "data", func(r store.Run) string { return shortName(r.Data) })
	line(&chosen, "split", func(r store.Run) string { return r.Split })
	line(&chosen, "split seed", func(r store.Run) string { return strconv.FormatUint(r.SplitSeed, 10) })
	names := make(map[string]bool)
	for _, d := range all {
		for name := range d.Settings {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		line(&chosen, name, func(r store.Run) string { return r.Settings[name] })
	}
	line(&came, "validation", func(r store.Run) string { return keptError(r.ValidRMSE, r) })
	line(&came, "test", func(r store.Run) string { return keptError(r.TestRMSE, r) })
	line(&came, "training", func(r store.Run) string { return format.ShortRMSE(r.TrainRMSE) })
	line(&came, "outcome", outcomeOf)
	line(&came, "steps", func(r store.Run) string { return strconv.Itoa(r.Iterations) })
	line(&came, "time", tookOf)
	line(&came, "label", func(r store.Run) string { return r.Label })
	return chosen, came
}

// Cells for a value of the comparison.
const (
	goodValue  = 10 // for which the table takes the whole width, if it must
	tightValue = 7  // below which values stand closer
	leastValue = 5
)

// comparisonWidth is the room that the table and its frame need to be read with ease.
func (s *Screen) comparisonWidth() int {
	return 2 + 2 + 16 + 2 + len(s.compared)*(ui.ColumnGap+goodValue)
}

// comparison is the table of the runs that are compared, in lines of w cells: what differs among what was chosen, what
// came of it, and what is the same.
func (s *Screen) comparison(w int) []string {
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
		text := number(d.ID)
		if canvas.Width(text)+2 > wide {
			text = strconv.FormatInt(d.ID, 10)
		}
		style := th.Series(colours[i])
		head += apart + canvas.Paint(style, ui.Pad(th.Marker(colours[i])+" "+text, wide, true))
	}
	rows := []string{head}
	chosen, came := traits(s.compared)
	section := func(title string, list []trait, only func(trait) bool) {
		first := true
		for _, t := range list {
			if !only(t) {
				continue
			}
			if first && title != "" {
				rows = append(rows, "", canvas.Paint(th.Muted, title))
			}
			first = false
			mark, style := " ", th.Muted
			if t.differ {
				mark, style = differs, th.Strong
			}
			line := canvas.Paint(th.Warning, mark) + " " + canvas.Paint(th.Muted, ui.Pad(canvas.Line(canvas.Text(t.name), min(canvas.Width(canvas.Text(t.name)), name)), name, false))
			for _, v := range t.values {
				line += apart + canvas.Paint(style, ui.Pad(canvas.Text(v), wide, true))
			}
			rows = append(rows, line)
		}
		if first && title == "" {
			rows = append(rows, canvas.Paint(th.Muted, "  the same was chosen for all"))
		}
	}
	section("", chosen, func(t trait) bool { return t.differ })
	section("what came of it", came, func(trait) bool { return true })
	switch released := func(d store.Detail) bool { return d.MetricsPrivate }; {
	case s.alike() && slices.ContainsFunc(s.compared, released):
		rows = append(rows, canvas.Paint(th.Muted, "  "+errorsSigned))
	case s.alike():
		rows = append(rows, canvas.Paint(th.Muted, "  errors on held-out ratings are not private numbers"))
	default:
		rows = append(rows, canvas.Paint(th.Warning, th.Glyphs.Alert+" not on the same ratings: the errors do not compare"))
	}
	section("the same for all", chosen, func(t trait) bool { return !t.differ })
	return rows
}

// differs marks what is not the same for all.
const differs = "≠"

// alike reports whether the runs that are compared were over the same ratings, as far as is known.
func (s *Screen) alike() bool {
	first := s.compared[0]
	return !slices.ContainsFunc(s.compared, func(d store.Detail) bool {
		return d.Data != first.Data || d.Dataset != first.Dataset || d.Split != first.Split || d.SplitSeed != first.SplitSeed
	})
}
