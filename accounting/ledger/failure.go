package ledger

import "dpals/accounting"

// A run with a threshold, such as a private catalogue, has a failure probability, which is a part of δ and adds up over runs.
// It does not trade against μ: a limit fixes beforehand how much of its δ is for failures. If one could be traded for the
// other while runs are chosen, the same δ could be spent twice.

// failureRoom returns the limit's FailureProbability plus room for the roundings of sums, so that a part of δ meant for
// three runs has room for three.
func (l Limit) failureRoom() float64 { return l.FailureProbability * (1 + 0x1p-40) }

// AllowsFailure reports whether thresholds of all runs together may fail with the given probability.
func (l Limit) AllowsFailure(probability float64) bool { return probability <= l.failureRoom() }

// chargedFailureProbability returns the failure probability of the run's thresholds: all of it once anything was charged.
func (r *row) chargedFailureProbability() float64 {
	if r.Charges == 0 {
		return 0
	}
	return r.FailureProbability
}

// addFailureProbabilities returns the sum of two failure probabilities, rounded up.
func addFailureProbabilities(a, b float64) float64 {
	return accounting.TotalCost{FailureProbability: a}.Plus(accounting.TotalCost{FailureProbability: b}).FailureProbability
}

// chargedFailureProbability returns the failure probability of the thresholds of a data set's runs, ended and running.
func chargedFailureProbability(d *dataset, running []*row) float64 {
	total := d.failureProbability
	for _, r := range running {
		total = addFailureProbabilities(total, r.chargedFailureProbability())
	}
	return total
}

// checkFailureProbability returns a refusal if the limit has no room for the thresholds of a run. Thresholds of other running
// runs count in full. If the charged failure probabilities already exceed the limit's part of δ, as after lowering the
// limit, less of δ is left for everything else than the limit assumes, so runs without a threshold are refused as well.
func checkFailureProbability(d *dataset, running []*row, r *row) error {
	if d.limit == nil {
		return nil
	}
	taken := d.failureProbability
	for _, other := range running {
		if other.ID != r.ID {
			taken = addFailureProbabilities(taken, other.FailureProbability)
		}
	}
	left := d.limit.failureRoom() - taken
	if r.FailureProbability <= left {
		return nil
	}
	if left < d.limit.FailureProbability*0x1p-30 { // only roundings are left
		left = 0
	}
	refused := newRefusal(d, running, r)
	refused.FailureExceeded, refused.FailureProbability, refused.LeftFailureProbability = true, r.FailureProbability, left
	return refused
}
