package tune

import (
	"fmt"
	"strings"

	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// drawBudget draws the gauge and, where there is room, the list of releases.
func (t *Screen) drawBudget(w, h int) string {
	rows := t.gaugeRows(w-2, h)
	switch {
	case t.Zoomed:
		rows = append(append(rows, ""), t.DataSetText(w-2, h)...)
		rows = append(append(rows, ""), t.releaseRows()...)
	case t.Wide():
		if list := t.releaseRows(); len(rows)+1+len(list) <= h {
			rows = append(append(rows, ""), list...)
		}
	}
	return ui.Inset(rows, w, h)
}

// releaseRows lists every planned release with its noise and its part of the budget.
func (t *Screen) releaseRows() []string {
	th, p, r := t.Theme, t.Plan(), t.Runs.Current
	if p == nil {
		return nil
	}
	rows := []string{canvas.Paint(th.Muted, fmt.Sprintf("  %-16s %11s %11s %9s %7s", "release", "sensitivity", "noise σ", "μ", "weight"))}
	for i, l := range p.Releases {
		style, glyph := th.Kind(l.Kind)
		sensitivity, noise := format.Number(l.Sensitivity), format.Number(l.Sigma)
		if l.Local { // every report is randomised on its own: no noise is added to a sum
			sensitivity, noise = "local", "ε "+format.Number(l.Epsilon)
		}
		if l.Deferred {
			rows = append(rows, canvas.Paint(style, glyph)+" "+canvas.Line(l.Name, 16)+"   "+canvas.Paint(th.Muted, session.RestPlanned))
			continue
		}
		row := canvas.Paint(style, glyph) + " " + canvas.Line(l.Name, 16) +
			fmt.Sprintf(" %11s %11s %9s %7s  ", sensitivity, noise, format.Number(l.Mu), format.Percent(l.BudgetWeight(p)))
		if r != nil && r.Plan == p && i < len(r.Charges) {
			row += canvas.Paint(th.Good, th.Glyphs.Check+" charged")
		}
		rows = append(rows, row)
	}
	return rows
}

// budgetNote returns the note at the edge of the panel: in one column, what the data set was charged.
func (t *Screen) budgetNote() string {
	if t.Wide() || t.Zoomed {
		return t.BudgetNote()
	}
	return t.DataSetShort(t.Body.W)
}

// gaugeRows draws the plan as a gauge that every charged release fills further, and below it the sum of the charges.
func (t *Screen) gaugeRows(w, h int) []string {
	th, p := t.Theme, t.Plan()
	if p == nil {
		return ui.PaintWrapped(t.NoPlan("no ratings loaded yet"), w, th.Muted)
	}
	r := t.Runs.Current
	charged := 0
	mu, epsilon := 0.0, 0.0
	if r != nil && r.Plan == p {
		charged = len(r.Charges)
		mu, epsilon = r.Charged()
	}
	g := canvas.Gauge{Text: fmt.Sprintf("ε %s / %s", format.Number(epsilon), format.Number(p.Epsilon))}
	for i, release := range p.Releases {
		s := canvas.Segment{Label: release.Name, Kind: release.Kind, Fraction: release.BudgetWeight(p)}
		if i < charged {
			s.Spent = 1
		}
		s.Current = i == charged && r.Training()
		g.Segments = append(g.Segments, s)
	}
	bar := strings.Split(g.Draw(th, w, h), "\n")
	for len(bar) > 1 && strings.TrimSpace(bar[len(bar)-1]) == "" {
		bar = bar[:len(bar)-1]
	}
	sum := fmt.Sprintf("charged %d of %s · μ %s of %s", charged, format.ShortPlural(len(p.Releases), "release"), format.Number(mu), format.Number(p.Mu))
	return append(bar, canvas.Paint(th.Muted, sum))
}

// drawDataSet draws the guarantee of all runs on the data set and the sum of their charges; without a ledger, the sum of
// this session.
func (t *Screen) drawDataSet(w, h int) string { return ui.Inset(t.DataSetText(w-2, h), w, h) }
