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

// RetrainLimit is the largest number of ratings with which turning a knob starts training.
const RetrainLimit = 1_000_000

// The baseline and the reference on the chart.
const (
	BaselineMethod  = "user-mean"
	ReferenceMethod = "als"
)

// Effective returns a knob's value; for auto the one that the method's rule has chosen, from which turning starts.
func (s *Session) Effective(n Knob) float64 {
	v := s.Knobs.Value(n)
	if p := s.Preview.Value(); n.Auto && v == method.Auto && p != nil && p.Method == s.Knobs.Method() {
		return p.Settings[n.Name]
	}
	return v
}

// FromNoise is the reason why ε cannot be turned where the noise of all releases is fixed.
const FromNoise = "from σ"

// WhyDisabled returns why a knob has no effect with the values of the others, or "".
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

// RefusesTurn reports whether a knob cannot be turned, and shows the reason.
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

// Retrain trains with the current knobs, once ratings are open.
func (s *Session) Retrain() tea.Cmd {
	if !s.Loaded() {
		return nil
	}
	return s.TrainKnobs()
}

// IsTrained reports whether the current run has the current knobs.
func (s *Session) IsTrained() bool {
	r := s.Runs.Current
	return r != nil && SameConfig(r.Config, s.Knobs.Config())
}

// CanCompare reports whether baseline and reference may be drawn: not beside released errors, since theirs would be
// measured on real ratings.
func (s *Session) CanCompare() bool { return !s.OnlyReleases() }

// MethodNamed returns the method of that name, or nil.
func (s *Session) MethodNamed(name string) *method.Method {
	for _, m := range s.Options.Methods {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// CanTrain reports whether the engine accepts the current knobs, as far as is known.
func (s *Session) CanTrain() bool { return s.Preview.Err() == nil || s.Preview.Running() }

// RetrainsAtOnce reports whether the data is small enough that turning a knob starts training.
func (s *Session) RetrainsAtOnce() bool { return s.Ratings() <= RetrainLimit }

// TrainKnobs trains with the current knobs.
func (s *Session) TrainKnobs() tea.Cmd {
	return s.train(s.Knobs.Method(), s.Knobs.Config())
}

// RefreshPreview returns the command that computes the plan of the current knobs.
func (s *Session) RefreshPreview() tea.Cmd {
	if !s.Loaded() {
		return nil
	}
	problem, config, foresee := s.Problem, s.Knobs.Config(), s.Options.Foresee
	return s.Preview.Request(s.Ctx, s.Knobs.Generation, func(context.Context) (*engine.Preview, error) {
		return foresee(problem, config)
	})
}

// Plan returns the plan that the screens show: of the current run, else of the knobs.
func (s *Session) Plan() *accounting.Plan {
	if r := s.Runs.Current; r != nil && r.Plan != nil {
		return r.Plan
	}
	if p := s.Preview.Value(); p != nil {
		return p.Plan
	}
	return nil
}

func (s *Session) BudgetNote() string {
	p := s.Plan()
	if p == nil {
		return ""
	}
	return fmt.Sprintf("ε at δ %s · %s", format.Number(p.EffectiveDelta()), p.AccountantName())
}

// NoPlan returns why there is no plan, and waiting while it is not known yet.
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
