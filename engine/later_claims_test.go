package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/docs"
	"dpals/engine/method"
	"dpals/engine/scope"
	"dpals/loaders"
)

// rated makes ratings of 1 to 5 times a scale, and with the range that they have.
func rated(t *testing.T, scale float32) Problem {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 3))
	const users, items = 300, 30
	var user, item []uint32
	var values []float32
	for i := range uint32(users) {
		for j := range uint32(items) {
			if r.IntN(3) == 0 {
				user, item, values = append(user, i), append(item, j), append(values, scale*float32(1+r.IntN(5)))
			}
		}
	}
	all, err := loaders.FromTriplets(user, item, values, loaders.About{Users: loaders.Numbered(users), Items: loaders.Numbered(items)})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(all, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	return Problem{Name: "made", Split: split}
}

var errPlanned = errors.New("planned, and that is all")

// planner is the method that plans, writes down for what, and then fits nothing.
func planner(m *method.Method, of *provedUnder) *method.Method {
	watched := *m
	watched.Plan = func(pub method.Public, s method.Settings) ([]accounting.Request, error) {
		of.public, of.settings = pub, s
		if m.Plan == nil {
			return nil, nil
		}
		return m.Plan(pub, s)
	}
	watched.Fit = func(context.Context, *method.Task) (method.Model, error) { return nil, errPlanned }
	return &watched
}

// What every private method plans once its scope is released is what the proofs state, for the released range and number
// of items and for any settings.
func TestLaterPlansClaimWhatIsProved(t *testing.T) {
	plans := 20
	if testing.Short() {
		plans = 4
	}
	problems := []Problem{rated(t, 1), rated(t, 20), rated(t, -0.5)}
	for _, m := range Methods() {
		if !m.Private() || !scope.Possible(m) {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(8, uint64(len(m.Name))))
			for made, tries := 0, 0; made < plans; tries++ {
				if tries > 50*plans {
					t.Fatalf("%d of %d random settings can be planned", made, tries)
				}
				settings := make(method.Settings)
				for _, p := range m.Parameters {
					settings[p.Name] = anySetting(p, r)
				}
				private := scopes[r.IntN(len(scopes))]
				problem := problems[r.IntN(len(problems))]
				proofs := provedUnder{name: m.Name}
				h, err := RunMethod(context.Background(), planner(m, &proofs), problem,
					Config{Epsilon: 30 + 30*r.Float64(), Scope: private, PrivateMetrics: 0.1, Settings: settings, Seed: seed(uint64(tries))})
				if err != nil {
					continue
				}
				if _, err := h.Wait(); !errors.Is(err, errPlanned) {
					continue // what is planned later may be out of reach
				}
				made++
				events := h.Events(0)
				for _, e := range events {
					e, ok := e.(Extended)
					if !ok {
						continue
					}
					if private.Range && (e.Low != proofs.public.Low || e.High != proofs.public.High) || private.Catalogue && e.Items != proofs.public.Items {
						t.Fatalf("released were %s, planned for %+v", e, proofs.public)
					}
					for _, release := range e.Plan.Releases {
						proofs.check(t, release.Request, release.Sensitivity, 1e-14)
						if release.Sigma*release.Mu < release.Sensitivity {
							t.Fatalf("release %q of σ %g costs μ %g", release.Name, release.Sigma, release.Mu)
						}
					}
				}
			}
		})
	}
}

var fixedRow = regexp.MustCompile("(?m)^\\| (most items|failure|share) \\| `([^`]+)` \\|$")

// The numbers that fix a private scope are those that its proofs state: how many items a user speaks for, the chance of
// failure, and shares of μ².
func TestScopeIsPlannedWithTheNumbersOfItsProofs(t *testing.T) {
	stated := func(file string, values map[string]float64) map[string]float64 {
		t.Helper()
		text, _ := docs.Proof(file)
		out := make(map[string]float64)
		for _, row := range fixedRow.FindAllStringSubmatch(text, -1) {
			v, err := evaluate(row[2], values)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			out[row[1]] = v
		}
		return out
	}
	itemMean, err := Lookup("item-mean")
	if err != nil {
		t.Fatal(err)
	}
	for _, delta := range []float64{1e-3, 1e-5, 1e-9} {
		values := map[string]float64{"delta": delta}
		bounds, items := stated("docs/privacy/range.md", values), stated("docs/privacy/catalogue.md", values)
		if len(bounds) != 1 || len(items) != 3 {
			t.Fatalf("the proofs state %v and %v", bounds, items)
		}
		for _, private := range scopes {
			settings, err := itemMean.Settle(nil)
			if err != nil {
				t.Fatal(err)
			}
			list, err := scope.Method(itemMean, private, nil).Plan(method.Public{Items: 100, Low: 1, High: 5, Epsilon: 1, Delta: delta}, settings)
			if err != nil {
				t.Fatal(err)
			}
			total := 0.0
			for _, q := range list {
				total += q.Weight
			}
			if total < 1-1e-12 || total > 1+1e-12 {
				t.Errorf("%s: shares of %g", private, total)
			}
			var seen []string
			for _, q := range list {
				seen = append(seen, q.Name)
				switch q.Name {
				case "range":
					if q.Weight != bounds["share"] || q.MaxContributions != 0 || q.FailureProbability != 0 {
						t.Errorf("%s: planned as %+v, the proof states %v", private, q, bounds)
					}
				case "catalogue":
					if q.Weight != items["share"] || float64(q.MaxContributions) != items["most items"] || q.FailureProbability != items["failure"] || q.Dimension != q.MaxContributions {
						t.Errorf("%s: planned as %+v, the proof states %v", private, q, items)
					}
				}
			}
			if got, want := strings.Join(seen, " "), strings.Join(firstOf(private), " "); got != want {
				t.Errorf("%s: planned are %s, want %s", private, got, want)
			}
		}
	}
}

// firstOf are the names of what is planned first.
func firstOf(private scope.Private) (names []string) {
	for _, one := range []struct {
		yes  bool
		name string
	}{{private.Range, "range"}, {private.Catalogue, "catalogue"}, {true, "rest"}} {
		if one.yes {
			names = append(names, fmt.Sprint(one.name))
		}
	}
	return names
}
