package session

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/format"
)

// RetrainLimit is the number of ratings up to which a turned knob starts a run by itself.
const RetrainLimit = 1_000_000

// The methods that the chart compares with.
const (
	BaselineMethod  = "user-mean"
	ReferenceMethod = "als"
)

// Effective returns a knob's value or, where that is automatic, the value that the method has chosen. Turning begins there.
func (s *Session) Effective(n Knob) float64 {
	v := s.Knobs.Value(n)
	if p := s.Preview.Value(); n.Auto && v == method.Auto && p != nil && p.Method == s.Knobs.Method() {
		return p.Settings[n.Name]
	}
	return v
}

// FromNoise is why ε is disabled where the noise of all releases is fixed.
const FromNoise = "from σ"

// WhyDisabled returns why a knob has no effect with the present settings, "" where it has one.
func (s *Session) WhyDisabled(n Knob) string {
	m, p := s.Knobs.Method(), s.Preview.Value()
	switch {
	case n.common && !m.Private():
		return "not private"
	case n.common && !MakesReleases(m, s.Knobs.Fixed):
		return "ε is always 0"
	case n.Name == EpsilonKnob.Name && n.common && p != nil && p.Method == m && p.Plan.HasFixedNoise():
		return FromNoise
	case n.Disabled != nil:
		return n.Disabled(s.Knobs.Settings())
	}
	return ""
}

// RefusesTurn reports whether a knob is disabled, and then says why.
func (s *Session) RefusesTurn(n Knob) bool {
	switch why := s.WhyDisabled(n); why {
	case "":
		return false
	case FromNoise:
		s.Say("%s follows from the fixed noise", n.Label())
	default:
		s.Say("%s has no effect: %s", n.Label(), why)
	}
	return true
}

// Retrain trains again with the present settings, if there are ratings.
func (s *Session) Retrain() tea.Cmd {
	if !s.Loaded() {
		return nil
	}
	return s.TrainKnobs()
}

// IsTrained reports whether the current run has the present settings.
func (s *Session) IsTrained() bool {
	r := s.Runs.Current
	return r != nil && SameConfig(r.Config, s.Knobs.Config())
}

// CanCompare reports whether baselines and the reference may be drawn: not beside errors that are releases, since theirs are
// measured on the ratings.
func (s *Session) CanCompare() bool { return !s.OnlyReleases() }

// MethodNamed returns a method of the registry; nil where it has none of that name.
func (s *Session) MethodNamed(name string) *method.Method {
	for _, m := range s.Options.Methods {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// CanTrain reports whether the engine accepts the present settings, as far as is known.
func (s *Session) CanTrain() bool { return s.Preview.Err() == nil || s.Preview.Running() }

// RetrainsAtOnce reports whether the ratings are few enough that a turned knob starts a run by itself.
func (s *Session) RetrainsAtOnce() bool { return s.Ratings() <= RetrainLimit }

// TrainKnobs starts a run with the present settings.
func (s *Session) TrainKnobs() tea.Cmd {
	return s.train(s.Knobs.Method(), s.Knobs.Config())
}

// RefreshPreview returns the command that computes the preview of the present settings.
func (s *Session) RefreshPreview() tea.Cmd {
	if !s.Loaded() {
		return nil
	}
	problem, config, foresee := s.Problem, s.Knobs.Config(), s.Options.Foresee
	return s.Preview.Request(s.Ctx, s.Knobs.Generation, func(context.Context) (*engine.Preview, error) {
		return foresee(problem, config)
	})
}

// Plan returns the plan that the screens show: of the current run, else of the preview; nil where there is none.
func (s *Session) Plan() *accounting.Plan {
	if r := s.Runs.Current; r != nil && r.Plan != nil {
		return r.Plan
	}
	if p := s.Preview.Value(); p != nil {
		return p.Plan
	}
	return nil
}

// BudgetNote returns the δ and the accountant of the plan's ε; "" without a plan.
func (s *Session) BudgetNote() string {
	p := s.Plan()
	if p == nil {
		return ""
	}
	return fmt.Sprintf("ε at δ %s · %s", format.Number(p.EffectiveDelta()), p.AccountantName())
}

// NoPlan returns why there is no plan: waiting where it is not known yet.
func (s *Session) NoPlan(waiting string) string {
	switch m := s.Knobs.Method(); {
	case !m.Private():
		return m.Name + " is not private: no noise and no budget."
	case !MakesReleases(m, s.Knobs.Fixed):
		return "No data leaves a user, so nothing is released: ε is 0."
	case s.Preview.Err() != nil:
		return "These settings cannot be trained: no budget."
	}
	return waiting
}
