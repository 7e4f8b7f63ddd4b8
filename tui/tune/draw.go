package tune

import (
	"fmt"

	"dpals/internal/format"
	"dpals/tui/session"
)

// Draw puts the panels together.
func (t *Screen) Draw() string {
	k := &t.Knobs
	knobs := t.Panel(panelKnobs, k.Method().Name, t.knobsNote(), t.drawKnobs)
	before := t.Panel(panelBefore, "Before you run", "", t.consequences)
	curves := t.Panel(panelCurves, "RMSE by step", t.curvesNote(), t.drawCurves)
	budget := t.Panel(panelBudget, "Budget", t.budgetTitle(), t.drawBudget)
	title, note := t.DataSetTitle()
	dataSet := t.Panel(panelDataSet, title, note, t.drawDataSet)
	return t.Compose(knobs, curves, budget, before, dataSet)
}

// Remark is what ε means for this run, in words; or, where the panel has no room for it, what the focused knob means.
func (t *Screen) Remark() (text string, urgent bool) {
	if problem := t.Knobs.Edit.Problem; problem != "" {
		return problem, true
	}
	switch {
	case t.held:
		return "held: turned knobs train nothing until Space is pressed again", false
	case !t.Loaded():
		return "", false
	case !t.RetrainsAtOnce() && !t.IsTrained():
		if t.OnlyReleases() {
			return "Enter trains with these knobs", false
		}
		return fmt.Sprintf("%s ratings (not private): Enter trains with these knobs", format.Count(t.Ratings())), false
	}
	if n := t.Knobs.Focused(); t.Focus == panelKnobs && n.Name != session.EpsilonKnob.Name && detailRows(t.knobsInside().H) == 0 {
		return t.meaning(n), false
	}
	return t.AttackerSentence(t.Body.W - 1), false
}
