package tui

import "fmt"

// draw puts the panels together; each is drawn again only when something in it has changed.
func (t *tune) draw() string {
	k, s := &t.knobs, &t.session
	seen, empty, ledger := t.previews, t.emptiness(), t.account.version
	knobs := t.panel(panelKnobs, k.method().Name, t.knobsNote(), t.drawKnobs,
		k.generation, k.focus, k.more, k.chosen, seen, k.edit.version, empty, s.version, ledger)
	before := t.panel(panelBefore, "Before you run", "", t.consequences, seen, empty, s.version, ledger)
	curves := t.panel(panelCurves, "RMSE by step", t.curvesNote(), t.drawCurves, s.version, empty, t.lens.version)
	budget := t.panel(panelBudget, "Budget", t.budgetTitle(), t.drawBudget, s.version, seen, k.chosen, empty, ledger)
	title, note := t.dataSetTitle()
	dataSet := t.panel(panelDataSet, title, note, t.drawDataSet, s.version, k.generation, ledger)
	return t.compose(knobs, curves, budget, before, dataSet)
}

// remark is what ε means for this run, in words; or, where the panel has no room for it, what the focused knob means.
func (t *tune) remark() (text string, urgent bool) {
	if problem := t.knobs.edit.problem; problem != "" {
		return problem, true
	}
	switch {
	case t.held:
		return "held: turned knobs train nothing until Space is pressed again", false
	case !t.loaded():
		return "", false
	case !t.retrains() && !t.trained():
		if t.publishable() {
			return "Enter trains with these knobs", false
		}
		return fmt.Sprintf("%s ratings (not private): Enter trains with these knobs", count(t.ratings())), false
	}
	if n := t.knobs.focused(); t.focus == panelKnobs && n.Name != epsilonKnob.Name && detailRows(t.knobsInside().H) == 0 {
		return t.meaning(n), false
	}
	return t.promise(t.body.W - 1), false
}
