package session

import (
	"errors"
	"math"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
)

func TestTurn(t *testing.T) {
	k := Knob{Parameter: method.Parameter{Name: "k", Symbol: "k", Low: 1, High: 1000, Step: 1.5, Log: true, Integer: true, Zero: "all"}}
	steps := Knob{Parameter: method.Parameter{Name: "iterations", Low: 1, High: 20, Step: 1, Integer: true, Auto: true}}
	share := Knob{Parameter: method.Parameter{Name: "beta", Low: 0.01, High: 1, Step: 0.05}}
	ridge := Knob{Parameter: method.Parameter{Name: "lambda", Low: 0, High: 1e6, Step: 1.5, Log: true}}
	for name, test := range map[string]struct {
		knob      Knob
		from      float64
		direction int
		fine      bool
		want      float64
	}{
		"ε up":                          {EpsilonKnob, 1, +1, false, 1.5},
		"ε down":                        {EpsilonKnob, 1, -1, false, 0.7},
		"ε finely up":                   {EpsilonKnob, 1, +1, true, 1.1},
		"ε finely down over a power":    {EpsilonKnob, 10, -1, true, 9.9},
		"ε from between":                {EpsilonKnob, 2.37, +1, false, 3},
		"ε at the end":                  {EpsilonKnob, 100, +1, false, 100},
		"δ by powers":                   {deltaKnob, 1e-5, -1, false, 1e-6},
		"k above the largest is all":    {k, 1000, +1, false, 0},
		"k below all is the largest":    {k, 0, -1, false, 1000},
		"k finely by one":               {k, 57, -1, true, 56},
		"T by one":                      {steps, 3, +1, false, 4},
		"T stays above zero":            {steps, 1, -1, false, 1},
		"β joins the row":               {share, 0.33, +1, false, 0.35},
		"β finely":                      {share, 0.35, -1, true, 0.345},
		"β at the end":                  {share, 0.05, -1, false, 0.01},
		"λ from zero":                   {ridge, 0, +1, false, 1e-3},
		"λ back to zero":                {ridge, 1e-3, -1, false, 0},
		"a choice does not go around":   {AccountantKnob, 2, +1, false, 2},
		"a choice to the one before it": {AccountantKnob, 2, -1, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.knob.Turn(test.from, test.direction, test.fine); math.Abs(got-test.want) > 1e-9*test.want {
				t.Errorf("from %v to %v, want %v", test.from, got, test.want)
			}
		})
	}
}

func TestTextIsSafeToShowAndToPaste(t *testing.T) {
	for name, test := range map[string]struct{ got, want string }{
		"quoted":     {ShellQuote("it's"), `'it'\''s'`},
		"not quoted": {ShellQuote("synth:lowrank:n=20000"), "synth:lowrank:n=20000"},
		"first line": {FirstLine(errors.New("the trainer crashed: index out of range [5] with length 3 \x1b[2J\n\ngoroutine 1")), `the trainer crashed: index out of range [5] with length 3 ^[[2J`},
	} {
		t.Run(name, func(t *testing.T) {
			if test.got != test.want {
				t.Errorf("%q, want %q", test.got, test.want)
			}
		})
	}
}

func TestDifferencesNameWhatChanged(t *testing.T) {
	m := &method.Method{Name: "dpals", Trust: method.TrustJoint, Plan: func(method.Public, method.Settings) ([]accounting.Request, error) { return nil, nil },
		Parameters: []method.Parameter{{Name: "k", Symbol: "k", Low: 1, High: 1000, Zero: "all", Integer: true}, {Name: "beta", Symbol: "β", Low: 0.01, High: 1}}}
	a := &Run{Method: m, Config: engine.Config{Epsilon: 1}, Settings: method.Settings{"k": 50, "beta": 1}}
	b := &Run{Method: m, Config: engine.Config{Epsilon: 2}, Settings: method.Settings{"k": 0, "beta": 1}}
	if got := Differences(a, b); len(got) != 2 || got[0] != "ε 1.0" || got[1] != "k 50" {
		t.Errorf("differences: %q", got)
	}
	if got := Differences(a, &Run{Method: &method.Method{Name: "als"}}); len(got) != 1 || got[0] != "dpals" {
		t.Errorf("against another method: %q", got)
	}
}
