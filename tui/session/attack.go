package session

import (
	"fmt"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/promise"
	"dpals/internal/format"
	"dpals/tui/ui"
)

// AttackerSentence returns what ε means for the run, or for the knobs before it runs: how much a membership attack finds,
// in a text of w cells.
func (s *Session) AttackerSentence(w int) string {
	r, m := s.Runs.Current, s.Knobs.Method()
	if r != nil {
		m = r.Method
	}
	switch p := s.Plan(); {
	case !m.Private():
		return m.Name + " is not private: its model can reveal any user's ratings"
	case r != nil && r.Simulation:
		return "simulation: noise from a known seed, no privacy"
	case p != nil:
		total := KnownToAttacker(p, r)
		whole := AttackSentence(total)
		if total.Mu == 0 {
			return whole
		}
		rate := "attack finds " + format.Percent(total.TruePositiveRate(UsualFalseAlarms))
		texts := []string{WithCondition(s.Problem, s.Knobs.Config(), whole), s.ConditionShort() + whole, s.ConditionShort() + rate + " at 1 % false alarms", s.ConditionShort() + rate}
		if scope := r.ScopeText(); scope != "" {
			for i := range texts {
				texts[i] += ui.Separator + scope
			}
		}
		return ui.Longest(w, texts...)
	case !MakesReleases(m, s.Knobs.Fixed):
		return "no data leaves a user: an attack can only guess"
	}
	return ""
}

// KnownToAttacker returns the cost that an attack is computed from: that of the whole plan, also where the run ended before,
// since the analyst may have stopped it because of what it showed. A run that ended before its first release costs nothing.
func KnownToAttacker(p *accounting.Plan, r *Run) accounting.TotalCost {
	if r != nil && r.Plan == p && r.End != nil && r.End.Outcome != engine.Done && len(r.Charges) == 0 {
		return accounting.TotalCost{}
	}
	return p.TotalCost()
}

// WithCondition returns a text with the condition on the ratings that it holds under.
func WithCondition(p engine.Problem, c engine.Config, sentence string) string {
	if p.Split == nil {
		return sentence
	}
	return sentence + promise.Provided(c.Scope.Origin(p.Split.Train.Origin))
}

// ConditionShort returns that condition in few words, to begin a text with; "" where there is none.
func (s *Session) ConditionShort() string {
	if !s.Loaded() {
		return ""
	}
	return promise.ProvidedShort(s.Knobs.Config().Scope.Origin(s.Problem.Split.Train.Origin))
}

// UsualFalseAlarms is the rate of false positives at which an attack is stated.
const UsualFalseAlarms = 0.01

// AttackSentence returns what a cost means: the fraction of users that the best membership attack finds.
func AttackSentence(total accounting.TotalCost) string {
	if total.Mu == 0 {
		return "nothing was released: an attack can only guess"
	}
	return fmt.Sprintf("membership attack: %s found at 1 %% false alarms (guessing: 1 %%)", format.Percent(total.TruePositiveRate(UsualFalseAlarms)))
}
