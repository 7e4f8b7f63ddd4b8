package cli

import (
	"math"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
)

// planOf is a plan of two releases at ε.
func planOf(t *testing.T, epsilon float64) *accounting.Plan {
	t.Helper()
	claim := accounting.UserSum("x.md", accounting.Ratings, accounting.L2)
	p, err := accounting.NewPlan(accounting.Exact, epsilon, 1e-5, []accounting.Request{
		{Name: "first", Kind: "x", Claim: claim, Weight: 1, Sensitivity: 1, Dimension: 1, Grid: -20},
		{Name: "second", Kind: "x", Claim: claim, Weight: 1, Sensitivity: 1, Dimension: 1, Grid: -20}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// begun is a run that was charged the first so many of its releases and has ended.
func begun(t *testing.T, l *ledger.Ledger, p *accounting.Plan, charged int) *ledger.OpenEntry {
	t.Helper()
	a, err := l.Begin(ledger.Run{Dataset: "x", Name: "x", Method: "m", Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range p.Releases[:charged] {
		if err := a.Charge(accounting.Charge{Release: r}); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.End("cancelled"); err != nil {
		t.Fatal(err)
	}
	return a
}

// A limit that would not have admitted a run came after it, although no more was charged than it allows.
func TestLimitAfterARunItWouldHaveRefused(t *testing.T) {
	for name, c := range map[string]struct {
		before, epsilon float64 // limits, before the runs and after; 0 for none before
		late            bool
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
				if err := l.SetLimit("x", "x", &ledger.Limit{Epsilon: epsilon, Delta: 1e-5}); err != nil {
					t.Fatal(err)
				}
			}
			if c.before != 0 {
				limit(c.before)
			}
			begun(t, l, planOf(t, 2), 1)
			limit(c.epsilon)
			s, err := l.Status("x")
			if err != nil {
				t.Fatal(err)
			}
			past, err := l.History("x")
			if err != nil {
				t.Fatal(err)
			}
			a := balance{Status: s}
			for _, r := range past {
				a.runs, a.totals = append(a.runs, r.Entry), append(a.totals, r.Total)
			}
			g, why := a.guarantee()
			if (g == nil) != c.late || strings.Contains(why, "set or lowered after run 1 began") != c.late {
				t.Errorf("guaranteed %+v, %q", g, why)
			}
		})
	}
}

// A run that was stopped is told with what the ledger holds of it, which may be more than it has released.
func TestStoppedRunIsToldAsTheLedgerHoldsIt(t *testing.T) {
	l, err := ledger.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p := planOf(t, 2)
	a := begun(t, l, p, 2)
	var u unfinished
	u.take(engine.Started{Plan: p})
	one, err := accounting.Exact.Epsilon(p.Releases[0].Mu, 1e-5)
	if err != nil {
		t.Fatal(err)
	}
	u.take(engine.Released{Charge: accounting.Charge{Release: p.Releases[0], SpentEpsilon: one}})
	for _, run := range []int64{0, a.ID() + 7} { // of which the ledger knows nothing
		if u.settle(l, run); u.charged != one {
			t.Errorf("charged %g of %g", u.charged, one)
		}
	}
	if u.settle(l, a.ID()); math.Abs(u.charged-p.Epsilon) > 1e-9 {
		t.Errorf("charged %g, the ledger holds %g", u.charged, p.Epsilon)
	}
	// Without a single event of a release too.
	u.take(engine.Started{Plan: p})
	if u.settle(l, a.ID()); !u.released() {
		t.Error("what the ledger holds is not told")
	}
}
