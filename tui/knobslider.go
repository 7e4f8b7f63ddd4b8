package tui

import (
	"dpals/engine/method"
	"dpals/tui/canvas"
)

// columns are the widths that line the sliders up.
type columns struct{ symbol, label, value int }

func (t *tune) slider(n knob, focused bool, c columns) canvas.Slider {
	v := t.knobs.value(n)
	s := canvas.Slider{
		Symbol: n.symbol(c.symbol), Label: n.label(), Value: t.shownValue(n, v),
		Position: n.position(t.effective(n)), Choices: n.Choices, Choice: int(v),
		Focused: focused && t.focus == panelKnobs, Changed: v != n.Default,
		SymbolWidth: c.symbol, LabelWidth: c.label, ValueWidth: c.value,
	}
	if len(n.Choices) > 0 {
		s.Value, s.ValueWidth = "", 1 // the track says it
	}
	if why := t.disabled(n); why != "" {
		s.Disabled, s.Reason = true, why
		if n.Name == epsilonKnob.Name {
			s.Value = t.givenEpsilon()
		}
	} else if n.Name == epsilonKnob.Name {
		s.Low, s.High = "more private", "more accurate"
	}
	return s
}

// givenEpsilon is the ε that the knobs come to where it is not theirs to choose.
func (t *tune) givenEpsilon() string {
	switch m := t.knobs.method(); {
	case !m.Private():
		return "–"
	case !pays(m, t.knobs.fixed):
		return "0"
	}
	return figure(t.preview.Plan.Epsilon)
}

// shownValue writes a value; for "auto" also what it came to.
func (t *tune) shownValue(n knob, v float64) string {
	switch {
	case n.Auto && v == method.Auto:
		if r := t.effective(n); r != method.Auto && t.knobs.value(n) == v {
			if !n.Integer { // a rule's choice is not round
				r = roundTo(r, 3)
			}
			return n.Format(v) + " " + t.shownValue(n, r)
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
