package tui

import (
	"strings"
	"testing"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/internal/tuitest"
)

// A refusal for want of δ is not told as one for want of ε.
func TestRefusalForWantOfDelta(t *testing.T) {
	for _, size := range sizes {
		b := newBed(t, size[0], size[1], fakeOptions())
		r := b.bench.session.current
		b.begin(r)
		b.report(r, engine.Ended{Outcome: engine.Refused, Err: &ledger.RefusedError{Dataset: "ml-1m", Epsilon: 1, Delta: 1e-5, SpentEpsilon: 2,
			Limit: ledger.Limit{Epsilon: 30, Delta: 1e-5, Failure: 1e-6}, LargestEpsilon: 29.65, NoFailure: true, Failure: 1e-6}})
		text := strings.Join(strings.Fields(tuitest.Plain(b.content())), " ")
		if strings.Contains(text, "29.65 or less fits") || !strings.Contains(text, "--catalogue-delta") {
			t.Errorf("%v: it says %q", size, text[max(0, len(text)-300):])
		}
	}
}
