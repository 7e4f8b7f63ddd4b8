package audit

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/scope"
)

// Of every method with a curator the scope is released too, its bounds are reached, and what is planned later is
// measured with it.
func TestPrivateScopesAreTried(t *testing.T) {
	for _, m := range engine.Methods() {
		if !m.Private() || !scope.Possible(m) {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			a, err := New(m, Target{Epsilon: 4, Delta: 1e-5, Seed: 5})
			if err != nil {
				t.Fatal(err)
			}
			var s Sensitivity
			if err := a.scopes(context.Background(), &s); err != nil {
				t.Fatal(err)
			}
			s.judge()
			for _, f := range s.Findings {
				t.Error(f)
			}
			reached := make(map[string]float64)
			for _, r := range s.Releases {
				reached[r.Release.Kind] = r.Ratio()
			}
			kinds := []string{"range", "catalogue", "error"}
			if a.asked.plan != nil {
				for _, r := range a.asked.plan.Releases {
					kinds = append(kinds, r.Kind)
				}
			}
			for _, kind := range kinds {
				if share, ok := reached[kind]; !ok || (kind == "range" || kind == "catalogue") && share < 0.99 {
					t.Errorf("%s: measured %v, at most %.4f of the claim", kind, ok, share)
				}
			}
		})
	}
}

// later changes what a method plans.
func later(plan func([]accounting.Request) []accounting.Request) func(*method.Method) *method.Method {
	return func(m *method.Method) *method.Method {
		wrong := *m
		wrong.Plan = func(pub method.Public, s method.Settings) ([]accounting.Request, error) {
			list, err := m.Plan(pub, s)
			return plan(list), err
		}
		return &wrong
	}
}

// What is wrong with a release that is planned later is found, and how: moved further than claimed, or planned by what
// was not released.
func TestMistakesInALaterPlanAreFound(t *testing.T) {
	itemMean := lookup(t, "item-mean")
	for name, c := range map[string]struct {
		wrong func(*method.Method) *method.Method
		kind  Kind
	}{
		"half the sensitivity": {later(func(list []accounting.Request) []accounting.Request {
			list[len(list)-1].Sensitivity /= 2
			return list
		}), Moved},
		"a bound that was not released": {later(func(list []accounting.Request) []accounting.Request {
			list[len(list)-1].Sensitivity *= 1 + rand.Float64()
			return list
		}), Form},
		"another name than the one released": {later(func(list []accounting.Request) []accounting.Request {
			list[len(list)-1].Name += " again"
			return list
		}), Failed},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := New(itemMean, Target{Epsilon: 4, Delta: 1e-5, Seed: 5})
			if err != nil {
				t.Fatal(err)
			}
			a.asked.method = c.wrong(itemMean)
			var s Sensitivity
			if err := a.scopes(context.Background(), &s); err != nil {
				t.Fatal(err)
			}
			s.judge()
			if !slices.ContainsFunc(s.Findings, func(f Finding) bool { return f.Kind == c.kind }) {
				t.Errorf("not found: %+v", s.Findings)
			}
		})
	}
}
