package engine

import (
	"errors"
	"math"
	"testing"

	"dpals/accounting"
	"dpals/engine/method"
)

// Every check of a configuration names the parameter that it refuses.
func TestRefusedParametersAreNamed(t *testing.T) {
	p := problem(t, "synth:lowrank:n=60,m=30")
	for name, c := range map[string]struct {
		config Config
		want   method.ParameterError
	}{
		"method":          {Config{Method: "nope"}, method.ParameterError{Name: "method", Value: `"nope"`}},
		"epsilon":         {Config{Epsilon: -1}, method.ParameterError{Name: "epsilon", Value: "-1", Reason: "choose a positive number"}},
		"infinite ε":      {Config{Epsilon: math.Inf(1)}, method.ParameterError{Name: "epsilon", Value: "+Inf", Reason: "choose a positive number"}},
		"delta":           {Config{Delta: 1}, method.ParameterError{Name: "delta", Value: "1", Reason: "choose a number between 0 and 1"}},
		"accountant":      {Config{Accountant: "x"}, method.ParameterError{Name: "accountant", Value: `"x"`, Reason: "choose one of exact, cks, mironov"}},
		"threads":         {Config{Threads: -1}, method.ParameterError{Name: "threads", Value: "-1"}},
		"private metrics": {Config{PrivateMetrics: 1}, method.ParameterError{Name: "private-metrics", Value: "1"}},
		"setting":         {Config{Settings: method.Settings{"beta": 2}}, method.ParameterError{Name: "beta", Value: "2"}},
		"unknown setting": {Config{Settings: method.Settings{"x": 2}}, method.ParameterError{Name: "x", Reason: "dpals-eb has no such parameter"}},
		"together":        {Config{Settings: method.Settings{"item-share": 0.9}}, method.ParameterError{Name: "item-share", Value: "0.9"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Check(p, c.config)
			var got method.ParameterError
			if !errors.Is(err, ErrConfig) || !errors.As(err, &got) {
				t.Fatalf("no parameter error: %v", err)
			}
			if got.Name != c.want.Name || got.Value != c.want.Value || c.want.Reason != "" && got.Reason != c.want.Reason {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestBudgetParametersDescribeConfig(t *testing.T) {
	for _, p := range BudgetParameters() {
		if p.Name == "" || p.Meaning == "" || p.Source == "" {
			t.Errorf("not described: %+v", p)
		}
		if err := p.Check(p.Default); err != nil {
			t.Errorf("default refused: %v", err)
		}
	}
	// The ends of the slider do not limit what may be asked for.
	for _, epsilon := range []float64{1e-3, 1e3} {
		if err := EpsilonParameter.Check(epsilon); err != nil {
			t.Error(err)
		}
	}
	v, err := Check(problem(t, "synth:lowrank:n=60,m=30"), Config{Accountant: "CKS"})
	if err != nil || v.Plan.Accountant != accounting.CKS {
		t.Errorf("accountant %v: %v", v.Plan.Accountant, err)
	}
}

func TestHasFixedNoise(t *testing.T) {
	all := method.Settings{"sigma-g": 15, "sigma-rhs": 8, "sigma-pre": 10}
	for name, c := range map[string]struct {
		config Config
		want   bool
	}{
		"calibrated":          {Config{Method: "dpals"}, false},
		"fixed":               {Config{Method: "dpals", Settings: all}, true},
		"errors are released": {Config{Method: "dpals", Settings: all, PrivateMetrics: 0.1}, false},
		"refused":             {Config{Method: "dpals", Settings: method.Settings{"sigma-g": 15}}, false},
		"not private":         {Config{Method: "als"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := Lookup(c.config.Method)
			if err != nil {
				t.Fatal(err)
			}
			if got := HasFixedNoise(m, c.config); got != c.want {
				t.Errorf("%v", got)
			}
			if v, err := Check(problem(t, "synth:lowrank:n=60,m=30"), c.config); err == nil && v.Plan.HasFixedNoise() != c.want {
				t.Errorf("its plan says %v", v.Plan.HasFixedNoise())
			}
		})
	}
}
