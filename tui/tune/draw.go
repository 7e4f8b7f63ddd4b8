package tune

import (
	"fmt"

	"dpals/internal/format"
	"dpals/tui/session"
)

// Draw returns the panels side by side.
func (t *Screen) Draw() string {
	k := &t.Knobs
	knobs := t.Panel(panelKnobs, k.Method().Name, t.knobsNote(), t.drawKnobs)
	consequences := t.Panel(panelConsequences, "Before you run", "", t.drawConsequences)
	curves := t.Panel(panelCurves, "RMSE per iteration", t.curvesNote(), t.drawCurves)
	budget := t.Panel(panelBudget, "Budget", t.budgetNote(), t.drawBudget)
	title, note := t.DataSetTitle()
	dataSet := t.Panel(panelDataSet, title, note, t.drawDataSet)
	return t.Compose(knobs, curves, budget, consequences, dataSet)
}

// Remark returns what ε means for this run; or, where the panel has no room for it, the help of the focused knob.
func (t *Screen) Remark() (text string, urgent bool) {
	if reason := t.Knobs.Edit.Reason; reason != "" {
		return reason, true
	}
	switch {
	case t.autoPaused:
		return "automatic training paused (Space resumes)", false
	case !t.Loaded():
		return "", false
	case !t.RetrainsAtOnce() && !t.IsTrained():
		if t.OnlyReleases() {
			return "Enter: train with these settings", false
		}
		return fmt.Sprintf("%s ratings (not private). Enter: train with these settings", format.Count(t.Ratings())), false
	}
	if n := t.Knobs.Focused(); t.Focus == panelKnobs && n.Name != session.EpsilonKnob.Name && helpRows(t.slidersRect().H) == 0 {
		return t.knobHelp(n), false
	}
	return t.AttackerSentence(t.Body.W - 1), false
}
