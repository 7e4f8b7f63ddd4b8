package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/engine/method"
)

// retrainLimit is how many ratings are trained on at most where a turned knob retrains at once.
const retrainLimit = 1_000_000

// The methods that the chart compares with.
const (
	floorMethod   = "user-mean"
	ceilingMethod = "als"
)

// clearPreview forgets what was worked out for ratings that are not at hand any more.
func (b *bench) clearPreview() {
	b.preview, b.previewErr = nil, nil
	b.previews++
	b.knobs.generation++ // what is being worked out is about other ratings
}

// foreseen takes the consequences of the knobs.
func (b *bench) foreseen(m foreseenMsg) tea.Cmd {
	b.foreseeing = false
	b.preview, b.previewErr = m.preview, m.err
	b.previews++
	if m.generation != b.knobs.generation {
		return b.foresee()
	}
	return nil
}

// effective is a knob's value, or what the method's rule has chosen in its place: turning begins there.
func (b *bench) effective(n knob) float64 {
	v := b.knobs.value(n)
	if p := b.preview; n.Auto && v == method.Auto && p != nil && p.Method == b.knobs.method() {
		return p.Settings[n.Name]
	}
	return v
}

// fromNoise is why ε cannot be turned where its releases have their noise typed in.
const fromNoise = "from σ"

// disabled says why a knob does nothing as the others stand, or "".
func (b *bench) disabled(n knob) string {
	m := b.knobs.method()
	switch {
	case n.common && !m.Private():
		return "not private"
	case n.common && !pays(m, b.knobs.fixed):
		return "ε is always 0"
	case n.Name == epsilonKnob.Name && n.common && b.preview != nil && b.preview.Method == m && typed(b.preview.Plan):
		return fromNoise
	case n.Disabled != nil:
		return n.Disabled(b.knobs.settings())
	}
	return ""
}

// refuses says why a knob cannot be turned, and whether that is so.
func (b *bench) refuses(n knob) bool {
	switch why := b.disabled(n); why {
	case "":
		return false
	case fromNoise:
		b.say("%s follows from the noise that is typed in", n.label())
	default:
		b.say("%s does nothing now: %s", n.label(), why)
	}
	return true
}

// retrain trains again with the knobs as they stand, once there are ratings.
func (b *bench) retrain() tea.Cmd {
	if !b.loaded() {
		return nil
	}
	return b.trainKnobs()
}

// trained reports whether the current run has the knobs as they stand.
func (b *bench) trained() bool {
	r := b.session.current
	return r != nil && sameConfig(r.config, b.knobs.config())
}

// comparable reports whether lines of comparison may be drawn: not beside errors that are released, since theirs would
// be measured on real ratings.
func (b *bench) comparable() bool { return !b.publishable() }

// methodNamed is a method of the registry, nil where it has none of that name.
func (b *bench) methodNamed(name string) *method.Method {
	for _, m := range b.options.methods {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// possible reports whether the engine would train with the knobs as they stand, as far as is known.
func (b *bench) possible() bool { return b.previewErr == nil || b.foreseeing }

// retrains reports whether the data is small enough that a turned knob trains by itself.
func (b *bench) retrains() bool { return b.ratings() <= retrainLimit }

// trainKnobs trains with the knobs as they stand.
func (b *bench) trainKnobs() tea.Cmd {
	return b.train(b.knobs.method(), b.knobs.config())
}

// foresee is the command that works out the consequences of the knobs; while one is at work none other begins, and
// the last state of the knobs follows when it returns.
func (b *bench) foresee() tea.Cmd {
	if b.foreseeing || !b.loaded() {
		return nil
	}
	b.foreseeing = true
	problem, config, generation, work := b.problem, b.knobs.config(), b.knobs.generation, b.options.foresee
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = foreseenMsg{generation, nil, panicError("working out the consequences", v)}
			}
		}()
		preview, err := work(problem, config)
		return foreseenMsg{generation, preview, err}
	}
}

// plan is the budget that the screen talks about: of the current run, else of the knobs.
func (b *bench) plan() *accounting.Plan {
	if r := b.session.current; r != nil && r.plan != nil {
		return r.plan
	}
	if b.preview != nil {
		return b.preview.Plan
	}
	return nil
}

func (b *bench) budgetNote() string {
	p := b.plan()
	if p == nil {
		return ""
	}
	return fmt.Sprintf("ε at δ %s · %s", figure(p.Holds()), p.Conversion())
}

// noPlan says why there is no plan; waiting is for when it is not known yet.
func (b *bench) noPlan(waiting string) string {
	switch m := b.knobs.method(); {
	case !m.Private():
		return m.Name + " is not private: it draws no noise and has no budget."
	case !pays(m, b.knobs.fixed):
		return "Nothing leaves a user, so nothing is released: ε is 0."
	case b.previewErr != nil:
		return "These knobs cannot be trained, so there is nothing to pay for."
	}
	return waiting
}

// emptiness changes with what an empty chart says.
func (b *bench) emptiness() int {
	switch {
	case b.failure != nil:
		return 1
	case !b.loaded():
		return 2
	}
	return 0
}
