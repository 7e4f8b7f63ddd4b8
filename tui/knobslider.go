package tui

import (
	"dpals/engine/method"
	"dpals/tui/canvas"
)

// columns are the widths that line the sliders up.
type columns struct{ symbol, label, value int }

func (b *bench) slider(n knob, focused bool, c columns) canvas.Slider {
	v := b.knobs.value(n)
	s := canvas.Slider{
		Symbol: n.symbol(c.symbol), Label: n.label(), Value: b.shownValue(n, v),
		Position: n.position(b.effective(n)), Choices: n.Choices, Choice: int(v),
		Focused: focused, Changed: v != n.Default,
		SymbolWidth: c.symbol, LabelWidth: c.label, ValueWidth: c.value,
	}
	if len(n.Choices) > 0 {
		s.Value, s.ValueWidth = "", 1 // the track says it
	}
	if why := b.disabled(n); why != "" {
		s.Disabled, s.Reason = true, why
		if n.Name == epsilonKnob.Name {
			s.Value = b.givenEpsilon()
		}
	} else if n.Name == epsilonKnob.Name {
		s.Low, s.High = "more private", "more accurate"
	}
	return s
}

// givenEpsilon is the ε that the knobs come to where it is not theirs to choose.
func (b *bench) givenEpsilon() string {
	switch m := b.knobs.method(); {
	case !m.Private():
		return "–"
	case !pays(m, b.knobs.fixed):
		return "0"
	}
	return figure(b.preview.Plan.Epsilon)
}

// shownValue writes a value; for "auto" also what it came to.
func (b *bench) shownValue(n knob, v float64) string {
	switch {
	case n.Auto && v == method.Auto:
		if r := b.effective(n); r != method.Auto && b.knobs.value(n) == v {
			if !n.Integer { // a rule's choice is not round
				r = roundTo(r, 3)
			}
			return n.Format(v) + " " + b.shownValue(n, r)
		}
		return n.Format(v)
	case n.Zero != "" && v == 0:
		return n.Zero
	case n.share():
		return percent(v)
	case n.Integer:
		return thousands(int(v))
	}
	return setting(v)
}
