package tune_test

import (
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/internal/tuitest/driver"
	"dpals/themes"
	"dpals/tui/canvas"
)

// For every method, no value is cut in a wide panel, no two knobs have the same symbol, and no two kinds of release look
// the same.
func TestSlidersOfEveryMethodAreLegible(t *testing.T) {
	th, err := themes.BuiltIn().Named("dark", themes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range engine.Methods() {
		for _, w := range []int{120, 200} {
			b := driver.OfRegistry(t, w, 50, engine.Config{Method: m.Name})
			tn := screenOf(b)
			c := tn.SliderColumns(tn.SlidersRect().W)
			symbols := make(map[string]string)
			for _, n := range tn.Knobs.Shown() {
				if v := tn.ShownValue(n, tn.Knobs.Value(n)); len(n.Choices) == 0 && canvas.Width(v) > c.Value {
					t.Errorf("%s at %d cells: %s is %q, cut to %d cells", m.Name, w, n.Name, v, c.Value)
				}
				s := n.ShortSymbol(c.Symbol)
				if other := symbols[s]; s != "" && other != "" {
					t.Errorf("%s at %d cells: %s and %s are both %s", m.Name, w, n.Name, other, s)
				}
				symbols[s] = n.Name
			}
		}
		v, err := engine.Foresee(driver.SmallProblem(t), engine.Config{Method: m.Name})
		if m.Trust == method.TrustJoint { // only a curator can sum up errors
			v, err = engine.Foresee(driver.SmallProblem(t), engine.Config{Method: m.Name, PrivateMetrics: 0.1})
		}
		if err != nil {
			t.Fatal(err)
		}
		looks := make(map[string]string)
		for _, r := range releases(v.Plan) {
			_, fill := th.Kind(r.Kind)
			if other := looks[fill]; other != "" && other != r.Kind {
				t.Errorf("%s: releases of kind %s and %s look the same", m.Name, r.Kind, other)
			}
			looks[fill] = r.Kind
		}
	}
}

func releases(p *accounting.Plan) []accounting.Release {
	if p == nil {
		return nil
	}
	return p.Releases
}

// With fixed noise, the ε that follows from it is shown wherever the target ε would be.
func TestFixedNoiseShowsItsEpsilon(t *testing.T) {
	b := driver.OfRegistry(t, 120, 36, engine.Config{Method: "dpals", Settings: method.Settings{"k": 50, "iterations": 2, "sigma-g": 15.5, "sigma-rhs": 7.7, "sigma-pre": 10}})
	b.Whole(0.995)
	epsilon := format.Number(b.Session.Runs.Current.Plan.Epsilon)
	b.Shows("ε " + epsilon + " this run")
	b.Shows("ε " + epsilon + " / " + epsilon)
	if got := screenOf(b).GivenEpsilon(); got != epsilon {
		t.Errorf("the knob shows %s, want %s", got, epsilon)
	}
}
