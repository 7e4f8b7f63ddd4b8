package session

import (
	"dpals/engine/method"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// SliderColumns are the widths that line the sliders up.
type SliderColumns struct{ Symbol, Label, Value int }

func (b *Session) Slider(n Knob, focused bool, c SliderColumns) canvas.Slider {
	v := b.Knobs.Value(n)
	s := canvas.Slider{
		Symbol: n.ShortSymbol(c.Symbol), Label: n.Label(), Value: b.ShownValue(n, v),
		Position: n.position(b.Effective(n)), Choices: n.Choices, Choice: int(v),
		Focused: focused, Changed: v != n.Default,
		SymbolWidth: c.Symbol, LabelWidth: c.Label, ValueWidth: c.Value,
	}
	if len(n.Choices) > 0 {
		s.Value, s.ValueWidth = "", 1 // the track says it
	}
	if why := b.WhyDisabled(n); why != "" {
		s.Disabled, s.Reason = true, why
		if n.Name == EpsilonKnob.Name {
			s.Value = b.GivenEpsilon()
		}
	} else if n.Name == EpsilonKnob.Name {
		s.Low, s.High = "more private", "more accurate"
	}
	return s
}

// GivenEpsilon is the ε that the knobs come to where it is not theirs to choose.
func (b *Session) GivenEpsilon() string {
	switch m := b.Knobs.Method(); {
	case !m.Private():
		return "–"
	case !MakesReleases(m, b.Knobs.Fixed):
		return "0"
	}
	return ui.Figure(b.Preview.Plan.Epsilon)
}

// ShownValue writes a value; for "auto" also what it came to.
func (b *Session) ShownValue(n Knob, v float64) string {
	switch {
	case n.Auto && v == method.Auto:
		if r := b.Effective(n); r != method.Auto && b.Knobs.Value(n) == v {
			if !n.Integer { // a rule's choice is not round
				r = ui.RoundTo(r, 3)
			}
			return n.Format(v) + " " + b.ShownValue(n, r)
		}
		return n.Format(v)
	case n.Zero != "" && v == 0:
		return n.Zero
	case n.isFraction():
		return ui.Percent(v)
	case n.Integer:
		return ui.Thousands(int(v))
	}
	return ui.Setting(v)
}
