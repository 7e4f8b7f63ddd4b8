package tui

import (
	"fmt"
	"strings"

	"dpals/tui/canvas"
)

func (t *tune) drawBudget(w, h int) string {
	rows := t.budget(w-2, h)
	switch {
	case t.zoomed:
		rows = append(append(rows, ""), t.dataSetText(w-2, h)...)
		rows = append(append(rows, ""), t.releases()...)
	case t.wide():
		if list := t.releases(); len(rows)+1+len(list) <= h {
			rows = append(append(rows, ""), list...)
		}
	}
	return inset(rows, w, h)
}

// releases lists every planned release with its price.
func (t *tune) releases() []string {
	th, p, r := t.theme, t.plan(), t.session.current
	if p == nil {
		return nil
	}
	rows := []string{canvas.Paint(th.Muted, fmt.Sprintf("  %-16s %11s %11s %9s %7s", "release", "sensitivity", "noise σ", "μ", "share"))}
	for i, l := range p.Releases {
		style, glyph := th.Kind(l.Kind)
		moved, drawn := figure(l.Sensitivity), figure(l.Sigma)
		if l.Local { // every report is randomised alone: there is no sum to blur
			moved, drawn = "local", "ε "+figure(l.Epsilon)
		}
		if l.Deferred {
			rows = append(rows, canvas.Paint(style, glyph)+" "+canvas.Line(l.Name, 16)+"   "+canvas.Paint(th.Muted, restPlanned))
			continue
		}
		row := canvas.Paint(style, glyph) + " " + canvas.Line(l.Name, 16) +
			fmt.Sprintf(" %11s %11s %9s %7s  ", moved, drawn, figure(l.Mu), percent(l.BudgetWeight(p)))
		if r != nil && r.plan == p && i < len(r.charges) {
			row += canvas.Paint(th.Good, th.Glyphs.Check+" charged")
		}
		rows = append(rows, row)
	}
	return rows
}

// budgetTitle is the note at the edge of the panel: in one column, what the data set was charged.
func (t *tune) budgetTitle() string {
	if t.wide() || t.zoomed {
		return t.budgetNote()
	}
	return t.dataSetShort()
}

func (t *tune) budgetNote() string {
	p := t.plan()
	if p == nil {
		return ""
	}
	return fmt.Sprintf("ε at δ %s · %s", figure(p.EffectiveDelta()), p.AccountantName())
}

// noPlan says why there is no plan; waiting is for when it is not known yet.
func (t *tune) noPlan(waiting string) string {
	switch m := t.knobs.method(); {
	case !m.Private():
		return m.Name + " is not private: it draws no noise and has no budget."
	case !pays(m, t.knobs.fixed):
		return "Nothing leaves a user, so nothing is released: ε is 0."
	case t.previewErr != nil:
		return "These knobs cannot be trained, so there is nothing to pay for."
	}
	return waiting
}

// budget is the plan as a gauge, filled release by release as the meter charges.
func (t *tune) budget(w, h int) []string {
	th, p := t.theme, t.plan()
	if p == nil {
		return paintAll(t.noPlan("The budget is known once the ratings are loaded."), w, th.Muted)
	}
	r := t.session.current
	charged := 0
	mu, epsilon := 0.0, 0.0
	if r != nil && r.plan == p {
		charged = len(r.charges)
		mu, epsilon = r.charged()
	}
	g := canvas.Gauge{Text: fmt.Sprintf("ε %s / %s", figure(epsilon), figure(p.Epsilon))}
	for i, release := range p.Releases {
		s := canvas.Segment{Label: release.Name, Kind: release.Kind, Share: release.BudgetWeight(p)}
		if i < charged {
			s.Spent = 1
		}
		s.Current = i == charged && r.training()
		g.Segments = append(g.Segments, s)
	}
	bar := strings.Split(g.Draw(th, w, h), "\n")
	for len(bar) > 1 && strings.TrimSpace(bar[len(bar)-1]) == "" {
		bar = bar[:len(bar)-1]
	}
	paid := fmt.Sprintf("%d of %s · μ %s of %s", charged, plural(len(p.Releases), "release"), figure(mu), figure(p.Mu))
	return append(bar, canvas.Paint(th.Muted, paid))
}
