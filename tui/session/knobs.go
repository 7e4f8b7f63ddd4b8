package session

import (
	"maps"
	"slices"
	"strings"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/scope"
	"dpals/tui/ui"
)

// knobs holds the settings of all methods and the budget, and which knob has the focus. It is owned by the Update goroutine.
type knobs struct {
	Methods []*method.Method
	Chosen  int

	Epsilon, Delta float64
	Accountant     float64                    // index into the choices
	Given          map[string]method.Settings // by method: what differs from its defaults
	Fixed          engine.Config              // the rest of a configuration: seed, threads, private metrics, scope, ledger

	Generation int // changes with every value

	Focus int      // into Shown()
	More  More     // whether the other parameters are shown
	Room  int      // rows for knobs at the current size
	Edit  ui.Input // the value being typed
}

// More says whether the knobs beyond the first few are shown.
type More int

// The ways to show them.
const (
	moreAuto More = iota // if there is room
	MoreOpen             // always
	moreClosed
)

func newKnobs(methods []*method.Method, c engine.Config) knobs {
	k := knobs{
		Methods: methods, Epsilon: c.Epsilon, Delta: c.Delta, Given: make(map[string]method.Settings), Fixed: c,
	}
	if k.Epsilon == 0 {
		k.Epsilon = engine.DefaultEpsilon
	}
	if k.Delta == 0 {
		k.Delta = engine.DefaultDelta
	}
	if i := slices.Index(AccountantKnob.Choices, strings.ToLower(c.Accountant)); i >= 0 {
		k.Accountant = float64(i)
	}
	for i, m := range methods {
		if m.Name == c.Method {
			k.Chosen = i
			k.Given[m.Name] = maps.Clone(c.Settings)
		}
	}
	return k
}

func (k *knobs) Method() *method.Method { return k.Methods[k.Chosen] }

// Choose selects another method, so many further in the registry. Each method keeps its own settings. The focus stays on the
// knob of the same name, if the method has it.
func (k *knobs) Choose(direction int) {
	focused := k.Focused().Name
	n := len(k.Methods)
	k.Chosen = ((k.Chosen+direction)%n + n) % n
	k.Edit.Close()
	k.Focus = max(slices.IndexFunc(k.Shown(), func(n Knob) bool { return n.Name == focused }), 0)
	k.Generation++
}

// All returns every knob, the main ones first.
func (k *knobs) All() (list []Knob, main int) {
	m := k.Method()
	list = append(list, EpsilonKnob)
	for _, p := range m.Parameters {
		if p.Main {
			list = append(list, Knob{Parameter: p})
		}
	}
	main = len(list)
	for _, p := range m.Parameters {
		if !p.Main {
			list = append(list, Knob{Parameter: p})
		}
	}
	return append(list, deltaKnob, AccountantKnob), main
}

// Shown returns the knobs that are not folded.
func (k *knobs) Shown() []Knob {
	list, main := k.All()
	if k.expanded() {
		return list
	}
	return list[:main]
}

func (k *knobs) expanded() bool {
	if k.More != moreAuto {
		return k.More == MoreOpen
	}
	list, _ := k.All()
	return k.Rows(list) <= k.Room
}

// Rows returns the number of lines of a list of knobs: ε has a second line.
func (k *knobs) Rows(list []Knob) int { return len(list) + 1 }

func (k *knobs) ToggleMore() {
	if k.expanded() {
		k.More = moreClosed
	} else {
		k.More = MoreOpen
	}
	k.Focus = min(k.Focus, len(k.Shown())-1)
}

func (k *knobs) Focused() Knob {
	list := k.Shown()
	return list[min(k.Focus, len(list)-1)]
}

// Move puts the focus on another knob.
func (k *knobs) Move(by int) {
	k.Edit.Close()
	k.Focus = min(max(k.Focus+by, 0), len(k.Shown())-1)
}

func (k *knobs) Value(n Knob) float64 {
	switch n.Name {
	case EpsilonKnob.Name:
		return k.Epsilon
	case deltaKnob.Name:
		return k.Delta
	case AccountantKnob.Name:
		return k.Accountant
	}
	if v, ok := k.Given[k.Method().Name][n.Name]; ok {
		return v
	}
	return n.Default
}

// Set sets a value and reports whether it has changed.
func (k *knobs) Set(n Knob, v float64) bool {
	if k.Value(n) == v {
		return false
	}
	switch name := k.Method().Name; {
	case n.Name == EpsilonKnob.Name:
		k.Epsilon = v
	case n.Name == deltaKnob.Name:
		k.Delta = v
	case n.Name == AccountantKnob.Name:
		k.Accountant = v
	case v == n.Default:
		delete(k.Given[name], n.Name)
	default:
		if k.Given[name] == nil {
			k.Given[name] = make(method.Settings)
		}
		k.Given[name][n.Name] = v
	}
	k.Generation++
	return true
}

// TurnTo sets the method and all knobs to a configuration, and reports whether its method exists.
func (k *knobs) TurnTo(c engine.Config) bool {
	at := slices.IndexFunc(k.Methods, func(m *method.Method) bool { return m.Name == c.Method })
	if at < 0 {
		return false
	}
	k.Choose(at - k.Chosen)
	k.Epsilon, k.Delta = c.Epsilon, c.Delta
	k.Accountant = float64(max(slices.Index(AccountantKnob.Choices, strings.ToLower(c.Accountant)), 0))
	k.Given[c.Method] = maps.Clone(c.Settings)
	k.Generation++
	return true
}

// Settings returns the values of the chosen method, defaults included.
func (k *knobs) Settings() method.Settings {
	all := make(method.Settings)
	for _, p := range k.Method().Parameters {
		all[p.Name] = k.Value(Knob{Parameter: p})
	}
	return all
}

// Config returns the configuration that the knobs describe. It shares no memory with them.
func (k *knobs) Config() engine.Config {
	c := k.Fixed
	m := k.Method()
	if c.Method = m.Name; !scope.Possible(m) {
		c.Scope = scope.Private{}
	}
	c.Epsilon, c.Delta = k.Epsilon, k.Delta
	c.Accountant = AccountantKnob.Choices[int(k.Accountant)]
	c.Settings = maps.Clone(k.Given[c.Method])
	return c
}
