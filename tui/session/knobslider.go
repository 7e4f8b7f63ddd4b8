package session

import (
	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// SliderColumns are the widths of the columns of a list of sliders.
type SliderColumns struct{ Symbol, Label, Value int }

// Slider returns a knob as a slider of a list with such columns.
func (s *Session) Slider(n Knob, focused bool, c SliderColumns) canvas.Slider {
	v := s.Knobs.Value(n)
	slider := canvas.Slider{
		Symbol: n.ShortSymbol(c.Symbol), Label: n.Label(), Value: s.ShownValue(n, v),
		Position: n.position(s.Effective(n)), Choices: n.Choices, Choice: int(v),
		Focused: focused, Changed: v != n.Default,
		SymbolWidth: c.Symbol, LabelWidth: c.Label, ValueWidth: c.Value,
	}
	if len(n.Choices) > 0 {
		slider.Value, slider.ValueWidth = "", 1 // the track shows it
	}
	if why := s.WhyDisabled(n); why != "" {
		slider.Disabled, slider.Reason = true, why
		if n.Name == EpsilonKnob.Name {
			slider.Value = s.GivenEpsilon()
		}
	} else if n.Name == EpsilonKnob.Name {
		slider.Low, slider.High = "more private", "more accurate"
	}
	return slider
}

// GivenEpsilon writes the ε where its knob has no effect.
func (s *Session) GivenEpsilon() string {
	switch m := s.Knobs.Method(); {
	case !m.Private():
		return "–"
	case !MakesReleases(m, s.Knobs.Fixed):
		return "0"
	}
	return format.Number(s.Preview.Value().Plan.Epsilon)
}

// ShownValue writes a value; for "auto" also what the method has chosen.
func (s *Session) ShownValue(n Knob, v float64) string {
	switch {
	case n.Auto && v == method.Auto:
		if r := s.Effective(n); r != method.Auto && s.Knobs.Value(n) == v {
			if !n.Integer { // a chosen value has many digits
				r = format.Round(r, 3)
			}
			return n.Format(v) + " " + s.ShownValue(n, r)
		}
		return n.Format(v)
	case n.Zero != "" && v == 0:
		return n.Zero
	case n.isFraction():
		return format.Percent(v)
	case n.Integer:
		return format.Thousands(int(v))
	}
	return format.Setting(v)
}
