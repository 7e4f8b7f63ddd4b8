package tui

import (
	"fmt"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/promise"
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
		if t.publishable() {
			return "Enter trains with these knobs", false
		}
		return fmt.Sprintf("%s ratings (not private): Enter trains with these knobs", count(t.ratings())), false
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
		total := known(p, r)
		whole := found(total)
		if total.Mu == 0 {
			return whole
		}
		rate := "attacker right " + percent(total.TruePositiveRate(usualFalseAlarms))
		texts := []string{conditional(t.problem, t.knobs.config(), whole), t.ifPublic() + whole, t.ifPublic() + rate + " at 1 % false alarms", t.ifPublic() + rate}
		if scope := r.scopeText(); scope != "" {
			for i := range texts {
				texts[i] += partsApart + scope
			}
		}
		return longest(t.body.W-1, texts...)
	case !pays(m, t.knobs.fixed):
		return "nothing leaves a user: an attacker does no better than chance"
	}
	return ""
}

// known is what an attacker may know of: the whole plan, also where the run ended before, since the plan was fixed and
// the moment of ending may have been chosen by what the run showed. Before its first release it has shown nothing.
func known(p *accounting.Plan, r *run) accounting.TotalCost {
	if r != nil && r.plan == p && r.end != nil && r.end.Outcome != engine.Done && len(r.charges) == 0 {
		return accounting.TotalCost{}
	}
	return p.TotalCost()
}

// conditional is a sentence about ratings with the condition that it holds on.
func conditional(p engine.Problem, c engine.Config, sentence string) string {
	if p.Split == nil {
		return sentence
	}
	return sentence + promise.Provided(c.Scope.Origin(p.Split.Train.Origin))
}

// ifPublic is the same condition in few words, to begin a sentence with; "" where there is none.
func (b *bench) ifPublic() string {
	if !b.loaded() {
		return ""
	}
	return promise.ProvidedShort(b.tune.knobs.config().Scope.Origin(b.problem.Split.Train.Origin))
}

// usualFalseAlarms is the rate of false positives at which ε is told in one sentence.
const usualFalseAlarms = 0.01

// found says in one sentence what a cost means.
func found(total accounting.TotalCost) string {
	if total.Mu == 0 {
		return "nothing was released: an attacker does no better than chance"
	}
	return fmt.Sprintf("an attacker at 1 %% false alarms is right %s of the time", percent(total.TruePositiveRate(usualFalseAlarms)))
}
