package promise

import (
	"math"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/accounting/ledger"
)

// A limit that would not have admitted a run is no guarantee, although no more was charged than it allows.
func TestLimitAfterARunItWouldHaveRefused(t *testing.T) {
	for name, c := range map[string]struct {
		before, after float64 // ε of the limits before the run and after it; 0 before for none
		late          bool
	}{
		"none before, too small for the plan": {0, 1.8, true},
		"none before, room":                   {0, 4, false},
		"the same":                            {4, 4, false},
		"just enough":                         {2.0000001, 2.0000001, false},
		"lowered":                             {4, 1.8, true},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := ledger.Open(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			limit := func(epsilon float64) {
				if err := l.SetLimit(people, "x", &ledger.Limit{Epsilon: epsilon, Delta: 1e-5}); err != nil {
					t.Fatal(err)
				}
			}
			if c.before != 0 {
				limit(c.before)
			}
			stoppedHalfway(t, l)
			limit(c.after)
			s, err := l.Status(people)
			if err != nil {
				t.Fatal(err)
			}
			past, err := l.History(people)
			if err != nil {
				t.Fatal(err)
			}
			g, why := OfHistory(s, past)
			if (g == nil) != c.late || strings.Contains(why, "set or lowered after run 1 began") != c.late || (FirstBeyond(s.Limit, past) == 1) != c.late {
				t.Errorf("guaranteed %+v, %q", g, why)
			}
		})
	}
}

// stoppedHalfway adds a run of ε 2 that was charged one of two equal releases.
func stoppedHalfway(t *testing.T, l *ledger.Ledger) {
	t.Helper()
	claim := accounting.UserSum("x.md", accounting.Ratings, accounting.L2)
	p, err := accounting.NewPlan(accounting.Exact, 2, 1e-5, []accounting.Request{
		{Name: "first", Kind: "x", Claim: claim, Weight: 1, Sensitivity: 1, Dimension: 1, Grid: -20},
		{Name: "second", Kind: "x", Claim: claim, Weight: 1, Sensitivity: 1, Dimension: 1, Grid: -20}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := l.Begin(ledger.Run{Dataset: people, Name: "x", Method: "m", Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Charge(accounting.Charge{Release: p.Releases[0]}); err != nil {
		t.Fatal(err)
	}
	if err := a.End("cancelled"); err != nil {
		t.Fatal(err)
	}
}

// A run that was charged as a whole uses the fraction of μ² that its ε has of the limit's.
func TestLimitUsedIsAFractionOfMuSquared(t *testing.T) {
	l := opened(t, 2, 1e-6)
	s, err := l.Status(people)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := LimitUsed(s); ok {
		t.Error("without a limit a part of it is used")
	}
	for epsilon, want := range map[float64]float64{2: 1, 1: 1, 4: -1} {
		s.Limit = &ledger.Limit{Epsilon: epsilon, Delta: 1e-5, FailureProbability: 1e-6}
		used, ok := LimitUsed(s)
		if want < 0 {
			mu, err := accounting.Exact.Mu(epsilon, accounting.RemainingDelta(1e-5, 1e-6))
			if err != nil {
				t.Fatal(err)
			}
			want = s.SpentMu * s.SpentMu / (mu * mu)
		}
		if !ok || math.Abs(used-want) > 1e-9 {
			t.Errorf("of ε %g: %g, want %g", epsilon, used, want)
		}
	}
}

// The only kind of release costs what the data set was charged, with all failures where it is a catalogue.
func TestKindAloneCostsItsReleases(t *testing.T) {
	l := opened(t, 2, 1e-6)
	s, err := l.Status(people)
	if err != nil {
		t.Fatal(err)
	}
	for name, total := range map[string]accounting.TotalCost{"x": {Mu: s.SpentMu}, Catalogue: {Mu: s.SpentMu, FailureProbability: s.Total.FailureProbability}} {
		want, err := total.Epsilon(accounting.Exact, s.Delta)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := OfKind(s, ledger.Kind{Name: name, Mu: s.SpentMu}); err != nil || got != want {
			t.Errorf("%s: ε %g, want %g: %v", name, got, want, err)
		}
	}
}
