package runs_test

import (
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/engine/store"
	"dpals/tui/runs"
)

// A stopped run states its plan; a run with released errors does not state its time.
func TestStoppedRunStatesItsPlan(t *testing.T) {
	plan, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, []accounting.Request{
		{Name: "counts", Kind: "counts", Claim: accounting.UserSum("docs/privacy/counts.md", accounting.RatedItems, accounting.L2), Sensitivity: 1, Weight: 1, Dimension: 1}, {Name: "sums", Kind: "sums", Claim: accounting.UserSum("docs/privacy/item-sums.md", accounting.Ratings, accounting.L2), Sensitivity: 1, Weight: 1, Dimension: 1}})
	if err != nil {
		t.Fatal(err)
	}
	first := plan.Releases[0]
	d := store.Detail{Run: store.Run{Outcome: "cancelled", Accountant: "exact", Epsilon: plan.Epsilon, Delta: 1e-5, Mu: plan.Mu, Elapsed: 1234567},
		Releases: []store.Release{{Name: "counts", Mu: first.Mu, SpentMu: first.Mu}}}
	if text := runs.StoppedGuarantee(d); !strings.HasSuffix(text, " of the planned 1.00; guarantee: ε 1.00") {
		t.Errorf("got %q", text)
	}
	d.Outcome = "done"
	if text := runs.StoppedGuarantee(d); text != "" {
		t.Errorf("of a finished run: %q", text)
	}
	if d.MetricsPrivate = true; runs.TimeOf(d.Run) != "–" {
		t.Errorf("time %s beside released errors", runs.TimeOf(d.Run))
	}
}
