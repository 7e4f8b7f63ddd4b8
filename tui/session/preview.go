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

// RetrainLimit is how many ratings are trained on at most where a turned knob retrains at once.
const RetrainLimit = 1_000_000

// The methods that the chart compares with.
const (
	BaselineMethod  = "user-mean"
	ReferenceMethod = "als"
)

// Effective is a knob's value, or what the method's rule has chosen in its place: turning begins there.
func (s *Session) Effective(n Knob) float64 {
	v := s.Knobs.Value(n)
	if p := s.Preview.Value(); n.Auto && v == method.Auto && p != nil && p.Method == s.Knobs.Method() {
		return p.Settings[n.Name]
	}
	return v
}

// FromNoise is why ε cannot be turned where the noise of all releases is fixed.
const FromNoise = "from σ"

// WhyDisabled says why a knob does nothing as the others stand, or "".
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

// RefusesTurn says why a knob cannot be turned, and whether that is so.
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

// Retrain trains again with the knobs as they stand, once there are ratings.
func (s *Session) Retrain() tea.Cmd {
	if !s.Loaded() {
		return nil
	}
	return s.TrainKnobs()
}

// IsTrained reports whether the current run has the knobs as they stand.
func (s *Session) IsTrained() bool {
	r := s.Runs.Current
	return r != nil && SameConfig(r.Config, s.Knobs.Config())
}

// CanCompare reports whether lines of comparison may be drawn: not beside errors that are released, since theirs would
// be measured on real ratings.
func (s *Session) CanCompare() bool { return !s.OnlyReleases() }

// MethodNamed is a method of the registry, nil where it has none of that name.
func (s *Session) MethodNamed(name string) *method.Method {
	for _, m := range s.Options.Methods {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// CanTrain reports whether the engine would train with the knobs as they stand, as far as is known.
func (s *Session) CanTrain() bool { return s.Preview.Err() == nil || s.Preview.Running() }

// RetrainsAtOnce reports whether the data is small enough that a turned knob trains by itself.
func (s *Session) RetrainsAtOnce() bool { return s.Ratings() <= RetrainLimit }

// TrainKnobs trains with the knobs as they stand.
func (s *Session) TrainKnobs() tea.Cmd {
	return s.train(s.Knobs.Method(), s.Knobs.Config())
}

// RefreshPreview is the command that works out what the knobs as they stand would bring.
func (s *Session) RefreshPreview() tea.Cmd {
	if !s.Loaded() {
		return nil
	}
	problem, config, foresee := s.Problem, s.Knobs.Config(), s.Options.Foresee
	return s.Preview.Request(s.Ctx, s.Knobs.Generation, func(context.Context) (*engine.Preview, error) {
		return foresee(problem, config)
	})
}

// Plan is the budget that the screen talks about: of the current run, else of the knobs.
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

// NoPlan says why there is no plan; waiting is for when it is not known yet.
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
