package tune

import (
	"fmt"
	"strings"

	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

func (t *Screen) drawBudget(w, h int) string {
	rows := t.budget(w-2, h)
	switch {
	case t.Zoomed:
		rows = append(append(rows, ""), t.DataSetText(w-2, h)...)
		rows = append(append(rows, ""), t.releases()...)
	case t.Wide():
		if list := t.releases(); len(rows)+1+len(list) <= h {
			rows = append(append(rows, ""), list...)
		}
	}
	return ui.Inset(rows, w, h)
}

// releases lists every planned release with its price.
func (t *Screen) releases() []string {
	th, p, r := t.Theme, t.Plan(), t.Runs.Current
	if p == nil {
		return nil
	}
	rows := []string{canvas.Paint(th.Muted, fmt.Sprintf("  %-16s %11s %11s %9s %7s", "release", "sensitivity", "noise σ", "μ", "share"))}
	for i, l := range p.Releases {
		style, glyph := th.Kind(l.Kind)
		moved, drawn := format.Number(l.Sensitivity), format.Number(l.Sigma)
		if l.Local { // every report is randomised alone: there is no sum to blur
			moved, drawn = "local", "ε "+format.Number(l.Epsilon)
		}
		if l.Deferred {
			rows = append(rows, canvas.Paint(style, glyph)+" "+canvas.Line(l.Name, 16)+"   "+canvas.Paint(th.Muted, session.RestPlanned))
			continue
		}
		row := canvas.Paint(style, glyph) + " " + canvas.Line(l.Name, 16) +
			fmt.Sprintf(" %11s %11s %9s %7s  ", moved, drawn, format.Number(l.Mu), format.Percent(l.BudgetWeight(p)))
		if r != nil && r.Plan == p && i < len(r.Charges) {
			row += canvas.Paint(th.Good, th.Glyphs.Check+" charged")
		}
		rows = append(rows, row)
	}
	return rows
}

// budgetTitle is the note at the edge of the panel: in one column, what the data set was charged.
func (t *Screen) budgetTitle() string {
	if t.Wide() || t.Zoomed {
		return t.BudgetNote()
	}
	return t.DataSetShort(t.Body.W)
}

// budget is the plan as a gauge, filled release by release as the meter charges.
func (t *Screen) budget(w, h int) []string {
	th, p := t.Theme, t.Plan()
	if p == nil {
		return ui.PaintWrapped(t.NoPlan("The budget is known once the ratings are loaded."), w, th.Muted)
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
		s := canvas.Segment{Label: release.Name, Kind: release.Kind, Share: release.BudgetWeight(p)}
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
	paid := fmt.Sprintf("%d of %s · μ %s of %s", charged, format.ShortPlural(len(p.Releases), "release"), format.Number(mu), format.Number(p.Mu))
	return append(bar, canvas.Paint(th.Muted, paid))
}

// drawDataSet is what is guaranteed of all runs on the data set and what they were charged; without a ledger, what the
// session was.
func (t *Screen) drawDataSet(w, h int) string { return ui.Inset(t.DataSetText(w-2, h), w, h) }
