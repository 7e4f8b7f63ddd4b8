package tui

import (
	"fmt"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
	"dpals/themes"
	"dpals/tui/canvas"
)

// smallProblem is a problem that the methods of the registry can plan for, and train on in no time.
func smallProblem(t testing.TB) engine.Problem {
	t.Helper()
	r, err := loaders.Open(t.Context(), "synth:lowrank:n=400,m=60", loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Problem{Name: r.Origin.Source, Split: split}
}

// ofRegistry is the dashboard on the methods as they are, with every knob shown.
func ofRegistry(t testing.TB, w, h int, c engine.Config) *bed {
	t.Helper()
	o := fakeOptions()
	o.methods, o.foresee = nil, nil
	o.Problem, o.Config = smallProblem(t), c
	b := newBed(t, w, h, o)
	b.tune().knobs.more = moreOpen
	return b
}

// Every method of the registry is drawn in exactly its cells, before and after it has trained. What a person sees of a
// method is kept for the fixed methods of the fixture alone, since those of the registry change with the engine.
func TestRegistryScreens(t *testing.T) {
	configs := []engine.Config{{Method: "dpals", Settings: method.Settings{"k": 50, "iterations": 2, "sigma-g": 15.5, "sigma-rhs": 7.7, "sigma-pre": 10}}}
	for _, m := range engine.Methods() {
		configs = append(configs, engine.Config{Method: m.Name})
	}
	for _, c := range configs {
		for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 50}} {
			t.Run(fmt.Sprintf("%s/%dx%d", c.Method, size[0], size[1]), func(t *testing.T) {
				b := ofRegistry(t, size[0], size[1], c)
				exactly(t, b.content(), size[0], size[1])
				b.compared()
				if r := b.m.bench.session.current; r.method.Iterative {
					b.whole(0.995)
				} else {
					b.begin(r)
					b.stepTo(r, 1, 1, 1.02, 1.035)
					b.finish(r)
				}
				exactly(t, b.content(), size[0], size[1])
				b.shows(c.Method)
				b.shows("done in")
			})
		}
	}
}

// Whatever the method, no value is cut where the panel is wide, no two knobs have the same symbol, and no two kinds of
// release look the same.
func TestEveryMethodOfTheRegistryIsLegible(t *testing.T) {
	th, err := themes.BuiltIn().Named("dark", themes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range engine.Methods() {
		for _, w := range []int{120, 200} {
			b := ofRegistry(t, w, 50, engine.Config{Method: m.Name})
			tn := b.tune()
			c := tn.columns(tn.knobsInside().W)
			symbols := make(map[string]string)
			for _, n := range tn.knobs.shown() {
				if v := tn.shownValue(n, tn.knobs.value(n)); len(n.Choices) == 0 && canvas.Width(v) > c.value {
					t.Errorf("%s at %d cells: %s is %q in %d cells", m.Name, w, n.Name, v, c.value)
				}
				s := n.symbol(c.symbol)
				if other := symbols[s]; s != "" && other != "" {
					t.Errorf("%s at %d cells: %s and %s are both %s", m.Name, w, n.Name, other, s)
				}
				symbols[s] = n.Name
			}
		}
		v, err := engine.Foresee(smallProblem(t), engine.Config{Method: m.Name})
		if m.Trust == method.TrustJoint { // only a curator can sum up errors
			v, err = engine.Foresee(smallProblem(t), engine.Config{Method: m.Name, PrivateMetrics: 0.1})
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
