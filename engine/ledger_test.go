package engine

import (
	"context"
	"errors"
	"testing"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine/method"
)

func openLedger(t testing.TB) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func TestEveryReleaseIsChargedToTheLedger(t *testing.T) {
	p := problem(t, "synth:skewed:n=200,m=60,per=12")
	p.Fingerprint = "a data set"
	l := openLedger(t)
	result(t, p, Config{Epsilon: 1, Ledger: l})
	r := result(t, p, Config{Method: "dpals", Epsilon: 2, Ledger: l, Seed: seed(1), PrivateMetrics: 0.1})
	runs, err := l.Runs(p.Fingerprint)
	if err != nil || len(runs) != 2 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	if runs[0].Simulation || !runs[1].Simulation || runs[0].Outcome != "done" || runs[1].SpentMu != r.Mu {
		t.Errorf("runs are %+v", runs)
	}
	releases, err := l.Releases(runs[1].ID)
	if err != nil || len(releases) != 2+4*2+1+4 {
		t.Errorf("%d releases, %v", len(releases), err)
	}
	status, err := l.Status(p.Fingerprint)
	if err != nil || status.SpentMu < accounting.Compose(runs[0].SpentMu, runs[1].SpentMu)*(1-1e-12) {
		t.Errorf("spent %v, %v", status.SpentMu, err)
	}
}

func TestLimitRefusesBeforeTheFirstRelease(t *testing.T) {
	p := problem(t, "synth:skewed:n=200,m=60,per=12")
	p.Fingerprint = "a data set"
	l := openLedger(t)
	if err := l.SetLimit(p.Fingerprint, p.Name, &ledger.Limit{Epsilon: 1, Delta: 1e-5}); err != nil {
		t.Fatal(err)
	}
	h, err := Run(context.Background(), p, Config{Epsilon: 1.5, Ledger: l})
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Wait()
	var refused *ledger.RefusedError
	if !errors.Is(err, ErrRefused) || !errors.As(err, &refused) || refused.LargestEpsilon < 0.999 || refused.LargestEpsilon > 1 {
		t.Fatalf("ended with %v", err)
	}
	for _, e := range h.Events(0) {
		if _, made := e.(Released); made {
			t.Error("a release was made")
		}
	}
	events := h.Events(0)
	if end := events[len(events)-1].(Ended); end.Outcome != Refused {
		t.Errorf("ended as %v", end.Outcome)
	}
	// What was said to fit does fit.
	result(t, p, Config{Epsilon: refused.LargestEpsilon, Ledger: l})
}

// A cancelled run keeps what it was charged and frees the rest of its plan.
func TestCancelledRunIsChargedForItsReleases(t *testing.T) {
	p := problem(t, "synth:skewed:n=2000,m=400,per=40")
	p.Fingerprint = "a data set"
	l := openLedger(t)
	h, err := Run(context.Background(), p, Config{Epsilon: 1, Ledger: l, Settings: method.Settings{"iterations": 100, "rank": 32}})
	if err != nil {
		t.Fatal(err)
	}
	nudge, release := h.Subscribe()
	for len(h.Events(0)) < 6 {
		<-nudge
	}
	release()
	h.Cancel()
	if _, err := h.Wait(); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	charged := 0
	for _, e := range h.Events(0) {
		if _, made := e.(Released); made {
			charged++
		}
	}
	runs, err := l.Runs(p.Fingerprint)
	if err != nil || len(runs) != 1 || runs[0].Outcome != "cancelled" || int(runs[0].Charges) < charged || runs[0].SpentMu >= runs[0].Mu {
		t.Fatalf("%d releases, runs %+v, %v", charged, runs, err)
	}
	if status, err := l.Status(p.Fingerprint); err != nil || status.ReservedMu != 0 {
		t.Errorf("still reserved: %+v, %v", status, err)
	}
}

// Without a ledger that answers there is no noise, and so no release.
func TestBrokenLedgerFailsTheRun(t *testing.T) {
	p := problem(t, "synth:skewed:n=200,m=60,per=12")
	p.Fingerprint = "a data set"
	l := openLedger(t)
	l.Close()
	h, err := Run(context.Background(), p, Config{Epsilon: 1, Ledger: l})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = h.Wait(); err == nil || errors.Is(err, ErrRefused) {
		t.Fatalf("ended with %v", err)
	}
	if _, err := Run(context.Background(), Problem{Split: p.Split}, Config{Ledger: l}); !errors.Is(err, ErrConfig) {
		t.Errorf("a problem without a fingerprint: %v", err)
	}
}
