package scope_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/scope"
	"dpals/loaders"
)

var both = scope.Private{Range: true, Catalogue: true}

// ratingsOf makes ratings of so many users, who rate few of the items, the first ones most, with values drawn by value.
func ratingsOf(t testing.TB, seed uint64, users, items int, value func(*rand.Rand) float32) *loaders.Ratings {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	var user, item []uint32
	var values []float32
	for i := range uint32(users) {
		for j := range uint32(items) {
			if r.Float64() < 1.5/float64(j+2) {
				user, item, values = append(user, i), append(item, j), append(values, value(r))
			}
		}
	}
	return built(t, user, item, values, users, items)
}

func built(t testing.TB, user, item []uint32, values []float32, users, items int) *loaders.Ratings {
	t.Helper()
	out, err := loaders.FromTriplets(user, item, values, loaders.About{Users: loaders.Numbered(users), Items: loaders.Numbered(items),
		Origin: loaders.Origin{CatalogueObserved: true}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func stars(r *rand.Rand) float32 { return float32(1 + r.IntN(5)) }

// progress ignores what a fit reports.
type progress struct{}

func (progress) Phase(string, int, int)            {}
func (progress) Part(float64)                      {}
func (progress) Iteration(int, method.Model) error { return nil }

// fit runs a method with a scope of its own on the ratings, under the eyes of a witness.
func fit(m *method.Method, private scope.Private, r *loaders.Ratings, epsilon float64, seed uint64, w accounting.ReleaseObserver) (*scope.Cut, method.Model, error) {
	var cut *scope.Cut
	wrapped := scope.Method(m, private, func(_ *accounting.Plan, c scope.Cut) { cut = &c })
	settings, err := m.Settle(nil)
	if err != nil {
		return nil, nil, err
	}
	public := method.Public{Items: r.Items, Low: r.Low, High: r.High, Epsilon: epsilon, Delta: 1e-5}
	requests, err := wrapped.Plan(public, settings)
	if err != nil {
		return nil, nil, err
	}
	plan, err := accounting.NewPlan(accounting.Exact, epsilon, 1e-5, requests)
	if err != nil {
		return nil, nil, err
	}
	task := &method.Task{Train: r, Public: public, Settings: settings, Threads: 2, Progress: progress{},
		Meter: accounting.NewAuditMeter(plan, seed, w)}
	model, err := wrapped.Fit(context.Background(), task)
	if err == nil {
		err = task.Meter.Close()
	}
	return cut, model, err
}

func lookup(t testing.TB, name string) *method.Method {
	t.Helper()
	m, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func unseen(accounting.Release, int, []float64, []float64) {}

// The scales in use are found as they are, by every tenth of a thousand users, and one user with ratings beyond all
// others moves no end.
func TestRangeFindsTheScale(t *testing.T) {
	for name, c := range map[string]struct {
		value     func(*rand.Rand) float32
		low, high float64
	}{
		"one to five":  {stars, 1, 5},
		"half stars":   {func(r *rand.Rand) float32 { return float32(1+r.IntN(10)) / 2 }, 0.5, 5},
		"per cent":     {func(r *rand.Rand) float32 { return float32(r.IntN(11) * 10) }, 0, 100},
		"jokes":        {func(r *rand.Rand) float32 { return float32(-10 + 20*r.Float64()) }, -10, 10},
		"thumbs":       {func(r *rand.Rand) float32 { return float32(r.IntN(2)) }, 0, 1},
		"all the same": {func(*rand.Rand) float32 { return 3 }, 2, 4},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(5) {
				r := ratingsOf(t, seed, 1000, 60, c.value)
				values := slices.Clone(r.Value)
				_, first := r.User(0)
				for k := range first { // user 0 is out of all bounds
					values[k] = float32(1e6 * float64(1-2*(k%2)))
				}
				r = &loaders.Ratings{Users: r.Users, Items: r.Items, Ptr: r.Ptr, Item: r.Item, Value: values, Low: -1e6, High: 1e6,
					UserNames: r.UserNames, ItemNames: r.ItemNames}
				cut, _, err := fit(lookup(t, "item-mean"), scope.Private{Range: true}, r, 2, seed, unseen)
				if err != nil {
					t.Fatal(err)
				}
				if cut.Low != c.low || cut.High != c.high {
					t.Errorf("seed %d: range %g to %g, want %g to %g", seed, cut.Low, cut.High, c.low, c.high)
				}
			}
		})
	}
}

// Removing any user, whatever the ratings, moves "range" by at most √2 and "catalogue" by at most 1, and both bounds are
// nearly reached.
func TestOneUserMovesTheScopeByItsSensitivity(t *testing.T) {
	var mu sync.Mutex
	largest := map[string]float64{}
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		draws := rand.New(rand.NewPCG(seed, 2))
		width := rapid.SampledFrom([]int{1, 2, 30, 1500}).Draw(rt, "items of the user")
		items := max(40, width)
		var user, item []uint32
		var values []float32
		who := uint32(rapid.IntRange(0, 9).Draw(rt, "place"))
		for i := range uint32(10) {
			for j := range uint32(items) {
				if i == who && int(j) < width || i != who && draws.IntN(20) == 0 {
					user, item = append(user, i), append(item, j)
					values = append(values, float32(math.Pow(10, 9*draws.Float64())*(2*draws.Float64()-1)))
				}
			}
		}
		r, err := loaders.FromTriplets(user, item, values, loaders.About{Users: loaders.Numbered(10), Items: loaders.Numbered(items), Low: -1e9, High: 1e9})
		if err != nil {
			rt.Fatal(err)
		}
		sums := func(r *loaders.Ratings) map[string][]float64 {
			seen := map[string][]float64{}
			_, _, err := fit(lookup(t, "item-mean"), both, r, 30, seed, func(rel accounting.Release, _ int, exact, noisy []float64) {
				if rel.Name == "range" || rel.Name == "catalogue" {
					seen[rel.Name] = exact
				}
				for k := range noisy { // the same items reach the threshold in both runs
					noisy[k] = 1e6
				}
			})
			if err != nil {
				rt.Fatal(err)
			}
			return seen
		}
		with, without := sums(r), sums(r.WithoutUser(int(who)))
		for name, bound := range map[string]float64{"range": math.Sqrt2, "catalogue": 1} {
			total := 0.0
			for k, v := range with[name] {
				d := v - without[name][k]
				total += d * d
			}
			distance := math.Sqrt(total)
			if distance > bound*(1+1e-15) {
				rt.Fatalf("a user with %d items moves %s by %g, claimed %g", width, name, distance, bound)
			}
			mu.Lock()
			largest[name] = max(largest[name], distance/bound)
			mu.Unlock()
		}
	})
	for _, name := range []string{"range", "catalogue"} {
		if largest[name] < 0.99 {
			t.Errorf("nobody moves %s by more than %.3f of its claim", name, largest[name])
		}
	}
}

// Every private method with a curator runs inside a scope that it released; it costs what was asked for, and predicts in
// the range that was released.
func TestEveryMethodRunsInsideAReleasedScope(t *testing.T) {
	r := ratingsOf(t, 3, 800, 60, stars)
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	seed := uint64(1)
	for _, m := range engine.Methods() {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			c := engine.Config{Method: m.Name, Epsilon: 20, Scope: both, PrivateMetrics: 0.1, Seed: &seed}
			h, err := engine.Run(context.Background(), engine.Problem{Name: "made", Split: split}, c)
			if curated := m.Private() && m.Trust == method.TrustJoint; !curated {
				if err == nil {
					t.Error("a method without a curator, or without a promise, has a private scope")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			result, err := h.Wait()
			if err != nil {
				t.Fatal(err)
			}
			if result.Epsilon > 20 || result.Epsilon < 19.9 {
				t.Errorf("ε = %g of 20", result.Epsilon)
			}
			if result.Low != 1 || result.High != 5 || result.Items == 0 || result.Items > r.Items {
				t.Errorf("range %g to %g, %d items", result.Low, result.High, result.Items)
			}
			local := h.Model().Local()
			local.Solve(split.Train.User(0))
			for j := range uint32(r.Items) {
				if v := local.Predict(j); math.IsNaN(v) {
					t.Errorf("item %d is predicted as %g", j, v)
				}
			}
		})
	}
}

// What is exported names the released items alone, with the released range: not the item of one user, nor a rating that
// only one user gave.
func TestExportsNameReleasedItemsAlone(t *testing.T) {
	base := ratingsOf(t, 5, 600, 40, stars)
	var user, item []uint32
	values := append(slices.Clone(base.Value), 977.125)
	for i := range base.Users {
		items, _ := base.User(i)
		for _, j := range items {
			user, item = append(user, uint32(i)), append(item, j)
		}
	}
	names := make([]string, 41)
	for j := range names {
		names[j] = fmt.Sprintf("film-%02d", j)
	}
	names[40] = "only-of-user-7"
	r, err := loaders.FromTriplets(append(user, 7), append(item, 40), values, loaders.About{Users: base.UserNames, Items: loaders.NamesOf(names),
		Origin: loaders.Origin{CatalogueObserved: true, Source: "made"}})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(r, "100-0-0", 1)
	if err != nil {
		t.Fatal(err)
	}
	problem := engine.Problem{Name: "made", Split: split, Fingerprint: "made"}
	book, err := ledger.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	h, err := engine.Run(context.Background(), problem, engine.Config{Method: "dpals-eb", Epsilon: 8, Scope: both, Ledger: book})
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Wait()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "model")
	for name, text := range exported(t, dir, problem, h) {
		for _, private := range []string{"only-of-user-7", "977.125"} {
			if strings.Contains(text, private) {
				t.Errorf("%s holds %q", name, private)
			}
		}
		if name == "items.csv" && strings.Count(text, "film-") != result.Items {
			t.Errorf("items.csv names %d items, %d were released", strings.Count(text, "film-"), result.Items)
		}
	}
	status, err := book.Status("made")
	if err != nil || status.SpentMu > result.Mu*(1+1e-12) || status.SpentMu < result.Mu*(1-1e-12) || math.Abs(status.Total.FailureProbability/1e-6-1) > 1e-9 {
		t.Errorf("the ledger has μ %g and failures %g, the run costs μ %g, %v", status.SpentMu, status.Total.FailureProbability, result.Mu, err)
	}
}

// A run in which no item has users enough fails with what to do, and has paid for what it released.
func TestNothingAboveTheThreshold(t *testing.T) {
	r := ratingsOf(t, 1, 30, 20, stars)
	_, _, err := fit(lookup(t, "item-mean"), scope.Private{Catalogue: true}, r, 0.2, 1, unseen)
	if err == nil || !strings.Contains(err.Error(), "declare the catalogue") {
		t.Errorf("got %v", err)
	}
}

// Fixed noise has a fixed cost, so nothing of ε can be reserved for a scope.
func TestFixedNoiseRefusesPrivateScope(t *testing.T) {
	split, err := loaders.SplitRatings(ratingsOf(t, 1, 30, 20, stars), loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := engine.Config{Method: "dpals", Scope: both, Settings: method.Settings{"sigma-g": 10, "sigma-rhs": 10, "sigma-pre": 10}}
	if _, err := engine.Check(engine.Problem{Split: split}, c); err == nil || !strings.Contains(err.Error(), "is fixed") {
		t.Errorf("got %v", err)
	}
}
