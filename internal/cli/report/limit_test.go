package report

import (
	"math"
	"testing"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
)

// planOf returns a plan of two releases at ε.
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

// stoppedAfter returns a run that was charged its first releases and has ended.
func stoppedAfter(t *testing.T, l *ledger.Ledger, p *accounting.Plan, charged int) *ledger.OpenEntry {
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

// A run that was stopped is reported with what the ledger holds of it, which may be more than it has released.
func TestStoppedRunIsReportedAsTheLedgerHoldsIt(t *testing.T) {
	l, err := ledger.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p := planOf(t, 2)
	a := stoppedAfter(t, l, p, 2)
	var u Unfinished
	u.update(engine.Started{Plan: p})
	one, err := accounting.Exact.Epsilon(p.Releases[0].Mu, 1e-5)
	if err != nil {
		t.Fatal(err)
	}
	u.update(engine.Released{Charge: accounting.Charge{Release: p.Releases[0], SpentEpsilon: one}})
	for _, run := range []int64{0, a.ID() + 7} { // of which the ledger knows nothing
		if u.Settle(l, run); u.charged != one {
			t.Errorf("charged %g of %g", u.charged, one)
		}
	}
	if u.Settle(l, a.ID()); math.Abs(u.charged-p.Epsilon) > 1e-9 {
		t.Errorf("charged %g, the ledger holds %g", u.charged, p.Epsilon)
	}
	// Also without any event of a release.
	u.update(engine.Started{Plan: p})
	if u.Settle(l, a.ID()); !u.Released() {
		t.Error("what the ledger holds is not reported")
	}
}
