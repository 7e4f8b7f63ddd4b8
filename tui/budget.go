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
	body := t.budget(in.W, in.H)
	note := t.budgetNote()
	switch {
	case t.layout.wide:
	case t.zoomed:
		top := min(8, in.H/2)
		body = canvas.Stack(t.budget(in.W, top), canvas.Fit("", in.W, 1), canvas.Fit(t.sessionText(in.W), in.W, in.H-top-1))
	default:
		note = t.sessionShort()
	}
	return canvas.Panel(t.theme, p.W, p.H, "Budget", note, t.focus == panelBudget, body)
}

func (t *tune) budgetNote() string {
	p := t.plan()
	if p == nil {
		return ""
	}
	return fmt.Sprintf("ε at δ %s · %s", deltaKnob.Format(p.Delta), p.Accountant.Name())
}

// budget is the plan as a gauge, filled release by release as the meter charges.
func (t *tune) budget(w, h int) string {
	th, p := t.theme, t.plan()
	if p == nil {
		text := "The budget is known once the ratings are loaded."
		if m := t.knobs.method(); !m.Private() {
			text = m.Name + " is not private: it draws no noise and has no budget."
		}
		return canvas.Fit(strings.Join(paintAll(text, w, th.Muted), "\n"), w, h)
	}
	r := t.session.current
	charged := 0
	mu, epsilon := 0.0, 0.0
	if r != nil && r.plan == p {
		charged = len(r.charges)
		mu, epsilon = r.spent()
	}
	g := canvas.Gauge{Text: fmt.Sprintf("%s / %s", figure(epsilon), figure(p.Epsilon))}
	for i, release := range p.Releases {
		s := canvas.Segment{Label: release.Name, Kind: release.Kind, Share: release.Share(p)}
		if i < charged {
			s.Spent = 1
		}
		s.Current = i == charged && r.training()
		g.Segments = append(g.Segments, s)
	}
	if h < 4 {
		return g.Draw(th, w, h)
	}
	muted := func(s string) string { return canvas.Paint(th.Muted, s) }
	strong := func(s string) string { return canvas.Paint(th.Strong, s) }
	spent := muted("spent ε ") + strong(figure(epsilon)) + muted(" of ") + strong(figure(p.Epsilon)) +
		muted(fmt.Sprintf("  μ %s of %s  %d of %s", figure(mu), figure(p.Mu), charged, plural(len(p.Releases), "release")))
	return canvas.Stack(g.Draw(th, w, h-1), canvas.Line(spent, w))
}

func (t *tune) drawSession() string {
	p := t.layout.Session
	if p.W <= 0 || p.H <= 0 {
		return ""
	}
	in := canvas.Inside(p.W, p.H)
	return canvas.Panel(t.theme, p.W, p.H, "This session", "all runs compose", false, canvas.Fit(t.sessionText(in.W), in.W, in.H))
}

// sessionText says what the private runs of the session cost together.
func (t *tune) sessionText(w int) string {
	th, s := t.theme, &t.session
	if s.private == 0 {
		return strings.Join(paintAll("Nothing private has been released yet.", w, th.Muted), "\n")
	}
	mu, epsilon := t.sessionSpent()
	rows := []string{
		canvas.Paint(th.Muted, "spent ε ") + canvas.Paint(th.Strong, figure(epsilon)) +
			canvas.Paint(th.Muted, " over ") + canvas.Paint(th.Strong, plural(s.private, "run")),
		canvas.Paint(th.Muted, fmt.Sprintf("μ %s at δ %s, exact", figure(mu), deltaKnob.Format(t.knobs.delta))),
	}
	if s.simulations > 0 {
		text := fmt.Sprintf("%s %s with a known seed: a simulation protects nobody", th.Glyphs.Alert, plural(s.simulations, "run"))
		rows = append(rows, paintAll(text, w, th.Warning)...)
	}
	return strings.Join(append(rows, paintAll("Choosing the best of several runs costs them all.", w, th.Muted)...), "\n")
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
