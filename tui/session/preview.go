package session

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/tui/ui"
)

// RetrainLimit is how many ratings are trained on at most where a turned knob retrains at once.
const RetrainLimit = 1_000_000

// The methods that the chart compares with.
const (
	BaselineMethod  = "user-mean"
	ReferenceMethod = "als"
)

// clearPreview forgets what was worked out for ratings that are not at hand any more.
func (b *Session) clearPreview() {
	b.Preview, b.PreviewErr = nil, nil
	b.Previews++
	b.Knobs.Generation++ // what is being worked out is about other ratings
}

// foreseen takes the consequences of the knobs.
func (b *Session) foreseen(m ForeseenMsg) tea.Cmd {
	b.foreseeing = false
	b.Preview, b.PreviewErr = m.Preview, m.Err
	b.Previews++
	if m.Generation != b.Knobs.Generation {
		return b.Foresee()
	}
	return nil
}

// Effective is a knob's value, or what the method's rule has chosen in its place: turning begins there.
func (b *Session) Effective(n Knob) float64 {
	v := b.Knobs.Value(n)
	if p := b.Preview; n.Auto && v == method.Auto && p != nil && p.Method == b.Knobs.Method() {
		return p.Settings[n.Name]
	}
	return v
}

// FromNoise is why ε cannot be turned where its releases have their noise typed in.
const FromNoise = "from σ"

// WhyDisabled says why a knob does nothing as the others stand, or "".
func (b *Session) WhyDisabled(n Knob) string {
	m := b.Knobs.Method()
	switch {
	case n.common && !m.Private():
		return "not private"
	case n.common && !MakesReleases(m, b.Knobs.Fixed):
		return "ε is always 0"
	case n.Name == EpsilonKnob.Name && n.common && b.Preview != nil && b.Preview.Method == m && HasFixedNoise(b.Preview.Plan):
		return FromNoise
	case n.Disabled != nil:
		return n.Disabled(b.Knobs.Settings())
	}
	return ""
}

// RefusesTurn says why a knob cannot be turned, and whether that is so.
func (b *Session) RefusesTurn(n Knob) bool {
	switch why := b.WhyDisabled(n); why {
	case "":
		return false
	case FromNoise:
		b.Say("%s follows from the noise that is typed in", n.Label())
	default:
		b.Say("%s does nothing now: %s", n.Label(), why)
	}
	return true
}

// Retrain trains again with the knobs as they stand, once there are ratings.
func (b *Session) Retrain() tea.Cmd {
	if !b.Loaded() {
		return nil
	}
	return b.TrainKnobs()
}

// IsTrained reports whether the current run has the knobs as they stand.
func (b *Session) IsTrained() bool {
	r := b.Runs.Current
	return r != nil && SameConfig(r.Config, b.Knobs.Config())
}

// CanCompare reports whether lines of comparison may be drawn: not beside errors that are released, since theirs would
// be measured on real ratings.
func (b *Session) CanCompare() bool { return !b.OnlyReleases() }

// MethodNamed is a method of the registry, nil where it has none of that name.
func (b *Session) MethodNamed(name string) *method.Method {
	for _, m := range b.Options.Methods {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// CanTrain reports whether the engine would train with the knobs as they stand, as far as is known.
func (b *Session) CanTrain() bool { return b.PreviewErr == nil || b.foreseeing }

// RetrainsAtOnce reports whether the data is small enough that a turned knob trains by itself.
func (b *Session) RetrainsAtOnce() bool { return b.Ratings() <= RetrainLimit }

// TrainKnobs trains with the knobs as they stand.
func (b *Session) TrainKnobs() tea.Cmd {
	return b.train(b.Knobs.Method(), b.Knobs.Config())
}

// Foresee is the command that works out the consequences of the knobs; while one is at work none other begins, and
// the last state of the knobs follows when it returns.
func (b *Session) Foresee() tea.Cmd {
	if b.foreseeing || !b.Loaded() {
		return nil
	}
	b.foreseeing = true
	problem, config, generation, work := b.Problem, b.Knobs.Config(), b.Knobs.Generation, b.Options.Foresee
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = ForeseenMsg{generation, nil, PanicError("working out the consequences", v)}
			}
		}()
		preview, err := work(problem, config)
		return ForeseenMsg{generation, preview, err}
	}
}

// Plan is the budget that the screen talks about: of the current run, else of the knobs.
func (b *Session) Plan() *accounting.Plan {
	if r := b.Runs.Current; r != nil && r.Plan != nil {
		return r.Plan
	}
	if b.Preview != nil {
		return b.Preview.Plan
	}
	return nil
}

func (b *Session) BudgetNote() string {
	p := b.Plan()
	if p == nil {
		return ""
	}
	return fmt.Sprintf("ε at δ %s · %s", ui.Figure(p.Holds()), p.Conversion())
}

// NoPlan says why there is no plan; waiting is for when it is not known yet.
func (b *Session) NoPlan(waiting string) string {
	switch m := b.Knobs.Method(); {
	case !m.Private():
		return m.Name + " is not private: it draws no noise and has no budget."
	case !MakesReleases(m, b.Knobs.Fixed):
		return "Nothing leaves a user, so nothing is released: ε is 0."
	case b.PreviewErr != nil:
		return "These knobs cannot be trained, so there is nothing to pay for."
	}
	return waiting
}

// EmptyState changes with what an empty chart says.
func (b *Session) EmptyState() int {
	switch {
	case b.LoadError != nil:
		return 1
	case !b.Loaded():
		return 2
	}
	return 0
}
