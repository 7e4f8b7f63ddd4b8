package ledger

import (
	"errors"
	"math"
	"testing"

	"dpals/accounting"
)

// withThreshold is a plan with a threshold that fails with a chance of 1e-6, and one more release.
func withThreshold(t testing.TB, epsilon float64) *accounting.Plan {
	t.Helper()
	claim := accounting.UserSum("proof.md", accounting.AnyItems, accounting.L2)
	p, err := accounting.NewPlan(accounting.Exact, epsilon, 1e-5, []accounting.Request{
		{Name: "items", Kind: "items", Claim: claim, Sensitivity: 1, Weight: 1, MaxContributions: 8, FailureProbability: 1e-6, Dimension: 8, Grid: -20},
		{Name: "other", Kind: "other", Claim: claim, Sensitivity: 1, Weight: 1, Dimension: 1, Grid: -20},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func charged(t testing.TB, a *OpenEntry, p *accounting.Plan) {
	t.Helper()
	for _, r := range p.Releases {
		if err := a.Charge(accounting.Charge{Release: r}); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.End("done"); err != nil {
		t.Fatal(err)
	}
}

// Failures add up over runs, survive a reopening, and raise the ε that is stated.
func TestFailureProbabilitiesAddUp(t *testing.T) {
	dir := t.TempDir()
	l, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	p := withThreshold(t, 1)
	charged(t, begun(t, l, p), p)
	charged(t, begun(t, l, p), p)
	idle := begun(t, l, p)
	if err := idle.End("cancelled"); err != nil { // charged nothing, so nothing failed
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = opened(t, dir)
	s, err := l.Status(people)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(s.Total.FailureProbability/2e-6-1) > 1e-9 {
		t.Errorf("failures %g, want 2e-6", s.Total.FailureProbability)
	}
	want, err := accounting.Exact.Epsilon(s.SpentMu, accounting.RemainingDelta(1e-5, s.Total.FailureProbability))
	if err != nil || s.SpentEpsilon != want || s.TotalEpsilon < want {
		t.Errorf("ε %g and %g, want %g, %v", s.SpentEpsilon, s.TotalEpsilon, want, err)
	}
	if err := l.Verify(); err != nil {
		t.Error(err)
	}
}

// A limit has room for failures only where it was set with it, and for no more than that, whatever else is left; its μ is
// that of the rest of its δ, fixed beforehand.
func TestLimitsCountFailureProbabilitiesApart(t *testing.T) {
	l := opened(t, t.TempDir())
	p := withThreshold(t, 0.5)
	set := func(failure float64) {
		if err := l.SetLimit(people, "people", &Limit{Epsilon: 20, Delta: 1e-5, FailureProbability: failure}); err != nil {
			t.Fatal(err)
		}
	}
	refuses := func() {
		t.Helper()
		_, err := l.Begin(Run{Dataset: people, Name: "people", Method: "dpals", Plan: p})
		var refused *RefusedError
		if !errors.As(err, &refused) || refused.FailureProbability != 1e-6 {
			t.Errorf("got %v, want a refusal for the thresholds' part of δ", err)
		}
	}
	set(0)
	refuses()
	set(2.5e-6)
	first, second := begun(t, l, p), begun(t, l, p)
	refuses() // what is under way is reserved
	if err := first.Charge(accounting.Charge{Release: p.Releases[0]}); err != nil {
		t.Fatal(err)
	}
	set(1.5e-6) // lowered while both are under way
	if err := second.Charge(accounting.Charge{Release: p.Releases[0]}); !errors.Is(err, ErrRefused) {
		t.Errorf("charged past the lowered limit: %v", err)
	}
	s, err := l.Status(people)
	if err != nil || s.Limit.FailureProbability != 1.5e-6 {
		t.Fatalf("%+v, %v", s.Limit, err)
	}
	whole, err := accounting.Exact.Mu(20, accounting.RemainingDelta(1e-5, 1.5e-6))
	if err != nil || s.LeftMu > whole {
		t.Errorf("μ %g is left of %g, %v", s.LeftMu, whole, err)
	}
}

// covers reports whether μ and the failures cost ε at δ together, or less.
func covers(epsilon, delta, mu, failure float64) bool {
	least, err := accounting.Exact.Epsilon(mu, accounting.RemainingDelta(delta, failure))
	return err == nil && epsilon >= least*(1-1e-12)
}

// Once failures have passed what a lowered limit keeps for them, no more of its δ is whole: nothing is admitted or
// charged, a run without a threshold no more than one with it, however much μ is left.
func TestFailureProbabilityPastALoweredLimitRefusesEveryRun(t *testing.T) {
	for _, lowered := range []float64{0, 0.5e-6, 1.5e-6} {
		l := opened(t, t.TempDir())
		p, without := withThreshold(t, 0.5), planned(t, 0.1, 2)
		limit := func(failure float64) {
			t.Helper()
			if err := l.SetLimit(people, "people", &Limit{Epsilon: 20, Delta: 1e-5, FailureProbability: failure}); err != nil {
				t.Fatal(err)
			}
		}
		limit(2e-6)
		charged(t, begun(t, l, p), p)
		charged(t, begun(t, l, p), p)
		under := begun(t, l, without)
		if err := under.Charge(accounting.Charge{Release: without.Releases[0]}); err != nil {
			t.Fatalf("a run without a threshold is refused while failures are inside their part: %v", err)
		}
		limit(lowered)
		for name, q := range map[string]*accounting.Plan{"with": p, "without": without} {
			_, err := l.Begin(Run{Dataset: people, Name: "people", Method: "dpals", Plan: q})
			var refused *RefusedError
			if !errors.As(err, &refused) || !refused.FailureExceeded || refused.LeftFailureProbability != 0 {
				t.Errorf("limit lowered to %g: a run %s a threshold is not refused for failures: %v", lowered, name, err)
			}
		}
		if err := under.Charge(accounting.Charge{Release: without.Releases[1]}); !errors.Is(err, ErrRefused) {
			t.Errorf("limit lowered to %g: a run under way is charged: %v", lowered, err)
		}
	}
}

// Whatever is admitted under a limit, in whatever order, costs the limit's ε at its δ or less, with μ and failures taken
// together: what is saved of one is never spent on the other.
func TestLimitHoldsForFailureProbabilityAndMuTogether(t *testing.T) {
	for _, failure := range []float64{0, 1e-6, 3e-6, 9e-6} {
		l := opened(t, t.TempDir())
		const epsilon, delta = 3, 1e-5
		if err := l.SetLimit(people, "people", &Limit{Epsilon: epsilon, Delta: delta, FailureProbability: failure}); err != nil {
			t.Fatal(err)
		}
		admitted := 0
		for i := range 40 {
			p := planned(t, 0.5, 2)
			if i%2 == 0 {
				p = withThreshold(t, 0.5)
			}
			a, err := l.Begin(Run{Dataset: people, Name: "people", Method: "dpals", Plan: p})
			if err != nil {
				continue
			}
			admitted++
			charged(t, a, p)
		}
		s, err := l.Status(people)
		if err != nil || admitted == 0 {
			t.Fatalf("%d runs admitted, %v", admitted, err)
		}
		if s.Total.FailureProbability > failure*(1+1e-9) || !covers(epsilon, delta, s.SpentMu, s.Total.FailureProbability) {
			t.Errorf("under a limit with %g for failures, μ %g and failures %g were admitted", failure, s.SpentMu, s.Total.FailureProbability)
		}
		if admitted == 40 {
			t.Errorf("under a limit with %g for failures, all was admitted, so nothing was tested", failure)
		}
		if failure > 0 && s.Total.FailureProbability == 0 {
			t.Errorf("no threshold was admitted under a limit with %g for them", failure)
		}
	}
}
