package ledger

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"dpals/accounting"
	"dpals/accounting/noise"
)

const (
	people = "1111111111111111111111111111111111111111111111111111111111111111"
	others = "2222222222222222222222222222222222222222222222222222222222222222"
)

func opened(t testing.TB, dir string) *Ledger {
	t.Helper()
	l, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// equalReleases is a plan of equal releases at δ = 1e-5.
func equalReleases(epsilon float64, n int) (*accounting.Plan, error) {
	var q []accounting.Request
	for i := range n {
		q = append(q, accounting.Request{Name: fmt.Sprintf("gram %d", i+1), Kind: "gram", Claim: accounting.UserSum("docs/privacy/gram.md", accounting.Ratings, accounting.L2), Sensitivity: 1, Weight: 1, Dimension: 1, Grid: -20})
	}
	return accounting.NewPlan(accounting.Exact, epsilon, 1e-5, q)
}

func planned(t testing.TB, epsilon float64, n int) *accounting.Plan {
	t.Helper()
	p, err := equalReleases(epsilon, n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func begun(t testing.TB, l *Ledger, p *accounting.Plan) *OpenEntry {
	t.Helper()
	a, err := l.Begin(Run{Dataset: people, Name: "people", Method: "dpals", Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// journal charges an account release by release.
func journal(a *OpenEntry) func(accounting.Charge) error {
	return func(c accounting.Charge) error { return a.Charge(c) }
}

// trained runs the plan through a meter.
func trained(t testing.TB, l *Ledger, p *accounting.Plan) {
	t.Helper()
	a := begun(t, l, p)
	m := accounting.NewMeter(p, noise.Seeded(1), journal(a))
	for _, r := range p.Releases {
		if err := m.Release(r.Name, make([]float64, 1)); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.End("done"); err != nil {
		t.Fatal(err)
	}
}

func limited(t testing.TB, l *Ledger, epsilon float64) {
	t.Helper()
	if err := l.SetLimit(people, "people", &Limit{Epsilon: epsilon, Delta: 1e-5}); err != nil {
		t.Fatal(err)
	}
}

func status(t testing.TB, l *Ledger) Status {
	t.Helper()
	s, err := l.Status(people)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func verified(t testing.TB, l *Ledger) {
	t.Helper()
	if err := l.Verify(); err != nil {
		t.Fatal(err)
	}
}

func refusedBegin(t testing.TB, l *Ledger, p *accounting.Plan) *RefusedError {
	t.Helper()
	_, err := l.Begin(Run{Dataset: people, Name: "people", Method: "dpals", Plan: p})
	var refusal *RefusedError
	if !errors.As(err, &refusal) || !errors.Is(err, ErrRefused) {
		t.Fatalf("Begin gives %v, not a refusal", err)
	}
	return refusal
}

// A run that costs exactly what is left is admitted, and one that costs the least bit more is not.
func TestFilterIsExact(t *testing.T) {
	l := opened(t, t.TempDir())
	limited(t, l, 2)
	trained(t, l, planned(t, 1, 7))
	s := status(t, l)
	fits := planned(t, 1, 7)
	fits.Mu = s.LeftMu
	over := *fits
	over.Mu = math.Nextafter(s.LeftMu, 10)
	refusedBegin(t, l, &over)
	a := begun(t, l, fits)
	if left := status(t, l).LeftMu; left > 1e-7 {
		t.Errorf("μ %g is left beside a run that takes all", left)
	}
	if err := a.End("cancelled"); err != nil {
		t.Fatal(err)
	}
	if got := status(t, l).LeftMu; got != s.LeftMu {
		t.Errorf("the run that spent nothing left %g of %g", got, s.LeftMu)
	}
	verified(t, l)
}
