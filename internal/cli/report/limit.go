package report

import (
	"fmt"
	"io"
	"math"

	"dpals/accounting/ledger"
	"dpals/engine/promise"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// overlapWarning stands wherever a limit might be taken for more than it is.
const OverlapWarning = "data sets that overlap cannot be detected: the same people in another file, or with one rating changed, are a data set of their own"

func WriteLimit(out io.Writer, s ledger.Status) {
	name := canvas.Text(s.Name)
	if s.Limit == nil {
		fmt.Fprintf(out, "%s has no limit; charged %s: %s\n", name, chargedAt(s.TotalEpsilon, s.Delta), promise.NoLimit)
		return
	}
	if g := promise.OfAllRuns(s); g != nil {
		fmt.Fprintf(out, "%s: guarantee ε %g at δ %g of all runs together, %s; charged %s so far, and %s\n",
			name, g.Epsilon, g.Delta, g.Condition, promise.Epsilon(s.SpentEpsilon, s.Delta), room(s))
	} else {
		fmt.Fprintf(out, "%s: limit ε %g at δ %g, no guarantee: %s; charged %s so far, and %s\n",
			name, s.Limit.Epsilon, s.Limit.Delta, promise.WhyNone(s), promise.Epsilon(s.SpentEpsilon, s.Delta), room(s))
	}
	if part := promise.CatalogueDelta(s); part != "" {
		fmt.Fprintf(out, "part of δ for private catalogues: %s\n", part)
	}
}

// lateNote says that a limit comes after runs that were charged already, so that it may have been chosen by their
// results; "" where there are none, or where it is the limit that was.
func LateLimit(before ledger.Status, limit *ledger.Limit) string {
	switch same := before.Limit != nil && limit != nil && *before.Limit == *limit; {
	case limit == nil || before.Runs == 0 || same:
		return ""
	case before.Limit != nil:
		return fmt.Sprintf("the limit was ε %g at δ %g while %s began: the new one is a guarantee of them only if no result had a part in it",
			before.Limit.Epsilon, before.Limit.Delta, format.Plural(before.Runs, "run"))
	}
	return fmt.Sprintf("%s began before this limit: it is a guarantee of them only if no result had a part in it", format.Plural(before.Runs, "run"))
}

// chargedAt writes what was charged with the δ that it is stated at.
func chargedAt(epsilon, delta float64) string {
	if math.IsInf(epsilon, 1) {
		return promise.NoEpsilon(delta)
	}
	return fmt.Sprintf("ε %s at δ %g", format.Charge(epsilon), delta)
}

// room says what still fits.
func room(s ledger.Status) string {
	switch {
	case math.IsInf(s.LargestEpsilon, 1):
		return "there is no limit"
	case s.LargestEpsilon > 0 && s.Total.Failure > 0 && promise.CatalogueLeft(s) == 0:
		return fmt.Sprintf("a run of ε %g still fits, without a private catalogue", s.LargestEpsilon)
	case s.LargestEpsilon > 0:
		return fmt.Sprintf("a run of ε %g still fits", s.LargestEpsilon)
	case s.Running > 0:
		return "what runs under way have reserved leaves no room for another"
	}
	return "no run fits any more"
}
