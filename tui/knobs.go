package tui

import (
	"maps"
	"slices"
	"strings"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/scope"
)

// knobs is where everything stands that can be turned, and which one the keyboard turns. Not safe for concurrent use.
type knobs struct {
	methods []*method.Method
	chosen  int

	epsilon, delta float64
	accountant     float64                    // index into the choices
	given          map[string]method.Settings // by method: what differs from its defaults
	fixed          engine.Config              // what is not a knob: seed, threads, private metrics, ledger

	generation int // changes with every value

	focus int   // into shown()
	more  more  // whether the other parameters are shown
	room  int   // rows for knobs at the current size
	edit  input // the value being typed
}

// more says whether the knobs beyond the first few are shown.
type more int

const (
	moreAuto more = iota // if there is room
	moreOpen
	moreClosed
)

func newKnobs(methods []*method.Method, c engine.Config) knobs {
	k := knobs{
		methods: methods, epsilon: c.Epsilon, delta: c.Delta, given: make(map[string]method.Settings), fixed: c,
	}
	if k.epsilon == 0 {
		k.epsilon = engine.DefaultEpsilon
	}
	if k.delta == 0 {
		k.delta = engine.DefaultDelta
	}
	if i := slices.Index(accountantKnob.Choices, strings.ToLower(c.Accountant)); i >= 0 {
		k.accountant = float64(i)
	}
	for i, m := range methods {
		if m.Name == c.Method {
			k.chosen = i
			k.given[m.Name] = maps.Clone(c.Settings)
		}
	}
	return k
}

func (k *knobs) method() *method.Method { return k.methods[k.chosen] }

// choose switches to the next (+1) or previous method; each keeps its own settings. The focus stays on the knob of
// that name if the method has it.
func (k *knobs) choose(direction int) {
	focused := k.focused().Name
	n := len(k.methods)
	k.chosen = ((k.chosen+direction)%n + n) % n
	k.edit.close()
	k.focus = max(slices.IndexFunc(k.shown(), func(n knob) bool { return n.Name == focused }), 0)
	k.generation++
}

// all lists every knob, the main ones first.
func (k *knobs) all() (list []knob, main int) {
	m := k.method()
	list = append(list, epsilonKnob)
	for _, p := range m.Parameters {
		if p.Main {
			list = append(list, knob{Parameter: p})
		}
	}
	main = len(list)
	for _, p := range m.Parameters {
		if !p.Main {
			list = append(list, knob{Parameter: p})
		}
	}
	return append(list, deltaKnob, accountantKnob), main
}

// shown lists the knobs that can be reached now.
func (k *knobs) shown() []knob {
	list, main := k.all()
	if k.expanded() {
		return list
	}
	return list[:main]
}

func (k *knobs) expanded() bool {
	if k.more != moreAuto {
		return k.more == moreOpen
	}
	list, _ := k.all()
	return k.rows(list) <= k.room
}

// rows is how many lines a list of knobs fills: ε has its direction in words below it.
func (k *knobs) rows(list []knob) int { return len(list) + 1 }

func (k *knobs) toggleMore() {
	if k.expanded() {
		k.more = moreClosed
	} else {
		k.more = moreOpen
	}
	k.focus = min(k.focus, len(k.shown())-1)
}

func (k *knobs) focused() knob {
	list := k.shown()
	return list[min(k.focus, len(list)-1)]
}

// move puts the focus on another knob.
func (k *knobs) move(by int) {
	k.edit.close()
	k.focus = min(max(k.focus+by, 0), len(k.shown())-1)
}

func (k *knobs) value(n knob) float64 {
	switch n.Name {
	case epsilonKnob.Name:
		return k.epsilon
	case deltaKnob.Name:
		return k.delta
	case accountantKnob.Name:
		return k.accountant
	}
	if v, ok := k.given[k.method().Name][n.Name]; ok {
		return v
	}
	return n.Default
}

// set changes a value and reports whether it was another one before.
func (k *knobs) set(n knob, v float64) bool {
	if k.value(n) == v {
		return false
	}
	switch name := k.method().Name; {
	case n.Name == epsilonKnob.Name:
		k.epsilon = v
	case n.Name == deltaKnob.Name:
		k.delta = v
	case n.Name == accountantKnob.Name:
		k.accountant = v
	case v == n.Default:
		delete(k.given[name], n.Name)
	default:
		if k.given[name] == nil {
			k.given[name] = make(method.Settings)
		}
		k.given[name][n.Name] = v
	}
	k.generation++
	return true
}

// turnTo puts everything where a configuration has it, if its method is known.
func (k *knobs) turnTo(c engine.Config) bool {
	at := slices.IndexFunc(k.methods, func(m *method.Method) bool { return m.Name == c.Method })
	if at < 0 {
		return false
	}
	k.choose(at - k.chosen)
	k.epsilon, k.delta = c.Epsilon, c.Delta
	k.accountant = float64(max(slices.Index(accountantKnob.Choices, strings.ToLower(c.Accountant)), 0))
	k.given[c.Method] = maps.Clone(c.Settings)
	k.generation++
	return true
}

// settings are all values of the chosen method, defaults included.
func (k *knobs) settings() method.Settings {
	all := make(method.Settings)
	for _, p := range k.method().Parameters {
		all[p.Name] = k.value(knob{Parameter: p})
	}
	return all
}

// config is what the knobs ask for. It shares nothing with the knobs.
func (k *knobs) config() engine.Config {
	c := k.fixed
	m := k.method()
	if c.Method = m.Name; !scope.Possible(m) {
		c.Scope = scope.Private{}
	}
	c.Epsilon, c.Delta = k.epsilon, k.delta
	c.Accountant = accountantKnob.Choices[int(k.accountant)]
	c.Settings = maps.Clone(k.given[c.Method])
	return c
}
