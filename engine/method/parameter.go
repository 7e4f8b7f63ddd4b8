package method

import (
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
)

// Parameter is one knob of a method.
type Parameter struct {
	Name    string // flag and file name: "clip-user"
	Symbol  string // as in the papers: "Γ_u"
	Meaning string // one sentence
	Source  string // where it is defined, by tag

	Low, High float64 // inclusive range of ordinary values
	Default   float64
	Step      float64 // a coarse step of the slider; a factor when Log is set
	Integer   bool
	Log       bool     // the slider moves by factors
	Choices   []string // a choice is the index into these; Low, High, Step do not apply
	Zero      string   // what the value 0 is called where it is special: "all"; "" where 0 is ordinary
	Auto      bool     // the value Auto is allowed: the method's rule decides
	Main      bool     // shown among the first knobs

	// Disabled says why the parameter has no effect under these settings, or "" when it does.
	Disabled func(Settings) string
}

// Auto is the value that leaves a parameter to the method's rule. It is written "auto".
const Auto = -1.0

// Check reports whether v is a valid value.
func (p Parameter) Check(v float64) error {
	switch {
	case math.IsNaN(v):
		return fmt.Errorf("--%s: not a number", p.Name)
	case len(p.Choices) > 0:
		if v != math.Trunc(v) || v < 0 || int(v) >= len(p.Choices) {
			return fmt.Errorf("--%s: choose one of %s", p.Name, strings.Join(p.Choices, ", "))
		}
		return nil
	case p.Zero != "" && v == 0, p.Auto && v == Auto:
		return nil
	case v < p.Low || v > p.High:
		return p.outOfRange(v)
	case p.Integer && v != math.Trunc(v):
		return fmt.Errorf("--%s %s: not a whole number", p.Name, number(v))
	}
	return nil
}

func (p Parameter) outOfRange(v float64) error {
	hint := ""
	if p.Zero != "" {
		hint += ", or type " + p.Zero
	}
	if p.Auto {
		hint += ", or type auto"
	}
	return fmt.Errorf("--%s %s: out of range, choose from %s to %s%s", p.Name, number(v), number(p.Low), number(p.High), hint)
}

// Parse reads a value as typed by a person: a number, a choice, "auto" or the name of zero. The numbers that stand for
// these two are refused, since whoever types them means the number.
func (p Parameter) Parse(text string) (float64, error) {
	text = strings.TrimSpace(text)
	for i, c := range p.Choices {
		if strings.EqualFold(text, c) {
			return float64(i), nil
		}
	}
	if len(p.Choices) > 0 {
		return 0, fmt.Errorf("--%s %q: choose one of %s", p.Name, text, strings.Join(p.Choices, ", "))
	}
	if p.Zero != "" && strings.EqualFold(text, p.Zero) {
		return 0, nil
	}
	if p.Auto && strings.EqualFold(text, "auto") {
		return Auto, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("--%s %q: not a number", p.Name, text)
	}
	if (p.Zero != "" && v == 0) || (p.Auto && v == Auto) {
		return 0, p.outOfRange(v)
	}
	if err := p.Check(v); err != nil {
		return 0, err
	}
	return v, nil
}

// Format writes a value as Parse reads it.
func (p Parameter) Format(v float64) string {
	switch {
	case len(p.Choices) > 0:
		if i := int(v); i >= 0 && i < len(p.Choices) {
			return p.Choices[i]
		}
		return number(v)
	case p.Zero != "" && v == 0:
		return p.Zero
	case p.Auto && v == Auto:
		return "auto"
	}
	return number(v)
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// Settings are parameter values by name. A parameter that is absent has its default.
type Settings map[string]float64

// Settle returns settings with every parameter of the method present, or an error naming the first one that is
// unknown or out of range.
func (m *Method) Settle(given Settings) (Settings, error) {
	full := make(Settings, len(m.Parameters))
	for _, p := range m.Parameters {
		v, ok := given[p.Name]
		if !ok {
			v = p.Default
		}
		if err := p.Check(v); err != nil {
			return nil, err
		}
		full[p.Name] = v
	}
	names := make([]string, 0, len(given))
	for name := range given {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if _, ok := full[name]; !ok {
			return nil, fmt.Errorf("--%s: %s has no such parameter", name, m.Name)
		}
	}
	return full, nil
}

// Parameter returns the parameter of that name.
func (m *Method) Parameter(name string) (Parameter, bool) {
	for _, p := range m.Parameters {
		if p.Name == name {
			return p, true
		}
	}
	return Parameter{}, false
}
