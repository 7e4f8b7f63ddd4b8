package tui

import (
	"fmt"
	"math"

	"dpals/tui/canvas"
)

// draw puts the panels together; each is drawn again only when something in it has changed.
func (t *tune) draw() string {
	l := t.layout
	k, s := &t.knobs, &t.session
	seen := t.previews
	state := func(at rect, p panel, a, b, c int) stamp {
		return stamp{at: at, skin: t.skin, focused: t.focus == p, a: a, b: b, c: c}
	}
	// While a value is typed the knobs change with every key.
	typing := 0
	if e := k.edit; e != nil {
		typing = 1 + 2*len(e.text)
		if e.problem != "" {
			typing++
		}
	}
	ks := state(l.Knobs, panelKnobs, k.resets*64+k.focus, seen*4+int(k.more), typing*16+k.chosen)
	cs := state(l.Curves, panelCurves, s.version, t.emptiness(), 0)
	if cs.x = t.cursor; !t.crosshair || math.IsNaN(cs.x) {
		cs.x = -1
	}
	left := canvas.Stack(t.cache[0].draw(ks, t.drawKnobs), t.cache[1].draw(state(l.Before, panelKnobs, seen, 0, 0), t.drawBefore))
	curves := t.cache[2].draw(cs, t.drawCurves)
	budget := t.cache[3].draw(state(l.Budget, panelBudget, s.version, seen, k.chosen), t.drawBudget)
	session := t.cache[4].draw(state(l.Session, panelBudget, s.version, k.resets, 0), t.drawSession)
	if l.wide {
		return canvas.Beside(left, canvas.Stack(curves, canvas.Beside(budget, session)))
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

// remark is what ε means for this run, in words.
func (t *tune) remark() string {
	m := t.knobs.method()
	if r := t.session.current; r != nil {
		m = r.method
	}
	switch p := t.plan(); {
	case t.held:
		return "held: turned knobs train nothing until Space is pressed again"
	case !t.loaded():
		return ""
	case !t.retrains() && !t.trained():
		return fmt.Sprintf("%s ratings: Enter trains with these knobs", count(t.ratings()))
	case !m.Private():
		return m.Name + " is not private: its model may give any user's ratings away"
	case t.session.current != nil && t.session.current.simulation:
		return "simulation: the noise is known from the seed and protects nobody"
	case p != nil:
		return fmt.Sprintf("an attacker at 1 %% false alarms is right %s of the time", percent(truePositives(p.Mu)))
	}
	return ""
}

// truePositives is the best true-positive rate of a test for one user's presence at 1 % false positives, when all she
// took part in is μ-Gaussian private: Φ(Φ⁻¹(0.01) + μ), [GDP] eq. 6.
func truePositives(mu float64) float64 {
	const quantile = -2.3263478740408408 // Φ⁻¹(0.01)
	return math.Erfc(-(quantile+mu)/math.Sqrt2) / 2
}
