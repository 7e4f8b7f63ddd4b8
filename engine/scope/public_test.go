package scope_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/scope"
	"dpals/loaders"
)

// Whether a run with a private scope is planned, and what it plans first, follows from nothing that it releases: neither
// from how many items the ratings have nor from their range, for any settings.
func TestFirstPlanDoesNotDependOnReleasedScope(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 5))
	refused := 0
	for _, m := range engine.Methods() {
		if !m.Private() || !scope.Possible(m) {
			continue
		}
		all := []method.Settings{{}}
		for _, p := range m.Parameters {
			all = append(all, method.Settings{p.Name: p.Low}, method.Settings{p.Name: p.High})
		}
		for _, given := range all {
			settings, err := m.Settle(given)
			if err != nil {
				continue
			}
			for _, private := range []scope.Private{both, {Range: true}, {Catalogue: true}} {
				planned := func(pub method.Public) string {
					list, err := scope.Method(m, private, nil).Plan(pub, settings)
					if err != nil {
						refused++
					}
					return fmt.Sprintf("%+v %v", list, err)
				}
				pub := method.Public{Items: 200, Low: 1, High: 5, Epsilon: 2, Delta: 1e-5}
				want := planned(pub)
				for range 10 {
					if private.Catalogue {
						pub.Items = []int{0, 1, 2, 3, 7, 40, 999, 1001, 1 << 16, 1 << 20}[r.IntN(10)]
					}
					if private.Range {
						pub.Low = 1e3 * (2*r.Float64() - 1)
						pub.High = pub.Low + math.Pow(10, 12*r.Float64()-6)
					}
					if got := planned(pub); got != want {
						t.Fatalf("%s, %v, %s: %d items from %g to %g are planned as\n%s\nnot as\n%s", m.Name, given, private, pub.Items, pub.Low, pub.High, got, want)
					}
				}
			}
		}
	}
	if refused == 0 {
		t.Error("no settings were refused, so it was not seen that data sets are not")
	}
}

// What is stated as read off the ratings is what was, but for what the run released itself: no more and no less.
func TestReleasedScopeIsNotObserved(t *testing.T) {
	t.Parallel()
	for bits := range 16 {
		private := scope.Private{Range: bits&1 > 0, Catalogue: bits&2 > 0}
		o := loaders.Origin{Source: "made", RangeObserved: bits&4 > 0, CatalogueObserved: bits&8 > 0}
		got := private.Origin(o)
		if want := o.RangeObserved && !private.Range; got.RangeObserved != want {
			t.Errorf("%s: a range that was observed, %v, is stated so: %v", private, o.RangeObserved, got.RangeObserved)
		}
		if want := o.CatalogueObserved && !private.Catalogue; got.CatalogueObserved != want {
			t.Errorf("%s: items that were observed, %v, are stated so: %v", private, o.CatalogueObserved, got.CatalogueObserved)
		}
	}
}

// A user's own ratings count as they would inside the released range, wherever they are, and in whatever order the items
// of the whole stand: also for the items that were not released.
func TestOwnRatingsCountInsideTheReleasedRange(t *testing.T) {
	t.Parallel()
	split := loaded(t, crowd())
	for _, name := range []string{"item-mean", "user-mean", "dpals-eb", "dpals", "noisy-svd"} {
		t.Run(name, func(t *testing.T) {
			seed := uint64(1)
			h, err := engine.Run(t.Context(), engine.Problem{Name: "made", Split: split}, engine.Config{Method: name, Epsilon: 60, Scope: both, Seed: &seed})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := h.Wait(); err != nil {
				t.Fatal(err)
			}
			model := h.Model().(method.Scoper)
			low, high := model.Scope().Low, model.Scope().High
			whole := split.Train
			rapid.Check(t, func(rt *rapid.T) {
				r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "ratings"), 6))
				var items []uint32
				var values, inside []float32
				for j := range uint32(whole.Items) {
					if r.IntN(max(2, whole.Items/30)) > 0 {
						continue
					}
					v := float32(math.Pow(10, 12*r.Float64()-3) * (2*r.Float64() - 1))
					items, values, inside = append(items, j), append(values, v), append(inside, loaders.Clamp(v, low, high))
				}
				predict := func(items []uint32, values []float32) []float64 {
					local := model.Local()
					local.Solve(items, values)
					out := make([]float64, 0, whole.Items)
					for j := range uint32(whole.Items) {
						out = append(out, local.Predict(j))
					}
					return out
				}
				want, got := predict(items, inside), predict(items, values)
				r.Shuffle(len(items), func(i, k int) {
					items[i], items[k] = items[k], items[i]
					inside[i], inside[k] = inside[k], inside[i]
				})
				turned := predict(items, inside)
				for j := range want {
					if got[j] != want[j] {
						rt.Fatalf("item %d is predicted as %g, and as %g from ratings inside the range", j, got[j], want[j])
					}
					if turned[j] != want[j] {
						rt.Fatalf("item %d is predicted as %.17g, and as %.17g from the same ratings in another order", j, turned[j], want[j])
					}
				}
			})
		})
	}
}

// A user who rated more items than may be spoken for speaks for exactly so many, with 1/√1024 each, whoever else is
// there.
func TestContributionsAreCapped(t *testing.T) {
	t.Parallel()
	for _, rated := range []int{1, 2, 1023, 1024, 1025, 3000} {
		var lines []rating
		for j := range rated {
			lines = append(lines, rating{"only", fmt.Sprint("item ", j), 3})
		}
		lines = append(lines, rating{"other", "elsewhere", 1})
		whole := loaded(t, lines)
		r, err := loaders.SplitRatings(whole.Train, "100-0-0", 1)
		if err != nil {
			t.Fatal(err)
		}
		spoken := newSums(r)
		_, _, err = fit(lookup(t, "item-mean"), scope.Private{Catalogue: true}, r.Train, 60, 1, spoken.witness(nil))
		if err == nil {
			t.Fatal("items of single users are named")
		}
		items, _ := r.Train.User(0)
		n, want := 0, min(len(items), 1024)
		for name, v := range spoken.spoken {
			if v == 0 || name == "elsewhere" {
				continue
			}
			n++
			if v > 1/math.Sqrt(float64(want)) {
				t.Errorf("of %d items, %s is spoken for with %g", len(items), name, v)
			}
		}
		if n != want {
			t.Errorf("of %d items, %d are spoken for", len(items), n)
		}
	}
}

// The method inside sees what was released and ratings that are cut to it, and nothing else: not a rating outside the
// range, not an item that was not released, and no other range or number of items to plan with.
func TestInnerMethodSeesReleasedScopeAlone(t *testing.T) {
	t.Parallel()
	for name, own := range adversaries() {
		r := loaded(t, slices.Concat(own, crowd())).Train
		for _, private := range []scope.Private{both, {Range: true}, {Catalogue: true}} {
			seen := 0
			var planned []method.Public
			inside := *lookup(t, "item-mean")
			plan, trained := inside.Plan, inside.Fit
			inside.Plan = func(pub method.Public, s method.Settings) ([]accounting.Request, error) {
				planned = append(planned, pub)
				return plan(pub, s)
			}
			inside.Fit = func(ctx context.Context, task *method.Task) (method.Model, error) {
				seen++
				pub, train := task.Public, task.Train
				if pub != planned[len(planned)-1] || pub.Low != train.Low || pub.High != train.High || pub.Items != train.Items || train.ItemNames.Len() != train.Items {
					t.Errorf("%s, %s: planned for %+v, fitted for %+v, on %d items from %g to %g", name, private, planned[len(planned)-1], pub, train.Items, train.Low, train.High)
				}
				if private.Range && (pub.Low < -10 || pub.High > 10) {
					t.Errorf("%s, %s: the range is %g to %g", name, private, pub.Low, pub.High)
				}
				for _, v := range train.Value {
					if float64(v) < pub.Low || float64(v) > pub.High {
						t.Fatalf("%s, %s: a rating of %g is outside %g to %g", name, private, v, pub.Low, pub.High)
					}
				}
				for j := range train.Items {
					if private.Catalogue && len(train.ItemNames.At(j)) > 2 {
						t.Errorf("%s, %s: there is item %s", name, private, train.ItemNames.At(j))
					}
				}
				return trained(ctx, task)
			}
			if _, _, err := fit(&inside, private, r, 60, 1, unseen); err != nil || seen != 1 {
				t.Errorf("%s, %s: fitted %d times, %v", name, private, seen, err)
			}
		}
	}
}
