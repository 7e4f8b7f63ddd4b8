package engine

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"dpals/engine/method"
	"dpals/internal/parallel"
	"dpals/loaders"
	"dpals/loaders/sources"
)

func problem(t testing.TB, source string) Problem {
	t.Helper()
	r, err := sources.Open(context.Background(), source, sources.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	return Problem{Name: source, Split: split}
}

// movielens skips where the real ratings are not at hand.
func movielens(t testing.TB, name string) Problem {
	t.Helper()
	dir := os.Getenv("DPALS_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "data")
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%s is not here: put the MovieLens files into DPALS_DATA to run this test", name)
	}
	return problem(t, path)
}

func result(t testing.TB, p Problem, c Config) *Result {
	t.Helper()
	h, err := Run(context.Background(), p, c)
	if err != nil {
		t.Fatal(err)
	}
	r, err := h.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func seed(n uint64) *uint64 { return &n }

func TestSeededRunsDoNotDependOnThreads(t *testing.T) {
	p := problem(t, "synth:skewed:n=400,m=150,per=30")
	for _, c := range []Config{
		{Method: "dpals-eb", Epsilon: 5},
		{Method: "dpals-eb", Epsilon: 5, Settings: method.Settings{"k": 10, "beta": 0.6}},
		{Method: "dpals", Epsilon: 5},
		{Method: "dpals", Epsilon: 5, Settings: method.Settings{"sampling": 1, "k": 10, "lambda0": 0.1, "beta": 0.7}},
		{Method: "dpals", Epsilon: 5, Settings: method.Settings{"sampling": 2, "k": 10, "centring": 1}},
		{Method: "als"},
		{Method: "item-mean", Epsilon: 1},
		{Method: "global-mean", Epsilon: 1},
	} {
		c.Seed = seed(9)
		var first *Result
		var factors []float32
		for _, threads := range []int{1, 2, 7} {
			c.Threads = threads
			h, err := Run(context.Background(), p, c)
			if err != nil {
				t.Fatal(err)
			}
			r, err := h.Wait()
			if err != nil {
				t.Fatal(err)
			}
			var v []float32
			if f, ok := h.Model().(method.Sharer); ok {
				v = f.Shared().Items
			}
			if first == nil {
				first, factors = r, v
				continue
			}
			if r.TrainRMSE != first.TrainRMSE || r.ValidRMSE != first.ValidRMSE || r.TestRMSE != first.TestRMSE {
				t.Errorf("%s on %d threads: RMSE %v %v %v, on 1 %v %v %v", c.Method, threads, r.TrainRMSE, r.ValidRMSE, r.TestRMSE,
					first.TrainRMSE, first.ValidRMSE, first.TestRMSE)
			}
			for i := range v {
				if v[i] != factors[i] {
					t.Fatalf("%s on %d threads: factor %d differs", c.Method, threads, i)
				}
			}
		}
	}
}

func TestRunsWithoutSeedDiffer(t *testing.T) {
	p := problem(t, "synth:skewed:n=300,m=100,per=20")
	a, b := result(t, p, Config{}), result(t, p, Config{})
	if a.TestRMSE == b.TestRMSE || a.Simulation || a.Seed != nil {
		t.Fatalf("two runs with the system's noise: %v and %v, simulation %v", a.TestRMSE, b.TestRMSE, a.Simulation)
	}
}

func TestHistoryHasEveryReleaseAndIteration(t *testing.T) {
	p := problem(t, "synth:skewed:n=300,m=100,per=20")
	h, err := Run(context.Background(), p, Config{Method: "dpals", Epsilon: 2, Settings: method.Settings{"iterations": 3}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := h.Wait()
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	spent := 0.0
	for _, e := range h.Events(0) {
		switch e := e.(type) {
		case Started:
			kinds = append(kinds, "start")
		case Released:
			kinds = append(kinds, e.Name)
			if e.SpentEpsilon <= spent {
				t.Errorf("after %s, ε is %g, and was %g", e.Name, e.SpentEpsilon, spent)
			}
			spent = e.SpentEpsilon
		case Iterated:
			kinds = append(kinds, "step")
			if e.Epsilon != spent || !(e.ValidRMSE > 0) || !(e.TrainRMSE > 0) {
				t.Errorf("step %d: ε %g (spent %g), RMSE %g %g", e.T, e.Epsilon, spent, e.TrainRMSE, e.ValidRMSE)
			}
		case Ended:
			kinds = append(kinds, "end")
		}
	}
	want := "start scalars counts gram 1 rhs 1 step gram 2 rhs 2 step gram 3 rhs 3 step end"
	if got := strings.Join(kinds, " "); got != want {
		t.Errorf("history is\n%s, want\n%s", got, want)
	}
	if r.Epsilon > 2 || r.Epsilon < 1.999999 || spent > 2 || !r.Private {
		t.Errorf("ε %g of 2, released %g", r.Epsilon, spent)
	}
}

func TestCancelStopsAtOnceAndLeavesNoGoroutine(t *testing.T) {
	p := problem(t, "synth:skewed:n=3000,m=500,per=60")
	for _, c := range []Config{
		{Method: "als", Settings: method.Settings{"iterations": 100, "rank": 64}},
		{Method: "dpals", Settings: method.Settings{"iterations": 100, "rank": 48}},
		{Method: "dpals-eb", Epsilon: 10, Settings: method.Settings{"iterations": 100, "rank": 48}},
	} {
		before := runtime.NumGoroutine()
		for _, after := range []int{0, 1, 4} {
			h, err := Run(context.Background(), p, c)
			if err != nil {
				t.Fatal(err)
			}
			nudge, release := h.Subscribe()
			for len(h.Events(0)) <= after {
				<-nudge
			}
			release()
			h.Cancel()
			select {
			case <-h.Done():
			case <-time.After(5 * time.Second): // far beyond the 100 ms that BenchmarkCancel measures
				t.Fatalf("%s still runs 5 s after it was cancelled", c.Method)
			}
			events := h.Events(0)
			end, ok := events[len(events)-1].(Ended)
			if !ok || end.Outcome != Cancelled || !errors.Is(end.Err, context.Canceled) {
				t.Fatalf("%s ended as %+v", c.Method, events[len(events)-1])
			}
		}
		for range 100 {
			if runtime.NumGoroutine() <= before {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if n := runtime.NumGoroutine(); n > before {
			t.Fatalf("%d goroutines are left of %d", n, before)
		}
	}
}

func TestWorkerPanicFailsTheRun(t *testing.T) {
	crash := &method.Method{Name: "crash", Fit: func(ctx context.Context, task *method.Task) (method.Model, error) {
		return nil, parallel.Each(ctx, 2, 8, func(_, i int) error {
			if i == 5 {
				panic("a bug in piece five")
			}
			return nil
		})
	}}
	h, err := RunMethod(context.Background(), crash, problem(t, "synth:skewed:n=50,m=20,per=5"), Config{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Wait()
	var p *parallel.Panic
	if !errors.As(err, &p) || !strings.Contains(string(p.Stack), "engine_test.go") {
		t.Fatalf("the run ended with %v", err)
	}
}

func TestWrongConfigurationsStartNothing(t *testing.T) {
	p := problem(t, "synth:skewed:n=50,m=20,per=5")
	for name, c := range map[string]Config{
		"unknown method":     {Method: "nope"},
		"negative ε":         {Epsilon: -1},
		"infinite ε":         {Epsilon: math.Inf(1)},
		"ε not a number":     {Epsilon: math.NaN()},
		"δ of 1":             {Delta: 1},
		"unknown parameter":  {Method: "als", Settings: method.Settings{"beta": 1}},
		"out of range":       {Settings: method.Settings{"beta": 1.5}},
		"not whole":          {Settings: method.Settings{"rank": 2.5}},
		"no such choice":     {Method: "dpals", Settings: method.Settings{"sampling": 3}},
		"k all, uniform":     {Method: "dpals", Settings: method.Settings{"sampling": 1}},
		"half of the sigmas": {Method: "dpals", Settings: method.Settings{"sigma-g": 10}},
		"unknown accountant": {Accountant: "nope"},
		"negative threads":   {Threads: -1},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Run(context.Background(), p, c); !errors.Is(err, ErrConfig) {
				t.Errorf("Run: %v", err)
			}
			if _, err := Foresee(p, c); !errors.Is(err, ErrConfig) {
				t.Errorf("Foresee: %v", err)
			}
		})
	}
}

func TestEdgesOfData(t *testing.T) {
	about := loaders.About{Users: loaders.Numbered(3), Items: loaders.Numbered(4), Low: 1, High: 5}
	for name, cells := range map[string][][2]uint32{
		"no ratings":    {},
		"one rating":    {{1, 2}},
		"one user":      {{0, 0}, {0, 1}, {0, 2}, {0, 3}},
		"one item":      {{0, 1}, {1, 1}, {2, 1}},
		"a silent user": {{0, 0}, {0, 1}, {2, 0}},
	} {
		var user, item []uint32
		var value []float32
		for k, c := range cells {
			user, item, value = append(user, c[0]), append(item, c[1]), append(value, float32(1+k%5))
		}
		r, err := loaders.FromTriplets(user, item, value, about)
		if err != nil {
			t.Fatal(err)
		}
		p := Problem{Name: name, Split: &loaders.Split{Train: r, Valid: r, Test: r}}
		for _, m := range Methods() {
			t.Run(name+"/"+m.Name, func(t *testing.T) {
				h, err := Run(context.Background(), p, Config{Method: m.Name, Seed: seed(1)})
				if err != nil {
					t.Fatal(err)
				}
				got, err := h.Wait()
				if err != nil {
					t.Fatal(err)
				}
				if len(cells) > 0 && !(got.TrainRMSE >= 0 && got.TrainRMSE <= 4) {
					t.Errorf("train RMSE %v", got.TrainRMSE)
				}
			})
		}
	}
}

// Typed-in noise reproduces a published run: its cost follows from the multipliers, whatever ε says.
func TestFixedNoiseSetsEpsilon(t *testing.T) {
	p := problem(t, "synth:skewed:n=300,m=100,per=20")
	v, err := Foresee(p, Config{Method: "dpals", Epsilon: 0.1, Settings: method.Settings{
		"sampling": 1, "k": 50, "iterations": 2, "sigma-g": 15.5, "sigma-rhs": 7.7, "sigma-pre": 10}})
	if err != nil {
		t.Fatal(err)
	}
	// [DPALS] Table 4's ε = 10 column of ML-20M, which its formula gives as 10.04.
	if math.Abs(v.Published-10.04) > 0.005 {
		t.Errorf("published ε is %g", v.Published)
	}
	if v.Plan.Epsilon < 5 || v.Plan.Epsilon > 12 {
		t.Errorf("the plan's ε is %g", v.Plan.Epsilon)
	}
}

// With private metrics the errors are releases: charged, in their place in the plan, and near what they estimate.
func TestPrivateMetricsAreReleased(t *testing.T) {
	p := problem(t, "synth:skewed:n=4000,m=200,per=60")
	s := method.Settings{"iterations": 2}
	c := Config{Method: "dpals", Epsilon: 20, PrivateMetrics: 0.3, Settings: s, Seed: seed(3)}
	h, err := Run(context.Background(), p, c)
	if err != nil {
		t.Fatal(err)
	}
	r, err := h.Wait()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range h.Events(0) {
		switch e := e.(type) {
		case Released:
			names = append(names, e.Name)
		case Iterated:
			if !e.Private || !math.IsNaN(e.TrainRMSE) || !(e.Deviation > 0) {
				t.Errorf("step %d: %+v", e.T, e)
			}
		}
	}
	want := "scalars, counts, gram 1, rhs 1, error weight, error 1, gram 2, rhs 2, error 2"
	if got := strings.Join(names, ", "); got != want {
		t.Errorf("releases are %s, want %s", got, want)
	}
	if !r.MetricsPrivate || !math.IsNaN(r.TestRMSE) || r.Epsilon > 20 {
		t.Errorf("result %+v", r)
	}
	exact, err := RMSE(context.Background(), h.Model(), p.Split.Train, p.Split.Valid, 2)
	if err != nil {
		t.Fatal(err)
	}
	// The released error weighs users with many ratings less; 5 % covers that and four deviations of the noise.
	if math.Abs(r.ValidRMSE-exact) > 0.05*exact {
		t.Errorf("released %.4f, measured %.4f", r.ValidRMSE, exact)
	}
	if _, err := Run(context.Background(), p, Config{Method: "als", PrivateMetrics: 0.1}); !errors.Is(err, ErrConfig) {
		t.Errorf("als with private metrics: %v", err)
	}
	for _, share := range []float64{-0.1, 1, math.NaN()} {
		if _, err := Run(context.Background(), p, Config{PrivateMetrics: share}); !errors.Is(err, ErrConfig) {
			t.Errorf("share %g: %v", share, err)
		}
	}
}
