package audit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
)

const low, high = -1.5, 4.25 // a range that is not symmetric, not whole and not the stars'

// neighbours are ratings with real values whose last user is the one to remove.
func neighbours(t testing.TB, seed uint64, users, items int, worst func(r *rand.Rand, rated []int, add func(item int, value float64))) *loaders.Ratings {
	r := rand.New(rand.NewPCG(seed, 77))
	var user, item []uint32
	var value []float32
	rated := make([]int, items)
	put := func(u, j int, v float64) {
		user, item, value = append(user, uint32(u)), append(item, uint32(j)), append(value, float32(v))
		rated[j]++
	}
	for u := range users {
		for j := range items {
			if r.Float64() < 0.6/float64(1+j)+0.05 { // few items have most ratings
				put(u, j, low+(high-low)*r.Float64())
			}
		}
	}
	worst(r, rated, func(j int, v float64) { put(users, j, v) })
	all, err := loaders.FromTriplets(user, item, value, loaders.About{
		Users: loaders.Numbered(users + 1), Items: loaders.Numbered(items), Low: low, High: high,
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var worstUsers = map[string]func(*rand.Rand, []int, func(int, float64)){
	"one rating of the rarest item": func(_ *rand.Rand, rated []int, add func(int, float64)) {
		rarest := 0
		for j, n := range rated {
			if n < rated[rarest] {
				rarest = j
			}
		}
		add(rarest, high)
	},
	"all items at the top": func(_ *rand.Rand, rated []int, add func(int, float64)) {
		for j := range rated {
			add(j, high)
		}
	},
	"all items, extremes in turn": func(_ *rand.Rand, rated []int, add func(int, float64)) {
		for j := range rated {
			add(j, []float64{low, high}[j%2])
		}
	},
	"rare half, extremes at random": func(r *rand.Rand, rated []int, add func(int, float64)) {
		for j := len(rated) / 2; j < len(rated); j++ {
			add(j, []float64{low, high}[r.IntN(2)])
		}
	},
	"random real ratings": func(r *rand.Rand, rated []int, add func(int, float64)) {
		for j := range rated {
			if r.IntN(2) == 0 || j == 0 {
				add(j, low+(high-low)*r.Float64())
			}
		}
	},
}

// variants of the settings that take different paths through the releases.
var variants = map[string][]method.Settings{
	"dpals": {
		{},
		{"k": 7},
		{"sampling": 1, "k": 5},
		{"sampling": 2, "k": 5, "beta": 0.5},
		{"centring": 1, "weight-exponent": -0.5},
		{"lambda0": 0.2, "rank": 3, "clip-user": 0.37, "clip-rating": 9},
		{"clip-rating": 0.3, "iterations": 2, "lambda": 0.1, "lambda-user": 0},
	},
}

// Every private method of the registry keeps its claims for every worst user; each release is moved by somebody.
func TestNoUserMovesAReleaseFurtherThanClaimed(t *testing.T) {
	for _, m := range engine.Methods() {
		if m.Plan == nil {
			continue
		}
		settings := variants[m.Name]
		if settings == nil {
			settings = []method.Settings{{}}
		}
		for v, s := range settings {
			t.Run(fmt.Sprintf("%s/%d", m.Name, v), func(t *testing.T) {
				largest := make(map[string]float64)
				for name, worst := range worstUsers {
					for seed := range uint64(3) {
						r := neighbours(t, seed, 40, 25, worst)
						measured, err := Sensitivities(context.Background(), m, r, r.Users-1, target(s, seed))
						if err != nil {
							t.Fatalf("%s: %v", name, err)
						}
						for _, x := range measured {
							if x.Exceeds() {
								t.Errorf("%s moves %s by %g, claimed %g", name, x.Release.Name, x.Distance, x.Release.Sensitivity)
							}
							largest[x.Release.Kind] = max(largest[x.Release.Kind], x.Distance/x.Release.Sensitivity)
						}
					}
				}
				for kind, share := range largest {
					// A claim that nobody comes near would hide a test that measures nothing.
					if share < 0.2 {
						t.Errorf("no user moves %s by more than %.3f of its claim", kind, share)
					}
				}
			})
		}
	}
}

func target(s method.Settings, seed uint64) Target {
	// ε is large so that the later steps see embeddings that are not all noise.
	return Target{Epsilon: 50, Delta: 1e-5, Settings: s, Seed: seed}
}

func TestRandomUsersStayWithinTheClaims(t *testing.T) {
	dpals, err := engine.Lookup("dpals")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64Range(0, 1<<20).Draw(rt, "seed")
		items := rapid.IntRange(3, 30).Draw(rt, "items")
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
		r := neighbours(t, seed, 20, items, worstUsers["random real ratings"])
		measured, err := Sensitivities(context.Background(), dpals, r, r.Users-1, target(s, seed))
		if err != nil {
			rt.Fatal(err)
		}
		for _, x := range measured {
			if x.Exceeds() {
				rt.Fatalf("%s moved by %g, claimed %g", x.Release.Name, x.Distance, x.Release.Sensitivity)
			}
		}
	})
}

// Each mutation is a mistake that the sources or their code make; the measurement above has to catch it.
func TestMutationsAreCaught(t *testing.T) {
	dpals, err := engine.Lookup("dpals")
	if err != nil {
		t.Fatal(err)
	}
	for name, mutate := range map[string]func(*method.Method){
		"Γ_M left out of the right-hand sides' noise": plans(func(q *accounting.Request) {
			if q.Kind == "rhs" {
				q.Sensitivity /= 2.5 // the clip-rating below
			}
		}),
		"published mean: √k for a sum of k": plans(func(q *accounting.Request) {
			if q.Kind == "scalars" {
				q.Sensitivity /= math.Sqrt2
			}
		}),
		"k not enforced":                              fitsWith(method.Settings{"k": 25}),
		"users not clipped":                           fitsWith(method.Settings{"clip-user": 100}),
		"ratings not clipped":                         fitsWith(method.Settings{"clip-rating": 1000}),
		"Gram matrices uncharged":                     leavesOut("gram"),
		"right-hand sides uncharged, as in Theorem 1": leavesOut("rhs"),
		"counts uncharged":                            leavesOut("counts"),
	} {
		t.Run(name, func(t *testing.T) {
			mutant := *dpals
			mutate(&mutant)
			settings := method.Settings{"sampling": 2, "k": 5, "clip-rating": 2.5, "lambda": 0.01, "lambda-user": 0.001}
			for worstName, worst := range worstUsers {
				r := neighbours(t, 1, 40, 25, worst)
				measured, err := Sensitivities(context.Background(), &mutant, r, r.Users-1, target(settings, 1))
				if err != nil {
					if !strings.Contains(err.Error(), "planned") {
						t.Fatal(err)
					}
					return
				}
				for _, x := range measured {
					if x.Exceeds() {
						t.Logf("caught by %q: %s moved by %g, claimed %g", worstName, x.Release.Name, x.Distance, x.Release.Sensitivity)
						return
					}
				}
			}
			t.Fatal("not caught")
		})
	}
}

func plans(change func(*accounting.Request)) func(*method.Method) {
	return func(m *method.Method) {
		plan := m.Plan
		m.Plan = func(p method.Public, s method.Settings) ([]accounting.Request, error) {
			list, err := plan(p, s)
			for i := range list {
				change(&list[i])
			}
			return list, err
		}
	}
}

func leavesOut(kind string) func(*method.Method) {
	return func(m *method.Method) {
		plan := m.Plan
		m.Plan = func(p method.Public, s method.Settings) ([]accounting.Request, error) {
			list, err := plan(p, s)
			var kept []accounting.Request
			for _, q := range list {
				if q.Kind != kind {
					kept = append(kept, q)
				}
			}
			return kept, err
		}
	}
}

// fitsWith plans with the settings asked for and trains with others.
func fitsWith(other method.Settings) func(*method.Method) {
	return func(m *method.Method) {
		fit := m.Fit
		m.Fit = func(ctx context.Context, task *method.Task) (method.Model, error) {
			changed := *task
			changed.Settings = make(method.Settings, len(task.Settings))
			for k, v := range task.Settings {
				changed.Settings[k] = v
			}
			for k, v := range other {
				changed.Settings[k] = v
			}
			return fit(ctx, &changed)
		}
	}
}
