package session

import (
	"cmp"
	"math"
	"strings"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// Knob is a parameter as the screens show it, with the arithmetic of its slider.
type Knob struct {
	method.Parameter
	common bool // belongs to engine.Config and stays when the method changes
}

// The knobs of a run's budget, fields of engine.Config.
var (
	EpsilonKnob    = Knob{Parameter: engine.EpsilonParameter, common: true}
	deltaKnob      = Knob{Parameter: engine.DeltaParameter, common: true}
	AccountantKnob = Knob{Parameter: engine.AccountantParameter, common: true}
)

// labels are the labels of knobs by parameter, and their labels in few cells; the others are called by the name of their
// parameter.
var labels = map[string]struct{ full, short string }{
	"epsilon":         {full: "privacy"},
	"delta":           {full: "P(fail)"},
	"k":               {full: "ratings/user", short: "ratings"},
	"beta":            {full: "items"},
	"weight-exponent": {short: "weights"},
}

// Label returns the label of the knob.
func (k Knob) Label() string { return labelOf(k.Name) }

// ShortLabel returns the label of the knob in few cells.
func (k Knob) ShortLabel() string { return cmp.Or(labels[k.Name].short, k.Label()) }

// labelOf returns the label of a parameter.
func labelOf(name string) string { return cmp.Or(labels[name].full, name) }

// indices are the papers' indices that exist as characters. The G, g and p of the σ's do not all, so they stay alike.
var indices = strings.NewReplacer("_u", "ᵤ")

// Sign returns the symbol as it is shown.
func (k Knob) Sign() string { return indices.Replace(k.Symbol) }

// ShortSymbol returns the sign in at most room cells: without indices where they do not fit.
func (k Knob) ShortSymbol(room int) string {
	s := k.Sign()
	if canvas.Width(s) <= room {
		return s
	}
	var b strings.Builder
	index := false
	for _, r := range s {
		if !index && r != '_' {
			b.WriteRune(r)
		}
		index = r == '_'
	}
	return b.String()
}

// isFraction reports whether the values are shown as percentages.
func (k Knob) isFraction() bool { return k.Name == "beta" }

// ZeroIsMost reports whether the special value zero lies beyond the largest number ("all") and not before the
// smallest ("none").
func (k Knob) ZeroIsMost() bool { return k.Zero == "all" }

// Least returns the smallest positive value of a geometric slider.
func (k Knob) Least() float64 {
	if k.Low > 0 {
		return k.Low
	}
	return k.High * 1e-9
}

// position returns the position of a value on the slider, in [0, 1]; NaN for an automatic value.
func (k Knob) position(v float64) float64 {
	switch {
	case len(k.Choices) > 1:
		return v / float64(len(k.Choices)-1)
	case k.Auto && v == method.Auto:
		return math.NaN()
	case len(k.Choices) > 0 || k.High <= k.Low:
		return 0
	case k.Zero != "" && v == 0:
		if k.ZeroIsMost() {
			return 1
		}
		return 0
	}
	v = min(max(v, k.Low), k.High)
	if k.Geometric() {
		return math.Log(max(v, k.Least())/k.Least()) / math.Log(k.High/k.Least())
	}
	return (v - k.Low) / (k.High - k.Low)
}

// Geometric reports whether equal distances on the slider are equal factors.
func (k Knob) Geometric() bool { return k.Log && k.Low >= 0 }

// At returns the value at a position of the slider, rounded to two digits or a fine step.
func (k Knob) At(position float64) float64 {
	position = min(max(position, 0), 1)
	switch {
	case len(k.Choices) > 0:
		return math.Round(position * float64(len(k.Choices)-1))
	case k.Zero != "" && k.ZeroIsMost() && position >= 1, k.Zero != "" && !k.ZeroIsMost() && position <= 0:
		return 0
	case position <= 0:
		return k.Low
	case k.Geometric():
		return k.Nearest(format.Round(k.Least()*math.Pow(k.High/k.Least(), position), 2))
	}
	v := k.Low + position*(k.High-k.Low)
	if step := k.fineStep(); step > 0 {
		v = math.Round(v/step) * step
	}
	return k.Nearest(v)
}

// Turn returns the value one step above (+1) or below (-1) v.
func (k Knob) Turn(v float64, direction int, fine bool) float64 {
	up := direction > 0
	switch {
	case len(k.Choices) > 0:
		return min(max(v+float64(direction), 0), float64(len(k.Choices)-1))
	case k.Zero != "" && v == 0:
		if up == k.ZeroIsMost() {
			return 0
		}
		if k.ZeroIsMost() {
			return k.High
		}
		return k.Low
	case up && v >= k.High:
		if k.Zero != "" && k.ZeroIsMost() {
			return 0
		}
		return v // typed, beyond the slider's end
	case !up && v <= k.Low:
		if k.Zero != "" && !k.ZeroIsMost() {
			return 0
		}
		return v
	case k.Geometric() && v < k.Least():
		return k.Least()
	case k.Geometric() && !up && v <= k.Least():
		return k.Low
	case k.Geometric():
		return k.Nearest(k.turnGeometric(v, up, fine))
	}
	step := k.Step
	if fine || step <= 0 {
		step = k.fineStep()
	}
	// The next multiple of the step, also from a value between two multiples.
	n := v / step
	if up {
		n = math.Floor(n+1e-9) + 1
	} else {
		n = math.Ceil(n-1e-9) - 1
	}
	return k.Nearest(n * step)
}

// turnGeometric returns the next of 1, 2, 5, 10, … (or 1, 1.5, 2, 3, 5, 7, 10, … where the step is small); finely, the
// next number of two digits.
func (k Knob) turnGeometric(v float64, up, fine bool) float64 {
	exponent := math.Floor(math.Log10(v) + 1e-12)
	if fine && !k.Integer {
		unit := math.Pow(10, exponent-1)
		if !up && v <= math.Pow(10, exponent)*(1+1e-9) { // from 10 down to 9.9
			unit /= 10
		}
		n := math.Round(v / unit)
		if up {
			return (n + 1) * unit
		}
		return (n - 1) * unit
	}
	if fine {
		if up {
			return v + 1
		}
		return v - 1
	}
	ladder := []float64{1, 1.5, 2, 3, 5, 7}
	switch {
	case k.Step >= 8:
		ladder = []float64{1}
	case k.Step >= 1.8:
		ladder = []float64{1, 2, 5}
	}
	best := v
	for e := exponent - 1; e <= exponent+1; e++ {
		for _, m := range ladder {
			c := format.Round(m*math.Pow(10, e), 2)
			if up && c > v*(1+1e-9) {
				return c
			}
			if !up && c < v*(1-1e-9) {
				best = c
			}
		}
	}
	return best
}

// fineStep returns the small step of a linear knob.
func (k Knob) fineStep() float64 {
	step := k.Step / 10
	if step <= 0 {
		step = (k.High - k.Low) / 100
	}
	if k.Integer {
		step = max(1, math.Round(step))
	}
	return step
}

// Nearest returns the nearest value on the slider: within its ends, a whole number where it must be one, without rounding
// errors.
func (k Knob) Nearest(v float64) float64 {
	v = min(max(v, k.Low), k.High)
	if k.Integer {
		return math.Round(v)
	}
	return format.Round(v, 6)
}

// Towards returns the value one turn from v in the direction of a value, or that value if it is nearer.
func (k Knob) Towards(v, to float64) float64 {
	from, goal := k.position(v), k.position(to)
	if math.IsNaN(from) || math.IsNaN(goal) || from == goal {
		return to
	}
	direction := 1
	if goal < from {
		direction = -1
	}
	next := k.Turn(v, direction, false)
	if at := k.position(next); at == from || (at-goal)*float64(direction) >= 0 {
		return to
	}
	return next
}
