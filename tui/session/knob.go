package session

import (
	"math"
	"strings"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// Knob is one parameter on the screen. Its arithmetic (steps, positions) works on any method.Parameter.
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

// labels are short names for the knobs that every newcomer meets; the others go by their flag.
var labels = map[string]string{
	"epsilon": "privacy", "delta": "P(fail)", "k": "ratings/user", "beta": "items",
}

// Label is what the screens call the knob.
func (k Knob) Label() string { return labelOf(k.Name) }

// labelOf is what the screens call a parameter.
func labelOf(name string) string {
	if l, ok := labels[name]; ok {
		return l
	}
	return name
}

// indices are the papers' indices that exist as characters. The G, g and p of the σ's do not all, so they stay alike.
var indices = strings.NewReplacer("_u", "ᵤ")

// Sign is the knob's symbol as it is shown.
func (k Knob) Sign() string { return indices.Replace(k.Symbol) }

// ShortSymbol is the sign for a column of so many cells: without its indices where they do not fit.
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

// Least is the smallest value that a geometric slider tells from zero.
func (k Knob) Least() float64 {
	if k.Low > 0 {
		return k.Low
	}
	return k.High * 1e-9
}

// position is where a value stands on the slider, in [0, 1]; NaN for a value that the method's rule is to choose.
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

// At is the value under a position of the slider, rounded to one a person would choose.
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
		return k.ReapDeadRuns(format.Round(k.Least()*math.Pow(k.High/k.Least(), position), 2))
	}
	v := k.Low + position*(k.High-k.Low)
	if step := k.fineStep(); step > 0 {
		v = math.Round(v/step) * step
	}
	return k.ReapDeadRuns(v)
}

// Turn is the value one step up (+1) or down (-1) from v.
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
		return v // typed beyond the slider's end, it stays
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
		return k.ReapDeadRuns(k.turnGeometric(v, up, fine))
	}
	step := k.Step
	if fine || step <= 0 {
		step = k.fineStep()
	}
	// The next multiple of the step, so that a value typed between two of them joins the row again.
	n := v / step
	if up {
		n = math.Floor(n+1e-9) + 1
	} else {
		n = math.Ceil(n-1e-9) - 1
	}
	return k.ReapDeadRuns(n * step)
}

// turnGeometric goes to the next of 1, 2, 5, 10, … (or 1, 1.5, 2, 3, 5, 7, 10, … where the step is small); finely, to
// the next number of two digits, which is at most a tenth away.
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

// fineStep is the small step of a linear knob.
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

// ReapDeadRuns brings a value into range, to a whole number where it must be one, and rids it of the dust of arithmetic.
func (k Knob) ReapDeadRuns(v float64) float64 {
	v = min(max(v, k.Low), k.High)
	if k.Integer {
		return math.Round(v)
	}
	return format.Round(v, 6)
}

// Towards is the value one turn from v on the way to a value.
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
