package tui

import (
	"fmt"
	"math"
	"strings"

	"dpals/tui/canvas"
)

func (t *tune) drawBudget() string {
	p := t.layout.Budget
	if p.W <= 0 || p.H <= 0 {
		return ""
	}
	in := canvas.Inside(p.W, p.H)
	note, rows := t.budgetNote(), t.budget(in.W-2, in.H)
	switch {
	case t.zoomed:
		rows = append(append(rows, ""), t.sessionText(in.W-2)...)
		rows = append(append(rows, ""), t.releases()...)
	case !t.layout.wide:
		note = t.sessionShort()
	default:
		if list := t.releases(); len(rows)+1+len(list) <= in.H {
			rows = append(append(rows, ""), list...)
		}
	}
	return canvas.Panel(t.theme, p.W, p.H, "Budget", note, t.focus == panelBudget, inset(rows, in.W, in.H))
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
		row := canvas.Paint(style, glyph) + " " + canvas.Line(l.Name, 16) +
			fmt.Sprintf(" %11s %11s %9s %7s  ", figure(l.Sensitivity), figure(l.Sigma), figure(l.Mu), percent(l.Share(p)))
		if r != nil && r.plan == p && i < len(r.charges) {
			row += canvas.Paint(th.Good, th.Glyphs.Check+" charged")
		}
		rows = append(rows, row)
	}
	return rows
}

func (t *tune) budgetNote() string {
	p := t.plan()
	if p == nil {
		return ""
	}
	return fmt.Sprintf("ε at δ %s · %s", figure(p.Delta), p.Accountant.Name())
}

// budget is the plan as a gauge, filled release by release as the meter charges.
func (t *tune) budget(w, h int) []string {
	th, p := t.theme, t.plan()
	if p == nil {
		text := "The budget is known once the ratings are loaded."
		switch m := t.knobs.method(); {
		case !m.Private():
			text = m.Name + " is not private: it draws no noise and has no budget."
		case t.previewErr != nil:
			text = "These knobs cannot be trained, so there is nothing to pay for."
		}
		return paintAll(text, w, th.Muted)
	}
	r := t.session.current
	charged := 0
	mu, epsilon := 0.0, 0.0
	if r != nil && r.plan == p {
		charged = len(r.charges)
		mu, epsilon = r.spent()
	}
	g := canvas.Gauge{Text: fmt.Sprintf("ε %s / %s", figure(epsilon), figure(p.Epsilon))}
	for i, release := range p.Releases {
		s := canvas.Segment{Label: release.Name, Kind: release.Kind, Share: release.Share(p)}
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
	spent := fmt.Sprintf("%d of %s · μ %s of %s", charged, plural(len(p.Releases), "release"), figure(mu), figure(p.Mu))
	return append(bar, canvas.Paint(th.Muted, spent))
}

func (t *tune) drawSession() string {
	p := t.layout.Session
	if p.W <= 0 || p.H <= 0 {
		return ""
	}
	in := canvas.Inside(p.W, p.H)
	return canvas.Panel(t.theme, p.W, p.H, "This session", "", false, inset(t.sessionText(in.W-2), in.W, in.H))
}

// sessionText says what the private runs of the session cost together.
func (t *tune) sessionText(w int) []string {
	th, s := t.theme, &t.session
	if s.private == 0 {
		return paintAll("Nothing private has been released yet.", w, th.Muted)
	}
	mu, epsilon := t.sessionSpent()
	rows := []string{
		canvas.Paint(th.Muted, "spent ε ") + canvas.Paint(th.Strong, figure(epsilon)) +
			canvas.Paint(th.Muted, " over ") + canvas.Paint(th.Strong, plural(s.private, "run")),
		canvas.Paint(th.Muted, fmt.Sprintf("μ %s at δ %s, exact", figure(mu), figure(t.knobs.delta))),
	}
	if s.simulations > 0 {
		text := fmt.Sprintf("%s %s with a known seed: a simulation protects nobody", th.Glyphs.Alert, plural(s.simulations, "run"))
		rows = append(rows, paintAll(text, w, th.Warning)...)
	}
	return append(rows, paintAll("Runs compose: each one counts.", w, th.Muted)...)
}

func (t *tune) sessionShort() string {
	if t.session.private == 0 {
		return t.budgetNote()
	}
	_, epsilon := t.sessionSpent()
	return fmt.Sprintf("session: ε %s, %s", figure(epsilon), plural(t.session.private, "run"))
}

func (t *tune) sessionSpent() (mu, epsilon float64) {
	mu, epsilon = t.session.spent(t.knobs.delta)
	if math.IsNaN(epsilon) {
		epsilon = math.Inf(1)
	}
	return mu, epsilon
}
