package method

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Parameter describes one setting of a method or of a run.
type Parameter struct {
	Name    string // flag and file name: "clip-user"
	Symbol  string // as in the papers: "Γ_u"
	Meaning string // one clause, without a full stop
	Source  string // where it is defined, by tag

	Low, High float64 // inclusive range of ordinary values
	Default   float64
	Step      float64 // coarse step of the slider; a factor when Log is set
	Integer   bool
	Log       bool     // the slider moves by factors
	Choices   []string // a choice is the index into these; Low, High, Step do not apply
	Zero      string   // name of the value 0 where it is special: "all"; "" where 0 is ordinary
	Auto      bool     // the value Auto is allowed: the method's rule decides
	Main      bool     // shown among the first knobs

	// Allowed, where it is not zero, is what Check accepts; Low and High are then only the ends of the slider.
	Allowed Interval

	// Disabled returns why the parameter has no effect under these settings, "" where it has; nil: always.
	Disabled func(Settings) string
}

// Interval is the numbers above one bound and below another.
type Interval struct{ Above, Below float64 }

// Auto is the value of a parameter that the method's rule sets. It is written "auto".
const Auto = -1.0

// Check returns a ParameterError unless v is a valid value.
func (p Parameter) Check(v float64) error {
	switch {
	case math.IsNaN(v):
		return p.refuse("", "not a number")
	case len(p.Choices) > 0:
		if v != math.Trunc(v) || v < 0 || int(v) >= len(p.Choices) {
			return p.refuse("", "choose one of %s", strings.Join(p.Choices, ", "))
		}
		return nil
	case p.Zero != "" && v == 0, p.Auto && v == Auto:
		return nil
	case !p.inRange(v):
		return p.outOfRange(v)
	case p.Integer && v != math.Trunc(v):
		return p.refuse(number(v), "not a whole number")
	}
	return nil
}

func (p Parameter) inRange(v float64) bool {
	if p.Allowed != (Interval{}) {
		return v > p.Allowed.Above && v < p.Allowed.Below
	}
	return v >= p.Low && v <= p.High
}

func (p Parameter) outOfRange(v float64) error {
	hint := ""
	if p.Zero != "" {
		hint += ", or type " + p.Zero
	}
	if p.Auto {
		hint += ", or type auto"
	}
	switch {
	case p.Allowed == (Interval{0, math.Inf(1)}):
		return p.refuse(number(v), "choose a positive number%s", hint)
	case p.Allowed != (Interval{}):
		return p.refuse(number(v), "choose a number between %s and %s%s", number(p.Allowed.Above), number(p.Allowed.Below), hint)
	}
	return p.refuse(number(v), "out of range, choose from %s to %s%s", number(p.Low), number(p.High), hint)
}

// Parse returns the value of a text: a number, a choice, "auto" or the name of zero. The numbers that stand for the last
// two are refused, since 0 and -1 in a text are meant as numbers.
func (p Parameter) Parse(text string) (float64, error) {
	text = strings.TrimSpace(text)
	for i, c := range p.Choices {
		if strings.EqualFold(text, c) {
			return float64(i), nil
		}
	}
	if len(p.Choices) > 0 {
		return 0, p.refuse(strconv.Quote(text), "choose one of %s", strings.Join(p.Choices, ", "))
	}
	if p.Zero != "" && strings.EqualFold(text, p.Zero) {
		return 0, nil
	}
	if p.Auto && strings.EqualFold(text, "auto") {
		return Auto, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, p.refuse(strconv.Quote(text), "not a number")
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

// FillAuto returns a copy in which every automatic value is what rule returns for its parameter, given the settings so far.
// The rank comes first, because other rules depend on it, then the others by name.
func (s Settings) FillAuto(rule func(name string, soFar Settings) float64) Settings {
	out := maps.Clone(s)
	for _, name := range append([]string{"rank"}, slices.Sorted(maps.Keys(s))...) {
		if out[name] == Auto {
			out[name] = rule(name, out)
		}
	}
	return out
}

// Settle returns settings with every parameter of the method present, or a ParameterError about the first one that is
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
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if _, ok := full[name]; !ok {
			return nil, ParameterError{Name: name, Reason: m.Name + " has no such parameter"}
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
