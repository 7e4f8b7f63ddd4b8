package promise

import (
	"math"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/accounting/ledger"
)

const people = "fingerprint"

// opened is a ledger in which a run of ε was charged as a whole, with so much of δ for its catalogue.
func opened(t *testing.T, epsilon, failure float64) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	p := plan(t, epsilon, failure)
	a, err := l.Begin(ledger.Run{Dataset: people, Name: "x", Method: "m", Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range p.Releases {
		if err := a.Charge(accounting.Charge{Release: r}); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.End("done"); err != nil {
		t.Fatal(err)
	}
	return l
}

func plan(t *testing.T, epsilon, failure float64) *accounting.Plan {
	t.Helper()
	p, err := accounting.NewPlan(accounting.Exact, epsilon, 1e-5, []accounting.Request{{Name: "x", Kind: "x", MaxContributions: 8, FailureProbability: failure,
		Claim: accounting.UserSum("x.md", accounting.AnyItems, accounting.L2), Weight: 1, Sensitivity: 1, Dimension: 8, Grid: -20}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A limit that was passed before it was set guarantees nothing, in μ or in the catalogues' part of δ; one that is just
// met does.
func TestPassedLimitIsNoGuarantee(t *testing.T) {
	for name, c := range map[string]struct {
		limit  ledger.Limit
		passed bool
	}{
		"room":               {ledger.Limit{Epsilon: 3, Delta: 1e-5, FailureProbability: 2e-6}, false},
		"just met":           {ledger.Limit{Epsilon: 2, Delta: 1e-5, FailureProbability: 1e-6}, false},
		"passed in μ":        {ledger.Limit{Epsilon: 1, Delta: 1e-5, FailureProbability: 1e-6}, true},
		"passed in failures": {ledger.Limit{Epsilon: 3, Delta: 1e-5, FailureProbability: 1e-7}, true},
		"none for failures":  {ledger.Limit{Epsilon: 3, Delta: 1e-5}, true},
	} {
		t.Run(name, func(t *testing.T) {
			l := opened(t, 2, 1e-6)
			if err := l.SetLimit(people, "x", &c.limit); err != nil {
				t.Fatal(err)
			}
			s, err := l.Status(people)
			if err != nil {
				t.Fatal(err)
			}
			if HasPassed(s) != c.passed || (OfAllRuns(s) == nil) != c.passed || (WhyNone(s) == Passed) != c.passed {
				t.Errorf("passed %v, guaranteed %+v, %q", HasPassed(s), OfAllRuns(s), WhyNone(s))
			}
			if got := CatalogueDelta(s); !strings.HasPrefix(got, "1e-06 of ") {
				t.Errorf("catalogues: %q", got)
			}
		})
	}
}

// Used up is nothing left, whatever the roundings.
func TestCatalogueLeftIsZeroWhenUsedUp(t *testing.T) {
	s := ledger.Status{Limit: &ledger.Limit{Epsilon: 1, Delta: 1e-5, FailureProbability: 3e-6}}
	for range 3 {
		s.Total = s.Total.Plus(accounting.TotalCost{FailureProbability: 1e-6})
	}
	if left := CatalogueLeft(s); left != 0 {
		t.Errorf("%g is left", left)
	}
	s.Total.FailureProbability = 1e-6
	if left := CatalogueLeft(s); math.Abs(left-2e-6) > 1e-12 {
		t.Errorf("%g is left of 2e-6", left)
	}
}

// Where catalogues took all of δ there is a sentence, and no infinity.
func TestNoEpsilonIsWorded(t *testing.T) {
	if got := Epsilon(math.Inf(1), 1e-5); strings.Contains(got, "Inf") || !strings.Contains(got, "used all of δ") {
		t.Error(got)
	}
	if got := Epsilon(1.5, 1e-5); got != "ε 1.5" {
		t.Error(got)
	}
}

// What the ledger holds of a run is stated as its plan is.
func TestHeldIsStatedAsThePlan(t *testing.T) {
	l := opened(t, 2, 1e-6)
	releases, err := l.Releases(1)
	if err != nil {
		t.Fatal(err)
	}
	p := plan(t, 2, 1e-6)
	if mu, epsilon, err := Held(p, releases); err != nil || mu != p.Mu || math.Abs(epsilon/p.Epsilon-1) > 1e-9 {
		t.Errorf("μ %g of %g, ε %g of %g: %v", mu, p.Mu, epsilon, p.Epsilon, err)
	}
	if mu, epsilon, err := Held(p, nil); mu != 0 || epsilon != 0 || err != nil {
		t.Errorf("of nothing: %g, %g, %v", mu, epsilon, err)
	}
}
