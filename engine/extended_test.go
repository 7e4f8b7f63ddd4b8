package engine

import (
	"context"
	"testing"

	"dpals/engine/scope"
)

// scopes are all that a run can release first.
var scopes = []scope.Private{{Range: true}, {Catalogue: true}, {Range: true, Catalogue: true}}

// A run that released its scope tells what it released, and of what it did not release nothing: that may be a fact of the
// ratings.
func TestExtendedHoldsReleasedScopeAlone(t *testing.T) {
	p := problem(t, "synth:skewed:n=400,m=60,per=20")
	for _, private := range scopes {
		h, err := Run(context.Background(), p, Config{Method: "item-mean", Epsilon: 40, Scope: private, Seed: seed(1)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Wait(); err != nil {
			t.Fatal(err)
		}
		told := 0
		for _, e := range h.Events(0) {
			e, ok := e.(Extended)
			if !ok {
				continue
			}
			told++
			if e.Scope != private || (e.Low != 0 || e.High != 0) != private.Range || (e.Items != 0) != private.Catalogue {
				t.Errorf("%s: told are the range %g to %g and %d items", private, e.Low, e.High, e.Items)
			}
		}
		if told != 1 {
			t.Errorf("%s: told %d times", private, told)
		}
	}
}

// What is planned on the way is charged like everything else: as many releases, and as much, as the run says it made.
func TestLaterPlanIsChargedToTheLedger(t *testing.T) {
	p := problem(t, "synth:skewed:n=400,m=60,per=20")
	p.Fingerprint = "a data set"
	for _, private := range scopes {
		l := openLedger(t)
		r := result(t, p, Config{Method: "dpals", Epsilon: 40, Scope: private, Ledger: l, PrivateMetrics: 0.1})
		runs, err := l.Runs(p.Fingerprint)
		if err != nil || len(runs) != 1 || runs[0].Outcome != "done" {
			t.Fatalf("%s: runs %+v, %v", private, runs, err)
		}
		releases, err := l.Releases(runs[0].ID)
		first := 0
		if private.Range {
			first++
		}
		if private.Catalogue {
			first++
		}
		if want := first + 2 + 4*2 + 1 + 4; err != nil || len(releases) != want {
			t.Errorf("%s: %d releases are charged, want %d, %v", private, len(releases), want, err)
		}
		if runs[0].SpentMu > r.Mu*(1+1e-12) || runs[0].SpentMu < r.Mu*(1-1e-9) {
			t.Errorf("%s: charged μ %g, the run cost %g", private, runs[0].SpentMu, r.Mu)
		}
	}
}
