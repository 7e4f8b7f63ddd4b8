package people

import (
	"charm.land/lipgloss/v2"

	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// bound returns the limit on what others can learn, and about whom.
func (p *Screen) bound(r *session.Run) (text string, style lipgloss.Style) {
	th := p.Theme
	whom := p.forUserOrGuest("this user", "any user in the training")
	name := r.Method.Name
	switch {
	case !r.Method.Private():
		return th.Glyphs.Alert + " " + name + " gives no guarantee: what others see can reveal the ratings of " + whom + ".", th.Warning
	case r.Simulation:
		return th.Glyphs.Alert + " Simulation: noise from a known seed, no privacy for " + whom + ".", th.Warning
	case r.Plan == nil:
		return "With " + name + " no data leaves a user: others learn nothing about " + whom + ".", th.Good
	}
	text = "What others can learn about " + whom + ", with any other knowledge, is bounded by " + formatEpsilon(r)
	if r.Method.Trust == method.TrustLocal {
		text = "Ratings never leave a user, only randomized reports do. What all reports reveal about the ratings of " + whom + " is bounded by " + formatEpsilon(r)
	} else {
		text = session.WithCondition(p.Problem, p.Knobs.Config(), text)
	}
	return text + ". Membership attack: at most " + attackRate(r) + " found" + falseAlarms + " (guessing: 1 %).", th.Text
}

// hasBound reports whether ε bounds what others can learn from a run.
func hasBound(r *session.Run) bool { return r.Method.Private() && !r.Simulation && r.Plan != nil }

// boundInOneLine returns the bound in w cells.
func (p *Screen) boundInOneLine(r *session.Run, w int) (text string, style lipgloss.Style) {
	if !hasBound(r) {
		return p.bound(r)
	}
	whom := p.forUserOrGuest("this user", "any user in the training")
	if r.Method.Trust == method.TrustLocal {
		whom = "randomized reports"
	}
	bound, condition := formatEpsilon(r)+"; attack finds "+attackRate(r), p.ConditionShort()
	return ui.Longest(w, condition+whom+": at most "+bound+falseAlarms, condition+bound+falseAlarms, condition+bound), p.Theme.Text
}

const falseAlarms = " at 1 % false alarms"

// attackRate writes the fraction of users that the best membership attack finds at 1 % false alarms.
func attackRate(r *session.Run) string {
	return format.Percent(r.Plan.TotalCost().TruePositiveRate(session.UsualFalseAlarms))
}

// formatEpsilon writes the ε of a run with its δ.
func formatEpsilon(r *session.Run) string {
	if d := r.Plan.EffectiveDelta(); d > 0 {
		return "ε " + format.Number(r.Plan.Epsilon) + " at δ " + format.Number(d)
	}
	return "pure ε " + format.Number(r.Plan.Epsilon)
}
