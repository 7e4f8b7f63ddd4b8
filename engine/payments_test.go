package engine

import (
	"errors"
	"testing"

	"dpals/accounting"
	"dpals/accounting/ledger"
)

// stepwise is a plan of two releases before the steps and two in each of two steps, with an account that can pay for it.
func stepwise(t *testing.T, l *ledger.Ledger) (*payments, []accounting.Charge) {
	t.Helper()
	var requests []accounting.Request
	for i, name := range []string{"a", "b", "c 1", "d 1", "c 2", "d 2"} {
		requests = append(requests, accounting.Request{Name: name, Kind: name[:1], Iteration: i / 2, Claim: accounting.UserSum("docs/privacy/counts.md", accounting.RatedItems, accounting.L2), Weight: 1,
			Sensitivity: 1, Dimension: 1, Grid: -20})
	}
	plan, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, requests)
	if err != nil {
		t.Fatal(err)
	}
	account, err := l.Begin(ledger.Run{Dataset: "a data set", Name: "people", Method: "stepwise", Plan: plan})
	if err != nil {
		t.Fatal(err)
	}
	var all []accounting.Charge
	for _, r := range plan.Releases {
		all = append(all, accounting.Charge{Release: r})
	}
	p := newPayments(account, plan)
	plan.Releases[5].Mu /= 2 // what a method does to its plan changes no payment
	return p, all
}

func charged(t *testing.T, l *ledger.Ledger, p *payments, want int) {
	t.Helper()
	if all, err := l.Releases(p.entry.ID()); err != nil || len(all) != want {
		t.Errorf("%d releases are charged, want %d; error %v", len(all), want, err)
	}
}

// Whenever the meter may draw noise, the ledger has the release, and all others of its step, but none of the next.
func TestIterationIsChargedBeforeItsReleases(t *testing.T) {
	l := openLedger(t)
	p, all := stepwise(t, l)
	for _, c := range all {
		if c.Name == "c 1" {
			p.ahead(1)
			p.ahead(1)
		}
		if err := p.due(c); err != nil {
			t.Fatal(err)
		}
		charged(t, l, p, 2*(c.Iteration+1))
	}
	if err := p.due(all[5]); err == nil {
		t.Error("a release beyond the plan is let through")
	}
	p.end()
	if err := l.Verify(); err != nil {
		t.Error(err)
	}
}

func TestChargesKeepTheOrderOfThePlan(t *testing.T) {
	l := openLedger(t)
	p, all := stepwise(t, l)
	dearer := all[0]
	dearer.Release.Mu *= 2
	for _, c := range []accounting.Charge{all[1], dearer} {
		if err := p.due(c); err == nil {
			t.Errorf("release %q of μ %g is let through first", c.Name, c.Release.Mu)
		}
	}
	charged(t, l, p, 0)
	if err := p.due(all[0]); err != nil {
		t.Error(err)
	}
}

// A step that began is paid for, whether or not anything of it is released.
func TestEndWaitsForCharges(t *testing.T) {
	l := openLedger(t)
	p, _ := stepwise(t, l)
	p.ahead(0)
	p.end()
	charged(t, l, p, 2)
}

func TestRefusedChargeStopsAllCharges(t *testing.T) {
	l := openLedger(t)
	p, all := stepwise(t, l)
	if err := l.SetLimit("a data set", "people", &ledger.Limit{Epsilon: 0.01, Delta: 1e-5}); err != nil {
		t.Fatal(err)
	}
	p.ahead(0)
	for range 2 {
		if err := p.due(all[0]); !errors.Is(err, ErrRefused) {
			t.Errorf("got %v", err)
		}
	}
	if err := l.SetLimit("a data set", "people", nil); err != nil {
		t.Fatal(err)
	}
	p.ahead(2)
	if err := p.due(all[0]); !errors.Is(err, ErrRefused) {
		t.Errorf("after a refusal: %v", err)
	}
	p.end()
	charged(t, l, p, 0)
}
