package gradient

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/accounting/noise"
	"dpals/engine/method"
	"dpals/loaders"
)

var all = []*method.Method{GD, LDPGD, LDPGDDR, LDPRR}

func split(t *testing.T, source string) *loaders.Split {
	s, err := loaders.SplitRatings(generate(t, source), loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// On an exact product of rank 5 plain descent finds nearly all: entries have s.d. 1.
func TestGDConvergesOnLowRank(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds under the race detector")
	}
	s := split(t, "synth:lowrank:n=1500,m=200")
	early := fitted(t, GD, s.Train, 0, 1, method.Settings{"iterations": 3})
	late := fitted(t, GD, s.Train, 0, 1, method.Settings{"iterations": 40, "lambda": 1})
	if a, b := rmse(early, s.Train, s.Valid), rmse(late, s.Train, s.Valid); !(b < 0.1 && b < a/2) {
		t.Errorf("RMSE %.3f after 3 rounds, %.3f after 40", a, b)
	}
}

// With enough users reports find what items have in common, more of it after a projection and after more rounds.
func TestReportsImproveItems(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds under the race detector")
	}
	s := split(t, "synth:skewed:n=60000,m=300,per=30")
	means := fitted(t, GD, s.Train, 0, 1, method.Settings{"rank": 1, "iterations": 1})
	clear(means.v)
	plain := rmse(fitted(t, LDPGD, s.Train, 2, 1, nil), s.Train, s.Valid)
	once := rmse(fitted(t, LDPGDDR, s.Train, 2, 1, method.Settings{"iterations": 1}), s.Train, s.Valid)
	projected := rmse(fitted(t, LDPGDDR, s.Train, 2, 1, nil), s.Train, s.Valid)
	if own := rmse(means, s.Train, s.Valid); !(projected < plain-0.005 && plain < own && projected < once-0.005) {
		t.Errorf("own means %.4f, ldp-gd %.4f, ldp-gd-dr %.4f and %.4f after one round", own, plain, projected, once)
	}
}

// Where nothing can be learnt, nothing is: the error stays by that of the users' own means.
func TestNoiseAloneMovesLittle(t *testing.T) {
	s := split(t, "synth:skewed:small")
	means := newModel(1, s.Train.Items, s.Train.Low, s.Train.High, 1)
	own := rmse(means, s.Train, s.Valid)
	for _, m := range []*method.Method{LDPGD, LDPGDDR, LDPRR} {
		total := 0.0
		for seed := range uint64(5) {
			total += rmse(fitted(t, m, s.Train, 0.1, seed+1, nil), s.Train, s.Valid) / 5
		}
		if total > 1.02*own {
			t.Errorf("%s: %.4f, own means %.4f", m.Name, total, own)
		}
	}
}

func TestResultsDoNotDependOnThreads(t *testing.T) {
	r := generate(t, "synth:skewed:n=800,m=60,per=20")
	for _, m := range all {
		for _, s := range []method.Settings{{"rank": 3}, {"rank": 2, "reporting": 1, "iterations": 3}, {"rank": 2, "as-published": 1, "iterations": 3}} {
			if _, known := m.Parameter("reporting"); !known && len(s) > 1 {
				continue
			}
			var first []float32
			for _, threads := range []int{1, 2, 7} {
				task, plan := planned(t, m, r, 4, s)
				task.Threads = threads
				if plan != nil {
					task.Meter = accounting.NewMeter(plan, noise.Seeded(3), nil)
				}
				model, err := m.Fit(context.Background(), task)
				if err != nil {
					t.Fatal(err)
				}
				v := model.(*Model).v
				if first == nil {
					first = v
				}
				for at := range v {
					if v[at] != first[at] {
						t.Fatalf("%s %v on %d threads: number %d of V is %g, on one %g", m.Name, s, threads, at, v[at], first[at])
					}
				}
			}
		}
	}
}

// Whatever the settings, V is finite and within the width of the range.
func TestVStaysFinite(t *testing.T) {
	r := generate(t, "synth:skewed:n=120,m=25,per=8")
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(all).Draw(t, "method")
		s := make(method.Settings)
		for _, p := range m.Parameters {
			switch {
			case len(p.Choices) > 0:
				s[p.Name] = float64(rapid.IntRange(0, len(p.Choices)-1).Draw(t, p.Name))
			case p.Auto && rapid.Bool().Draw(t, p.Name+" auto"):
				s[p.Name] = method.Auto
			case p.Integer:
				s[p.Name] = float64(rapid.IntRange(1, 12).Draw(t, p.Name))
			default:
				s[p.Name] = rapid.Float64Range(p.Low, p.High).Draw(t, p.Name)
			}
		}
		epsilon := math.Pow(10, rapid.Float64Range(-1, 2).Draw(t, "log ε"))
		full, err := m.Settle(s)
		if err != nil {
			t.Fatal(err)
		}
		task := &method.Task{Train: r, Public: publicOf(r, epsilon), Threads: 2, Progress: new(quiet)}
		if m.Resolve != nil {
			full = m.Resolve(task.Public, full)
		}
		task.Settings = full
		if m.Plan != nil {
			list, err := m.Plan(task.Public, full)
			if err != nil {
				t.Fatal(err)
			}
			plan, err := accounting.NewPlan(accounting.Exact, epsilon, 1e-5, list)
			if err != nil {
				t.Skip("beyond what reports can say")
			}
			task.Meter = accounting.NewMeter(plan, noise.Seeded(1), nil)
		}
		model, err := m.Fit(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		for at, v := range model.(*Model).v {
			if !(math.Abs(float64(v)) <= r.High-r.Low) {
				t.Fatalf("number %d of V is %g", at, v)
			}
		}
		if e := rmse(model, r, r); !(e >= 0 && e <= r.High-r.Low) {
			t.Fatalf("RMSE %g", e)
		}
	})
}

func TestRefused(t *testing.T) {
	r := generate(t, "synth:skewed:n=50,m=20,per=5")
	s, err := LDPGDDR.Settle(method.Settings{"dimension": 21})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LDPGDDR.Plan(publicOf(r, 1), s); err == nil || !strings.Contains(err.Error(), "dimension 21: the catalogue has 20 items") {
		t.Errorf("more dimensions than items: %v", err)
	}
	large := &loaders.Ratings{Users: 1 << 20, Items: 1 << 14, Ptr: make([]int64, 1<<20+1), Low: 1, High: 5}
	task, plan := planned(t, LDPRR, large, 1, nil)
	task.Meter = accounting.NewMeter(plan, noise.Seeded(1), nil)
	if _, err := LDPRR.Fit(context.Background(), task); err == nil || !strings.Contains(err.Error(), "1.7e+10 numbers") || len(task.Meter.Charges()) > 0 {
		t.Errorf("ldp-rr on a large set: %v, charged %d", err, len(task.Meter.Charges()))
	}
}

func TestCancelled(t *testing.T) {
	r := generate(t, "synth:skewed:n=2000,m=100,per=20")
	for _, m := range all {
		ctx, cancel := context.WithCancel(context.Background())
		task, plan := planned(t, m, r, 1, nil)
		if plan != nil {
			task.Meter = accounting.NewMeter(plan, noise.Seeded(1), nil)
		}
		task.Progress = &stopper{after: 2, cancel: cancel}
		if _, err := m.Fit(ctx, task); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
}

// stopper cancels after some iterations.
type stopper struct {
	quiet
	after  int
	cancel func()
}

func (s *stopper) Iteration(t int, m method.Model) error {
	if t == s.after {
		s.cancel()
	}
	if t > s.after {
		return fmt.Errorf("iteration %d after the end", t)
	}
	return nil
}

func TestEdgesOfRatings(t *testing.T) {
	about := loaders.About{Users: loaders.Numbered(3), Items: loaders.Numbered(4), Low: 1, High: 5}
	for name, cells := range map[string][][2]uint32{"no ratings": {}, "one rating": {{1, 2}}, "one user": {{0, 0}, {0, 1}, {0, 3}}} {
		var user, item []uint32
		var value []float32
		for _, c := range cells {
			user, item, value = append(user, c[0]), append(item, c[1]), append(value, 4)
		}
		r, err := loaders.FromTriplets(user, item, value, about)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			model := fitted(t, m, r, 1, 1, nil)
			local := model.Local()
			local.Solve(nil, nil)
			if p := local.Predict(0); p != p {
				t.Errorf("%s on %s predicts %g for a stranger", m.Name, name, p)
			}
		}
	}
}
