package tui

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

// emptiness changes with what an empty chart says.
func (t *tune) emptiness() int {
	switch {
	case t.failure != nil:
		return 1
	case !t.loaded():
		return 2
	}
	return 0
}
