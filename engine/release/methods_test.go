package release_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/internal/enginetest"
	"dpals/engine/method"
)

// One iteration from a start that has seen the ratings is far ahead of one from random factors.
func TestStartsRecoverSubspace(t *testing.T) {
	p := enginetest.Problem(t, "synth:lowrank:n=4000,m=200,rank=3")
	for _, name := range []string{"dpals", "dpals-eb"} {
		of := func(init float64) (mean float64) {
			for seed := uint64(1); seed <= 3; seed++ {
				r, _ := enginetest.Run(t, enginetest.Method(t, name), p, engine.Config{Epsilon: 50, Seed: &seed,
					Settings: method.Settings{"rank": 3, "iterations": 1, "init": init, "init-share": 0.3}})
				mean += r.ValidRMSE / 3
			}
			return mean
		}
		random := of(0)
		for init, which := range []string{1: "power", 2: "gauss"} {
			if which == "" {
				continue
			}
			if got := of(float64(init)); got > 0.7*random {
				t.Errorf("%s from %s: error %.3f after an iteration, %.3f from random factors", name, which, got, random)
			}
		}
	}
}

func TestStartsDoNotDependOnThreads(t *testing.T) {
	p := enginetest.Problem(t, "synth:skewed:n=400,m=150,per=30")
	for _, c := range []engine.Config{
		{Method: "dpals", Settings: method.Settings{"init": 1}},
		{Method: "dpals", Settings: method.Settings{"init": 2, "beta": 0.6}},
		{Method: "dpals", Settings: method.Settings{"theory": 1, "sampling": 1, "k": 5}},
		{Method: "dpals", Settings: method.Settings{"theory": 1, "init": 2, "centring": 1}},
		{Method: "dpals-eb", Settings: method.Settings{"init": 1, "k": 10}},
		{Method: "dpals-eb", Settings: method.Settings{"init": 2}},
	} {
		t.Run(fmt.Sprint(c.Method, c.Settings), func(t *testing.T) {
			seed := uint64(9)
			c.Epsilon, c.Seed = 5, &seed
			var first []float32
			for _, threads := range []int{1, 2, 7} {
				c.Threads = threads
				_, h := enginetest.Run(t, enginetest.Method(t, c.Method), p, c)
				items := h.Model().(method.Sharer).Shared().Items
				if first == nil {
					first = items
				}
				if !slices.Equal(first, items) {
					t.Errorf("other factors on %d threads", threads)
				}
			}
		})
	}
}

// The start has the fraction of μ² that it was given, whatever the iterations have.
func TestStartHasItsWeight(t *testing.T) {
	for _, name := range []string{"dpals", "dpals-eb"} {
		for init, releases := range map[float64]int{1: 3, 2: 1} {
			plan := planOf(t, name, method.Settings{"init": init, "init-share": 0.2})
			share, count := 0.0, 0
			for _, r := range plan.Releases {
				if r.Kind == "power" || r.Kind == "start-covariance" {
					share += r.BudgetWeight(plan)
					count++
				}
			}
			if count != releases || math.Abs(share-0.2) > 1e-9 {
				t.Errorf("%s: %d releases of a start with a share of %g, want %d and 0.2", name, count, share, releases)
			}
		}
	}
}

func planOf(t *testing.T, name string, s method.Settings) *accounting.Plan {
	t.Helper()
	list, err := requests(t, name, s)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, list)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func requests(t *testing.T, name string, s method.Settings) ([]accounting.Request, error) {
	t.Helper()
	m := enginetest.Method(t, name)
	full, err := m.Settle(s)
	if err != nil {
		t.Fatal(err)
	}
	pub := method.Public{Items: 300, Low: 1, High: 5, Epsilon: 1, Delta: 1e-5}
	return m.Plan(pub, m.Resolve(pub, full))
}

// The noise of a covariance start does not grow without bound with the catalogue.
func TestCovarianceStartIsBounded(t *testing.T) {
	m := enginetest.Method(t, "dpals")
	full, err := m.Settle(method.Settings{"init": 2})
	if err != nil {
		t.Fatal(err)
	}
	pub := method.Public{Items: 50000, Low: 1, High: 5, Epsilon: 1, Delta: 1e-5}
	list, err := m.Plan(pub, m.Resolve(pub, full))
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range list {
		if want := 2048 * 2049 / 2; q.Kind == "start-covariance" && q.Dimension != want {
			t.Errorf("%d numbers, want %d", q.Dimension, want)
		}
	}
}

func TestRefusedStarts(t *testing.T) {
	for name, c := range map[string]struct {
		method   string
		settings method.Settings
		says     string
	}{
		"fixed noise":       {"dpals", method.Settings{"init": 1, "sigma-g": 15, "sigma-rhs": 8, "sigma-pre": 10}, "init power: "},
		"nothing left":      {"dpals", method.Settings{"init": 2, "init-share": 0.94, "lambda0": 0}, ""},
		"nothing left, eb":  {"dpals-eb", method.Settings{"init": 1, "init-share": 0.9}, "init-share 0.9: nothing is left for the iterations"},
		"theory and λ₀":     {"dpals", method.Settings{"theory": 1, "lambda0": 0.1}, "theory: its"},
		"theory as planned": {"dpals", method.Settings{"theory": 1}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if c.settings["init-share"] > 0.9 {
				if _, err := enginetest.Method(t, c.method).Settle(c.settings); err == nil {
					t.Error("a share beyond the range is taken")
				}
				return
			}
			_, err := requests(t, c.method, c.settings)
			if c.says == "" && err != nil {
				t.Error(err)
			}
			if c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("error %v, want one with %q", err, c.says)
			}
		})
	}
}
