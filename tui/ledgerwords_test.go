package tui_test

import (
	"strings"
	"testing"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
)

// A refusal for lack of δ does not read like one for lack of ε.
func TestRefusalForLackOfDelta(t *testing.T) {
	for _, size := range driver.Sizes {
		b := driver.New(t, size[0], size[1], driver.Options())
		r := b.Session.Runs.Current
		b.Begin(r)
		b.Report(r, engine.Ended{Outcome: engine.Refused, Err: &ledger.RefusedError{Dataset: "ml-1m", Epsilon: 1, Delta: 1e-5, SpentEpsilon: 2,
			Limit: ledger.Limit{Epsilon: 30, Delta: 1e-5, FailureProbability: 1e-6}, LargestEpsilon: 29.65, FailureExceeded: true, FailureProbability: 1e-6}})
		text := strings.Join(strings.Fields(tuitest.Plain(b.Content())), " ")
		if strings.Contains(text, "largest ε left") || !strings.Contains(text, "--catalogue-delta") {
			t.Errorf("%v: it says %q", size, text[max(0, len(text)-300):])
		}
	}
}
