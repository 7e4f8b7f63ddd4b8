package tui

import (
	"fmt"
	"math"

	"dpals/accounting"
	"dpals/engine"
)

// remark is what ε means for this run, in words; or, where the panel has no room for it, what the focused knob means.
func (t *tune) remark() (text string, urgent bool) {
	if problem := t.knobs.edit.problem; problem != "" {
		return problem, true
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
		return attacker(paid(p, r)), false
	case !pays(m, t.knobs.fixed):
		return "nothing leaves a user: an attacker does no better than chance", false
	}
	return "", false
}

// paid is the μ that an attacker may know of: the whole plan's, or of a run that ended before its plan what it has
// charged.
func paid(p *accounting.Plan, r *run) float64 {
	if r != nil && r.plan == p && r.end != nil && r.end.Outcome != engine.Done {
		mu, _ := r.spent()
		return mu
	}
	return p.Mu
}

// attacker says what a cost of μ means.
func attacker(mu float64) string {
	if mu == 0 {
		return "nothing was released: an attacker does no better than chance"
	}
	return fmt.Sprintf("an attacker at 1 %% false alarms is right %s of the time", percent(truePositives(mu)))
}

// truePositives is the best true-positive rate of a test for one user's presence at 1 % false positives, when all she
// took part in is μ-Gaussian private: Φ(Φ⁻¹(0.01) + μ), [GDP] eq. 6.
func truePositives(mu float64) float64 {
	const quantile = -2.3263478740408408 // Φ⁻¹(0.01)
	return math.Erfc(-(quantile+mu)/math.Sqrt2) / 2
}
