package store

import (
	"context"

	"dpals/accounting"
	"dpals/engine"
)

// Charged returns the ε of the releases that the run was charged, at its δ: a part of Epsilon where the run ended before
// its plan did. It is no guarantee of such a run, which is the planned Epsilon, fixed before.
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

// FailureReason says why a run is not done, as its user is to be told; "" where there is nothing to say.
func (r Run) FailureReason() string {
	if r.Outcome == engine.Cancelled.String() && r.Error == context.Canceled.Error() {
		return "cancelled by the user"
	}
	return r.Error
}
