package tui

import (
	"fmt"
	"math"
)

// remark is what ε means for this run, in words; or, where the panel has no room for it, what the focused knob means.
func (t *tune) remark() (text string, urgent bool) {
	if e := t.knobs.edit; e != nil && e.problem != "" {
		return e.problem, true
	}
	r, m := t.session.current, t.knobs.method()
	switch {
	case t.held:
		return "held: turned knobs train nothing until Space is pressed again", false
	case !t.loaded():
		return "", false
	case !t.retrains() && !t.trained():
		return fmt.Sprintf("%s ratings: Enter trains with these knobs", count(t.ratings())), false
	}
	if n := t.knobs.focused(); t.focus == panelKnobs && n.Name != epsilonKnob.Name && detailRows(t.knobsInside().H) == 0 {
		return t.meaning(n), false
	}
	if r != nil {
		m = r.method
	}
	switch p := t.plan(); {
	case !m.Private():
		return m.Name + " is not private: its model may give any user's ratings away", false
	case r != nil && r.simulation:
		return "simulation: the noise is known from the seed and protects nobody", false
	case p != nil:
		return fmt.Sprintf("an attacker at 1 %% false alarms is right %s of the time", percent(truePositives(p.Mu))), false
	}
	return "", false
}

// truePositives is the best true-positive rate of a test for one user's presence at 1 % false positives, when all she
// took part in is μ-Gaussian private: Φ(Φ⁻¹(0.01) + μ), [GDP] eq. 6.
func truePositives(mu float64) float64 {
	const quantile = -2.3263478740408408 // Φ⁻¹(0.01)
	return math.Erfc(-(quantile+mu)/math.Sqrt2) / 2
}
