package als_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
	"dpals/loaders/sources"
)

func problem(t testing.TB, source string) engine.Problem {
	t.Helper()
	r, err := sources.Open(context.Background(), source, sources.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Problem{Name: source, Split: split}
}

func train(t testing.TB, p engine.Problem, c engine.Config, seed uint64) (*engine.Result, method.Model) {
	t.Helper()
	c.Seed = &seed
	h, err := engine.Run(context.Background(), p, c)
	if err != nil {
		t.Fatal(err)
	}
	r, err := h.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return r, h.Model()
}

// One step from a start that has seen the ratings is far ahead of one from anywhere.
func TestAStartFindsTheDirections(t *testing.T) {
	p := problem(t, "synth:lowrank:n=4000,m=200,rank=3")
	for _, name := range []string{"dpals", "dpals-eb"} {
		of := func(init float64) (mean float64) {
			for seed := uint64(1); seed <= 3; seed++ {
				r, _ := train(t, p, engine.Config{Method: name, Epsilon: 50,
					Settings: method.Settings{"rank": 3, "iterations": 1, "init": init, "init-share": 0.3}}, seed)
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
				t.Errorf("%s from %s: error %.3f after a step, %.3f from random factors", name, which, got, random)
			}
		}
	}
}

func TestStartsGiveTheSameBitsOnAnyNumberOfThreads(t *testing.T) {
	p := problem(t, "synth:skewed:n=400,m=150,per=30")
	for _, c := range []engine.Config{
		{Method: "dpals", Settings: method.Settings{"init": 1}},
		{Method: "dpals", Settings: method.Settings{"init": 2, "beta": 0.6}},
		{Method: "dpals", Settings: method.Settings{"theory": 1, "sampling": 1, "k": 5}},
		{Method: "dpals", Settings: method.Settings{"theory": 1, "init": 2, "centring": 1}},
		{Method: "dpals-eb", Settings: method.Settings{"init": 1, "k": 10}},
		{Method: "dpals-eb", Settings: method.Settings{"init": 2}},
	} {
		t.Run(fmt.Sprint(c.Method, c.Settings), func(t *testing.T) {
			c.Epsilon = 5
			var first []float32
			for _, threads := range []int{1, 2, 7} {
				c.Threads = threads
				_, m := train(t, p, c, 9)
				items := m.(method.Sharer).Shared().Items
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

// The start has the share of μ² that it was given, whatever the steps are.
func TestTheStartHasItsShare(t *testing.T) {
	for _, name := range []string{"dpals", "dpals-eb"} {
		for init, releases := range map[float64]int{1: 3, 2: 1} {
			plan := planOf(t, name, method.Settings{"init": init, "init-share": 0.2})
			share, count := 0.0, 0
			for _, r := range plan.Releases {
				if r.Kind == "power" || r.Kind == "start-covariance" {
					share += r.Share(plan)
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
	m, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	full, err := m.Settle(s)
	if err != nil {
		t.Fatal(err)
	}
	pub := method.Public{Items: 300, Low: 1, High: 5, Epsilon: 1, Delta: 1e-5}
	return m.Plan(pub, m.Resolve(pub, full))
}

// The noise of a covariance start does not grow without bound with the catalogue.
func TestACovarianceStartCoversSoManyItems(t *testing.T) {
	m, err := engine.Lookup("dpals")
	if err != nil {
		t.Fatal(err)
	}
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
		"typed noise":       {"dpals", method.Settings{"init": 1, "sigma-g": 15, "sigma-rhs": 8, "sigma-pre": 10}, "init power: "},
		"nothing left":      {"dpals", method.Settings{"init": 2, "init-share": 0.94, "lambda0": 0}, ""},
		"nothing left, eb":  {"dpals-eb", method.Settings{"init": 1, "init-share": 0.9}, "init-share 0.9: nothing is left for the iterations"},
		"theory and λ₀":     {"dpals", method.Settings{"theory": 1, "lambda0": 0.1}, "theory: its"},
		"theory as planned": {"dpals", method.Settings{"theory": 1}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if c.settings["init-share"] > 0.9 {
				m, _ := engine.Lookup(c.method)
				if _, err := m.Settle(c.settings); err == nil {
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

// [DPALS] §6.1's ratings are an exact product, which the algorithm of the analysis recovers where noise is small: 1 is
// the error of predicting nothing.
func TestTheoryRecoversAnExactProduct(t *testing.T) {
	source := "synth:lowrank:n=20000"
	if testing.Short() {
		source = "synth:lowrank:n=5000,m=250"
	}
	p := problem(t, source)
	for _, init := range []float64{0, 1, 2} {
		r, _ := train(t, p, engine.Config{Method: "dpals", Epsilon: 60,
			Settings: method.Settings{"rank": 5, "theory": 1, "init": init}}, 1)
		t.Logf("init %g: validation RMSE %.4f", init, r.ValidRMSE)
		if most := 0.2; r.ValidRMSE > most {
			t.Errorf("init %g: validation RMSE %.4f, want at most %g", init, r.ValidRMSE, most)
		}
	}
}
