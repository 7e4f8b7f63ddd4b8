package audit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"testing"

	"pgregory.net/rapid"

	"dpals/engine"
	"dpals/engine/method"
)

// Thousands of short runs that keep next to nothing: most of the time would go to collecting their garbage.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}

// quick is an audit that takes a fraction of a second.
func quick(t testing.TB, m *method.Method, target Target) *Audit {
	if target.Delta == 0 {
		target.Delta = 1e-5
	}
	a, err := New(m, target)
	if err != nil {
		t.Fatal(err)
	}
	a.generations, a.canaries, a.far, a.selected, a.scoped = 2, 60, 300, 2, 6
	if testing.Short() {
		a.generations, a.canaries, a.wideRuns, a.published = 1, 20, a.wideRuns[:1], a.published[1:3]
	}
	return a
}

func run(t testing.TB, a *Audit) *Report {
	r, err := a.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every private method of the registry passes, with its errors released as well, and an adversary moves each of its
// releases by a part of the claim: an attack that measures nothing would pass too.
func TestEveryPrivateMethodPasses(t *testing.T) {
	runs := 200
	if testing.Short() {
		runs = fewestRuns
	}
	for i, m := range engine.Methods() {
		if !m.Private() {
			continue
		}
		// In turns without released errors and with, over the small shape; the wide shape always has them. Local
		// methods cannot release errors.
		shares := []float64{0, usualMetrics}
		if m.Trust == method.TrustLocal {
			shares = shares[:1]
		} else if testing.Short() || m.Name != engine.DefaultMethod {
			shares = shares[i%2 : i%2+1]
		}
		for _, share := range shares {
			t.Run(fmt.Sprint(m.Name, " ", share), func(t *testing.T) {
				t.Parallel()
				r := run(t, quick(t, m, Target{Epsilon: 4, Seed: 5, Runs: runs, PrivateMetrics: share}))
				for _, p := range r.Parts() {
					for _, f := range p.Findings {
						t.Errorf("%s: %s", p.Name, f)
					}
					if skipped := r.Mu == 0 && p.Name != PartSensitivity; (p.Skipped != "") != skipped {
						t.Errorf("%s: skipped because %q", p.Name, p.Skipped)
					}
				}
				for _, x := range r.Sensitivity.Releases {
					want := 0.2
					if x.Release.Kind == "error" {
						want = 0.05 // a user cannot choose how wrong the model is about them
					}
					if x.Ratio() < want && !testing.Short() {
						t.Errorf("no adversary moves %s by more than %.3f of its claim", x.Release.Name, x.Ratio())
					}
				}
				if r.Sensitivity.Pairs < 100 {
					t.Errorf("only %d pairs", r.Sensitivity.Pairs)
				}
			})
		}
	}
}

// What is measured on dpals is what it claims: bounds below it, noise within 2 % of it, and a canary that comes close.
func TestDPALSKeepsItsClaim(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds under the race detector")
	}
	for _, epsilon := range []float64{1, 4, 10} {
		// As it is used: in theory mode a step reads a part of the ratings, and single canaries move too little.
		a := quick(t, lookup(t, "dpals"), Target{Epsilon: epsilon, Seed: 2, Runs: 400, Settings: method.Settings{"theory": 0, "init": 0}})
		a.generations, a.wideRuns = usual.generations, nil
		r := run(t, a)
		if !r.Passed() {
			t.Errorf("ε = %g: %+v", epsilon, r.Parts())
		}
		if math.Abs(r.Epsilon-epsilon) > 1e-9*epsilon {
			t.Errorf("claims %g for %g", r.Epsilon, epsilon)
		}
		if off := math.Abs(r.Noise.Mu/r.Mu - 1); off > 0.02 || r.Noise.Error > 0.005*r.Mu {
			t.Errorf("ε = %g: the fitted μ is off by %.4f, and known to %.4f", epsilon, off, r.Noise.Error/r.Mu)
		}
		for _, bound := range []float64{r.Canary.EpsilonBound, r.OneRun.EpsilonBound} {
			if bound > r.Epsilon {
				t.Errorf("a bound of %g is above the claim %g", bound, r.Epsilon)
			}
		}
		if r.Canary.Fraction < 0.9 {
			t.Errorf("ε = %g: the strongest canary moves the plan by %.3f of its μ", epsilon, r.Canary.Fraction)
		}
		// An attack that sees nothing would pass all of the above.
		if epsilon == 10 && !(r.Canary.EpsilonBound > 1.5 && r.OneRun.EpsilonBound > 0.3 && r.Canary.MuLow > 1.5) {
			t.Errorf("the attacks are weak: %+v, %+v", r.Canary, r.OneRun)
		}
	}
}

func TestReportsRepeatOnAnyThreads(t *testing.T) {
	m := lookup(t, "item-mean")
	target := Target{Epsilon: 1, Seed: 9, Runs: 100}
	first := run(t, quick(t, m, target))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if again := run(t, quick(t, m, target)); !reflect.DeepEqual(first, again) {
		t.Errorf("not the same report:\n%+v\n%+v", first, again)
	}
	target.Seed++
	if other := run(t, quick(t, m, target)); reflect.DeepEqual(first.Canary, other.Canary) {
		t.Error("another seed makes the same report")
	}
}

func TestCancelledInEveryPart(t *testing.T) {
	for _, stop := range []string{PartSensitivity, PartCanary, PartOneRun} {
		ctx, cancel := context.WithCancel(context.Background())
		a := quick(t, lookup(t, "item-mean"), Target{Epsilon: 1, Runs: 100})
		after := 0
		a.Progress = func(part string, _ float64) {
			if part == stop {
				cancel()
			}
			if ctx.Err() != nil && part != stop {
				after++
			}
		}
		if _, err := a.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled in %s: %v", stop, err)
		}
		if after > 0 {
			t.Errorf("cancelled in %s: another part went on", stop)
		}
		cancel()
	}
}

func TestWrongTargetsAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		method string
		target Target
	}{
		"not private":        {"als", Target{Epsilon: 1, Delta: 1e-5}},
		"no ε":               {"dpals", Target{Delta: 1e-5}},
		"infinite ε":         {"dpals", Target{Epsilon: math.Inf(1), Delta: 1e-5}},
		"δ of 1":             {"dpals", Target{Epsilon: 1, Delta: 1}},
		"few runs":           {"dpals", Target{Epsilon: 1, Delta: 1e-5, Runs: 3}},
		"unknown parameter":  {"item-mean", Target{Epsilon: 1, Delta: 1e-5, Settings: method.Settings{"rank": 3}}},
		"impossible setting": {"dpals", Target{Epsilon: 1, Delta: 1e-5, Settings: method.Settings{"sigma-g": 1}}},
	} {
		if _, err := New(lookup(t, c.method), c.target); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// Settings that the search draws are valid, leave alone what was given, and differ from each other.
func TestVariedSettingsAreValid(t *testing.T) {
	for _, m := range engine.Methods() {
		if !m.Private() || len(m.Parameters) == 0 {
			continue
		}
		held := m.Parameters[0].Name
		for _, clip := range []string{"clip-rating", "clip-residual", "clip-row"} {
			if _, has := m.Parameter(clip); has {
				held = clip
				break
			}
		}
		given := method.Settings{held: 0.7}
		a := quick(t, m, Target{Epsilon: 1, Settings: given})
		rapid.Check(t, func(rt *rapid.T) {
			s := given
			for n := range 5 {
				s = a.candidate(s, n*generationSize+rapid.IntRange(1, generationSize-1).Draw(rt, "n"))
				if _, err := m.Settle(s); err != nil {
					rt.Fatal(err)
				}
				if s[held] != 0.7 {
					rt.Fatalf("%s was given and became %g", held, s[held])
				}
			}
		})
		if len(m.Parameters) > 1 && reflect.DeepEqual(a.candidate(given, 1), a.candidate(given, 2)) {
			t.Errorf("%s: two candidates are the same", m.Name)
		}
	}
}

// Random users under random settings of dpals stay within its claims.
func TestRandomUsersStayWithinTheClaims(t *testing.T) {
	dpals := mechanismOf(lookup(t, "dpals"))
	a := quick(t, lookup(t, "dpals"), Target{Epsilon: 1})
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64Range(0, 1<<20).Draw(rt, "seed")
		s := method.Settings{
			"rank":        float64(rapid.IntRange(1, 6).Draw(rt, "rank")),
			"iterations":  float64(rapid.IntRange(1, 3).Draw(rt, "T")),
			"k":           float64(rapid.IntRange(1, 40).Draw(rt, "k")),
			"sampling":    float64(rapid.IntRange(0, 2).Draw(rt, "sampling")),
			"centring":    float64(rapid.IntRange(0, 1).Draw(rt, "centring")),
			"clip-user":   rapid.Float64Range(0.05, 4).Draw(rt, "clip-user"),
			"clip-rating": rapid.Float64Range(0.05, 8).Draw(rt, "clip-rating"),
			"beta":        rapid.Float64Range(0.1, 1).Draw(rt, "beta"),
		}
		c, err := dpals(a.public(catalogue, largeEpsilon), s, usualMetrics)
		if err != nil {
			rt.Fatal(err)
		}
		at := sceneOf(rand.New(rand.NewPCG(seed, 1)))
		p, err := smallShape.neighbours(rapid.SampledFrom(adversaries).Draw(rt, "adversary"), at, seed)
		if err != nil {
			rt.Fatal(err)
		}
		measured, err := c.sensitivities(context.Background(), p, seed, seed%2 == 0)
		if err != nil {
			rt.Fatal(err)
		}
		for _, x := range measured {
			if x.Ratio() > 1 {
				rt.Fatalf("%s moved by %g, claimed %g", x.Release.Name, x.Distance, x.Release.Sensitivity)
			}
		}
	})
}
