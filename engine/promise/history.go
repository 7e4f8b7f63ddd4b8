package promise

import (
	"fmt"

	"dpals/accounting"
	"dpals/accounting/ledger"
)

// OfHistory is OfAllRuns and WhyNone for a caller that has the history of the data set as well: it also finds a limit
// that was set or lowered after a run whose plan it does not allow.
func OfHistory(s ledger.Status, history []ledger.HistoryEntry) (g *Guarantee, why string) {
	g, why = OfAllRuns(s), WhyNone(s)
	if late := FirstBeyond(s.Limit, history); g != nil && late != 0 {
		return nil, fmt.Sprintf("the limit was set or lowered after run %d began, whose plan it does not allow", late)
	}
	return g, why
}

// FirstBeyond returns the number of the first run that the limit would not have admitted; 0 for none, or without a limit.
// What earlier runs were charged in the end, they had at least reserved when the run began.
func FirstBeyond(limit *ledger.Limit, history []ledger.HistoryEntry) int64 {
	if limit == nil {
		return 0
	}
	for i, r := range history {
		planned := accounting.TotalCost{Mu: r.Mu, FailureProbability: r.FailureProbability}
		if i > 0 {
			planned = planned.Plus(history[i-1].Total)
		}
		// Every addition rounds up, so that a sum that just meets the limit may exceed it.
		before := ledger.Status{Limit: limit, SpentMu: planned.Mu * (1 - 0x1p-30)}
		before.Total.FailureProbability = planned.FailureProbability * (1 - 0x1p-30)
		if r.Outcome != ledger.Refused && HasPassed(before) {
			return r.ID
		}
	}
	return 0
}

// OfKind returns the ε of the releases of a kind as if there were no others. Those of catalogues have all failures.
func OfKind(s ledger.Status, k ledger.Kind) (float64, error) {
	total := accounting.TotalCost{Mu: k.Mu}
	if k.Name == Catalogue {
		total.FailureProbability = s.Total.FailureProbability
	}
	return total.Epsilon(accounting.Exact, s.Delta)
}

// LimitUsed returns the fraction of the limit's μ² that is charged, at most 1. It is false without a limit, and for a limit
// that allows nothing.
func LimitUsed(s ledger.Status) (fraction float64, ok bool) {
	if s.Limit == nil {
		return 0, false
	}
	most, err := s.Limit.TotalCost()
	if err != nil || most.Mu == 0 {
		return 0, false
	}
	return min(1, s.SpentMu*s.SpentMu/(most.Mu*most.Mu)), true
}
