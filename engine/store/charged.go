package store

import (
	"context"

	"dpals/accounting"
	"dpals/engine"
)

// Charged returns the ε of the run's charged releases, at its δ. It is less than Epsilon if the run ended before its plan
// was complete. It is not a guarantee of such a run: only the planned Epsilon, which was fixed before, is one.
func (d Detail) Charged() (epsilon float64, err error) {
	n := len(d.Releases)
	if n == 0 {
		return 0, nil
	}
	var total accounting.TotalCost
	for _, r := range d.Releases {
		total = total.Plus(accounting.TotalCost{PureEpsilon: r.Epsilon})
	}
	if total.PureEpsilon > 0 {
		return total.PureEpsilon, nil
	}
	conversion, err := accounting.AccountantNamed(d.Accountant)
	if err != nil {
		return 0, err
	}
	return conversion.Epsilon(d.Releases[n-1].SpentMu, accounting.RemainingDelta(d.Delta, d.FailureProbability))
}

// FailureReason returns why the run did not end as done, in words for its user; "" if there is no reason.
func (r Run) FailureReason() string {
	if r.Outcome == engine.Cancelled.String() && r.Error == context.Canceled.Error() {
		return "cancelled by the user"
	}
	return r.Error
}
