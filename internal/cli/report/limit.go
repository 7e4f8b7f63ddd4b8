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

// OverlapWarning is the note beside every limit.
const OverlapWarning = "overlapping data sets are not detected: the same people in another file, or with one rating changed, are another data set"

// WriteLimit writes the limit of a data set, and what it guarantees.
func WriteLimit(out io.Writer, s ledger.Status) {
	name := canvas.Text(s.Name)
	if s.Limit == nil {
		fmt.Fprintf(out, "%s has no limit; charged %s: %s\n", name, chargedAt(s.TotalEpsilon, s.Delta), promise.NoLimit)
		return
	}
	if g := promise.OfAllRuns(s); g != nil {
		fmt.Fprintf(out, "%s: guarantee ε %g at δ %g for all runs together, %s; charged %s so far; %s\n",
			name, g.Epsilon, g.Delta, g.Condition, promise.Epsilon(s.SpentEpsilon, s.Delta), room(s))
	} else {
		fmt.Fprintf(out, "%s: limit ε %g at δ %g, no guarantee: %s; charged %s so far; %s\n",
			name, s.Limit.Epsilon, s.Limit.Delta, promise.WhyNone(s), promise.Epsilon(s.SpentEpsilon, s.Delta), room(s))
	}
	if part := promise.CatalogueDelta(s); part != "" {
		fmt.Fprintf(out, "part of δ for private catalogues: %s\n", part)
	}
}

// LateLimit returns a note that a limit comes after charged runs, so that their results may have influenced it; "" where
// there are none, or where the limit is unchanged.
func LateLimit(before ledger.Status, limit *ledger.Limit) string {
	const onlyIf = "for them it is a guarantee only if no result influenced it"
	switch same := before.Limit != nil && limit != nil && *before.Limit == *limit; {
	case limit == nil || before.Runs == 0 || same:
		return ""
	case before.Limit != nil:
		return fmt.Sprintf("the limit was ε %g at δ %g when %s started; the new limit comes after them: %s",
			before.Limit.Epsilon, before.Limit.Delta, format.Plural(before.Runs, "run"), onlyIf)
	}
	return fmt.Sprintf("%s started before this limit; %s", format.Plural(before.Runs, "run"), onlyIf)
}

// chargedAt returns what was charged, with its δ.
func chargedAt(epsilon, delta float64) string {
	if math.IsInf(epsilon, 1) {
		return promise.NoEpsilon(delta)
	}
	return fmt.Sprintf("ε %s at δ %g", format.Charge(epsilon), delta)
}

// room returns what still fits.
func room(s ledger.Status) string {
	switch {
	case math.IsInf(s.LargestEpsilon, 1):
		return "there is no limit"
	case s.LargestEpsilon > 0 && s.Total.FailureProbability > 0 && promise.CatalogueLeft(s) == 0:
		return fmt.Sprintf("a run of ε %g still fits, without a private catalogue", s.LargestEpsilon)
	case s.LargestEpsilon > 0:
		return fmt.Sprintf("a run of ε %g still fits", s.LargestEpsilon)
	case s.Running > 0:
		return "runs under way have reserved the rest"
	}
	return "no further run fits"
}
