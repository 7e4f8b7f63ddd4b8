package tui

import (
	"fmt"

	"dpals/accounting"
	"dpals/engine"
)

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
		return fmt.Sprintf("%s ratings: Enter trains with these knobs", count(t.ratings())), false
	}
	if n := t.knobs.focused(); t.focus == panelKnobs && n.Name != epsilonKnob.Name && detailRows(t.knobsInside().H) == 0 {
		return t.meaning(n), false
	}
	return t.promise(), false
}

// promise is what ε means for the run, or for the knobs before it runs, in one sentence.
func (t *tune) promise() string {
	r, m := t.session.current, t.knobs.method()
	if r != nil {
		m = r.method
	}
	switch p := t.plan(); {
	case !m.Private():
		return m.Name + " is not private: its model may give any user's ratings away"
	case r != nil && r.simulation:
		return "simulation: the noise is known from the seed and protects nobody"
	case p != nil:
		return found(paid(p, r))
	case !pays(m, t.knobs.fixed):
		return "nothing leaves a user: an attacker does no better than chance"
	}
	return ""
}

// paid is what an attacker may know of: the whole plan, or of a run that ended before its plan what it has charged.
func paid(p *accounting.Plan, r *run) accounting.Total {
	if r != nil && r.plan == p && r.end != nil && r.end.Outcome != engine.Done {
		return r.total()
	}
	return p.Total()
}

// usualFalseAlarms is the rate of false positives at which ε is told in one sentence.
const usualFalseAlarms = 0.01

// found says in one sentence what a cost means.
func found(total accounting.Total) string {
	if total.Mu == 0 {
		return "nothing was released: an attacker does no better than chance"
	}
	return fmt.Sprintf("an attacker at 1 %% false alarms is right %s of the time", percent(total.TruePositives(usualFalseAlarms)))
}
