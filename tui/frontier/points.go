package frontier

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dpals/engine/method"
	"dpals/engine/sweep"
	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// sweepPoint is a cell of the grid as the list and the chart show it.
type sweepPoint struct {
	sweep.Cell
	index  int    // among the cells of the sweep
	name   string // of its line: the method and its varied parameters
	series int    // colour and marker of its line
	status string
}

// samePoint reports whether two points are the same cell of the grid.
func samePoint(a, b sweepPoint) bool { return a.Name() == b.Name() && a.Epsilon == b.Epsilon }

// trustWord returns a trust model in a few letters.
func trustWord(t method.Trust) string {
	if t == method.TrustNone {
		return t.Threat().Title
	}
	return string(t) + " DP"
}

// pointsOf returns the cells of a sweep.
func (f *Screen) pointsOf(s *sweep.Snapshot) []sweepPoint {
	if s == nil {
		return nil
	}
	colours := make(map[string]int)
	var rows []sweepPoint
	for i, c := range s.Cells {
		name := c.Name()
		series, known := colours[name]
		if !known {
			series = freeColour(colours, f.MethodSeries(c.Method))
			colours[name] = series
		}
		rows = append(rows, sweepPoint{Cell: c, index: i, name: lineName(s.Spec, c), series: series, status: cellStatus(s.Status, c)})
	}
	return rows
}

// lineColours is how many colours tell lines apart before they repeat.
const lineColours = 8

// freeColour returns the wanted colour, or the next one that no line has.
func freeColour(taken map[string]int, wanted int) int {
	for colour := wanted; colour < wanted+lineColours; colour++ {
		free := true
		for _, c := range taken {
			free = free && c%lineColours != colour%lineColours
		}
		if free {
			return colour
		}
	}
	return wanted
}

// lineName returns the method with its parameters that have several values.
func lineName(s sweep.Spec, c sweep.Cell) string {
	name := c.Method
	for _, p := range s.Parameters {
		if v, has := c.Settings[p.Name]; has && len(p.Values) > 1 {
			name += " " + p.Name + "=" + v
		}
	}
	return name
}

// cellStatus returns the progress of a cell in a word.
func cellStatus(s sweep.Status, c sweep.Cell) string {
	switch {
	case c.Failed > 0:
		return fmt.Sprintf("%d failed", c.Failed)
	case c.N == c.Of:
		return "done"
	case c.Running > 0:
		return "training"
	case s == sweep.Running || s == sweep.Paused:
		return "waiting"
	}
	return "not run"
}

// meanText writes mean ± s.d.; one run has no s.d.
func meanText(c sweep.Cell) string {
	switch {
	case c.N == 0:
		return ""
	case math.IsNaN(c.Mean) || math.IsInf(c.Mean, 0):
		return "diverged"
	case c.N == 1:
		return fmt.Sprintf("%.4f", c.Mean)
	}
	return fmt.Sprintf("%.4f ± %.4f", c.Mean, c.Deviation)
}

// epsilonText writes a target ε; "–" for a method without ε.
func epsilonText(c sweep.Cell) string {
	if c.Epsilon == 0 {
		return "–"
	}
	return strconv.FormatFloat(c.Epsilon, 'g', 4, 64)
}

// newPoints returns the empty list of points.
func newPoints() ui.List[sweepPoint] {
	l := ui.NewList(
		ui.Column[sweepPoint]{Title: "method", Width: 9, Grow: true, Text: func(p sweepPoint) string { return p.name },
			Order: func(a, b sweepPoint) int { return strings.Compare(a.name, b.name) }},
		ui.Column[sweepPoint]{Title: "trust", Width: 5, Text: func(p sweepPoint) string { return string(p.Trust) },
			Order: func(a, b sweepPoint) int { return strings.Compare(string(a.Trust), string(b.Trust)) },
			Style: func(th *themes.Theme, _ sweepPoint) lipgloss.Style { return th.Muted }},
		ui.Column[sweepPoint]{Title: "ε", Width: 4, Right: true, Text: func(p sweepPoint) string { return epsilonText(p.Cell) },
			Order: func(a, b sweepPoint) int { return cmp.Compare(a.Epsilon, b.Epsilon) }},
		ui.Column[sweepPoint]{Title: "RMSE ± s.d.", Width: 15, Text: func(p sweepPoint) string { return meanText(p.Cell) },
			Order: func(a, b sweepPoint) int { return cmp.Compare(sortError(a.Cell), sortError(b.Cell)) },
			Style: func(th *themes.Theme, _ sweepPoint) lipgloss.Style { return th.Strong }},
		ui.Column[sweepPoint]{Title: "runs", Width: 5, Right: true, Priority: 3, Text: func(p sweepPoint) string { return fmt.Sprintf("%d/%d", p.N, p.Of) },
			Order: func(a, b sweepPoint) int { return cmp.Compare(a.N, b.N) }},
		ui.Column[sweepPoint]{Title: "status", Width: 9, Priority: 2, Text: func(p sweepPoint) string { return p.status },
			Order: func(a, b sweepPoint) int { return strings.Compare(a.status, b.status) }, Style: pointStyle},
	)
	l.Mark = func(th *themes.Theme, p sweepPoint) string {
		return canvas.Paint(th.Series(p.series), th.Marker(p.series))
	}
	return l
}

// sortError returns the error that points are sorted by: points without one come last.
func sortError(c sweep.Cell) float64 {
	if c.N == 0 || math.IsNaN(c.Mean) {
		return math.Inf(1)
	}
	return c.Mean
}

// pointStyle returns the style of the status of a point.
func pointStyle(th *themes.Theme, p sweepPoint) lipgloss.Style {
	switch {
	case p.Failed > 0:
		return th.Bad
	case p.N == p.Of:
		return th.Good
	case p.Running > 0:
		return th.Accent
	}
	return th.Muted
}

// selected returns the point of the current row of the list or, on the chart, under the crosshair.
func (f *Screen) selected() (p sweepPoint, ok bool) {
	if f.Focus == panelPoints {
		return f.points.Current()
	}
	points := f.underCrosshair()
	if len(points) == 0 || f.Focus != panelCurves {
		return p, false
	}
	if i := slices.IndexFunc(points, func(p sweepPoint) bool { return p.Name() == f.pickedLine }); i >= 0 {
		return points[i], true
	}
	return points[0], true
}

// underCrosshair returns the points at the ε of the crosshair, smallest error first.
func (f *Screen) underCrosshair() (all []sweepPoint) {
	if !f.lens.Reading {
		return nil
	}
	for _, p := range f.points.Rows {
		if p.N > 0 && p.Epsilon > 0 && math.Abs(p.Epsilon-f.lens.Cursor) <= 1e-9*p.Epsilon {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b sweepPoint) int { return cmp.Compare(sortError(a.Cell), sortError(b.Cell)) })
	return all
}

// pickLine selects the line under the crosshair with the next larger (+1) or smaller (-1) error.
func (f *Screen) pickLine(by int) {
	points := f.underCrosshair()
	if len(points) == 0 {
		f.lens.StepTo(0)
		return
	}
	now, _ := f.selected()
	at := slices.IndexFunc(points, func(p sweepPoint) bool { return samePoint(p, now) }) + by
	f.pickedLine = points[min(max(at, 0), len(points)-1)].Name()
}

// openPoint opens that run of the selected point whose error is nearest to the mean.
func (f *Screen) openPoint() tea.Cmd {
	p, ok := f.selected()
	switch {
	case !ok || f.snapshot == nil:
		return nil
	case p.N == 0:
		f.Say("no finished run of %s at this ε yet", canvas.Text(p.name))
		return nil
	}
	best, id := math.Inf(1), int64(0)
	for _, r := range f.snapshot.Results {
		v := r.TestRMSE
		if r.MetricsPrivate {
			v = r.ValidRMSE
		}
		if d := math.Abs(v - p.Mean); r.Cell == p.index && r.Run != 0 && (d < best || id == 0) {
			best, id = d, r.Run
		}
	}
	if id == 0 {
		f.Say("the runs of this point are not stored")
		return nil
	}
	return func() tea.Msg { return session.OpenRunMsg{ID: id} }
}
