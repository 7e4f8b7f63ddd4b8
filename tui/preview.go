package tui

import (
	"dpals/accounting"
	"dpals/engine/method"
	"fmt"

	tea "charm.land/bubbletea/v2"
)

// effective is a knob's value, or what the method's rule has chosen in its place: turning begins there.
func (t *tune) effective(n knob) float64 {
	v := t.knobs.value(n)
	if p := t.preview; n.Auto && v == method.Auto && p != nil && p.Method == t.knobs.method() {
		return p.Settings[n.Name]
	}
	return v
}

// fromNoise is why ε cannot be turned where its releases have their noise typed in.
const fromNoise = "from σ"

// disabled says why a knob does nothing as the others stand, or "".
func (t *tune) disabled(n knob) string {
	m := t.knobs.method()
	switch {
	case n.common && !m.Private():
		return "not private"
	case n.common && !pays(m, t.knobs.fixed):
		return "ε is always 0"
	case n.Name == epsilonKnob.Name && n.common && t.preview != nil && t.preview.Method == m && typed(t.preview.Plan):
		return fromNoise
	case n.Disabled != nil:
		return n.Disabled(t.knobs.settings())
	}
	return ""
}

// refuses says why a knob cannot be turned, and whether that is so.
func (t *tune) refuses(n knob) bool {
	switch why := t.disabled(n); why {
	case "":
		return false
	case fromNoise:
		t.say("%s follows from the noise that is typed in", n.label())
	default:
		t.say("%s does nothing now: %s", n.label(), why)
	}
	return true
}

func (t *tune) retrain() tea.Cmd {
	if !t.loaded() {
		return nil
	}
	return t.start()
}

// trained reports whether the current run has the knobs as they stand.
func (t *tune) trained() bool {
	r := t.session.current
	return r != nil && sameConfig(r.config, t.knobs.config())
}

// comparable reports whether lines of comparison may be drawn: not beside errors that are released, since theirs would
// be measured on real ratings.
func (t *tune) comparable() bool { return !t.publishable() }

func (t *tune) methodNamed(name string) *method.Method {
	for _, m := range t.options.methods {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// possible reports whether the engine would train with the knobs as they stand, as far as is known.
func (t *tune) possible() bool { return t.previewErr == nil || t.foreseeing }

// retrains reports whether the data is small enough that a turned knob trains by itself.
func (t *tune) retrains() bool { return t.ratings() <= retrainLimit }

// start trains with the knobs as they stand.
func (t *tune) start() tea.Cmd {
	return t.train(t.knobs.method(), t.knobs.config())
}

// foresee is the command that works out the consequences of the knobs; while one is at work none other begins, and
// the last state of the knobs follows when it returns.
func (t *tune) foresee() tea.Cmd {
	if t.foreseeing || !t.loaded() {
		return nil
	}
	t.foreseeing = true
	problem, config, generation, work := t.problem, t.knobs.config(), t.knobs.generation, t.options.foresee
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
func (t *tune) plan() *accounting.Plan {
	if r := t.session.current; r != nil && r.plan != nil {
		return r.plan
	}
	if t.preview != nil {
		return t.preview.Plan
	}
	return nil
}

func (t *tune) budgetNote() string {
	p := t.plan()
	if p == nil {
		return ""
	}
	return fmt.Sprintf("ε at δ %s · %s", figure(p.Holds()), p.Conversion())
}

// noPlan says why there is no plan; waiting is for when it is not known yet.
func (t *tune) noPlan(waiting string) string {
	switch m := t.knobs.method(); {
	case !m.Private():
		return m.Name + " is not private: it draws no noise and has no budget."
	case !pays(m, t.knobs.fixed):
		return "Nothing leaves a user, so nothing is released: ε is 0."
	case t.previewErr != nil:
		return "These knobs cannot be trained, so there is nothing to pay for."
	}
	return waiting
}

// emptiness changes with what an empty chart says.
func (t *tune) emptiness() int {
	switch {
	case t.failure != nil:
		return 1
	case !t.loaded():
		return 2
	}
	return 0
}
