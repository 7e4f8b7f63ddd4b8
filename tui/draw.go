package tui

import "dpals/tui/canvas"

// draw puts the panels together; each is drawn again only when something in it has changed.
func (t *tune) draw() string {
	l := t.layout
	k, s := &t.knobs, &t.session
	seen, empty := t.previews, t.emptiness()
	state := func(at rect, p panel, what ...int) stamp {
		made := stamp{at: at, skin: t.skin, focused: t.focus == p}
		copy(made.seen[:], what)
		return made
	}
	// While a value is typed the knobs change with every key.
	typing := 0
	if e := k.edit; e != nil {
		typing = 1 + 2*len(e.text)
		if e.problem != "" {
			typing++
		}
	}
	ledger := t.account.version
	ks := state(l.Knobs, panelKnobs, k.generation, k.focus, int(k.more), k.chosen, seen, typing, empty, s.version, ledger)
	cs := state(l.Curves, panelCurves, s.version, empty)
	if cs.x = t.cursor; !t.crosshair {
		cs.x = -1
	}
	before := t.cache[1].draw(state(l.Before, panelKnobs, seen, empty, s.version, ledger), t.drawBefore)
	left := canvas.Stack(t.cache[0].draw(ks, t.drawKnobs), before)
	curves := t.cache[2].draw(cs, t.drawCurves)
	budget := t.cache[3].draw(state(l.Budget, panelBudget, s.version, seen, k.chosen, empty, ledger), t.drawBudget)
	dataSet := t.cache[4].draw(state(l.DataSet, panelBudget, s.version, k.generation, ledger), t.drawDataSet)
	if l.wide {
		return canvas.Beside(left, canvas.Stack(curves, canvas.Beside(budget, dataSet)))
	}
	return canvas.Stack(left, curves, budget)
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
