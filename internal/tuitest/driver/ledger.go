package driver

import (
	"path/filepath"
	"testing"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/tui/session"
)

// WithLedger gives the dashboard a ledger. The test sends its status.
func WithLedger(o *session.Options) {
	o.Status = func(string) (ledger.Status, error) { return ledger.Status{}, nil }
}

// Standing returns the status, from a real ledger, of a data set with this charged ε and limit; limit 0 stands for none.
func Standing(t testing.TB, charged, limit float64) ledger.Status {
	t.Helper()
	l, err := ledger.Open(filepath.Join(t.TempDir(), "state"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if limit > 0 {
		if err := l.SetLimit("data", "ml-1m", &ledger.Limit{Epsilon: limit, Delta: 1e-5}); err != nil {
			t.Fatal(err)
		}
	}
	if charged > 0 {
		plan, err := accounting.NewPlan(accounting.Exact, charged, 1e-5, []accounting.Request{{Name: "sum", Kind: "counts", Claim: accounting.UserSum("docs/privacy/counts.md", accounting.RatedItems, accounting.L2), Sensitivity: 1, Weight: 1, Dimension: 1}})
		if err != nil {
			t.Fatal(err)
		}
		a, err := l.Begin(ledger.Run{Dataset: "data", Name: "ml-1m", Method: "dpals", Plan: plan})
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Charge(accounting.Charge{Release: plan.Releases[0], SpentMu: plan.Mu, SpentEpsilon: plan.Epsilon}); err != nil {
			t.Fatal(err)
		}
		if err := a.End("done"); err != nil {
			t.Fatal(err)
		}
	}
	s, err := l.Status("data")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Refusal is the error of a run that the ledger has refused.
var Refusal = &ledger.RefusedError{Dataset: "synth:skewed", Epsilon: 1, Delta: 1e-5, Limit: ledger.Limit{Epsilon: 2, Delta: 1e-5},
	SpentEpsilon: 1.735, LeftMu: 0.2, LargestEpsilon: 0.8}
