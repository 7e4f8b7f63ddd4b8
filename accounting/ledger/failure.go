package ledger

import "dpals/accounting"

// A run with a threshold, such as a private catalogue, is covered but for a chance of failure, which is a part of δ and adds up
// over runs. It does not trade against μ: a limit fixes beforehand how much of its δ is for failures. Trading one for
// the other as runs are chosen would let an owner who has seen much loss spend the same δ twice.

// failureRoom is Failure with room for the roundings of what is added up to it, so that a part of δ for three runs
// has room for three. The limit's μ is that of what is left of δ beyond it.
func (l *Limit) failureRoom() float64 { return l.FailureProbability * (1 + 0x1p-40) }

// chargedFailureProbability is what the run's thresholds may have failed with: all of it once anything was charged.
func (r *row) chargedFailureProbability() float64 {
	if r.Charges == 0 {
		return 0
	}
	return r.FailureProbability
}

// addFailureProbabilities returns what two runs may have failed with together.
func addFailureProbabilities(a, b float64) float64 {
	return accounting.TotalCost{FailureProbability: a}.Plus(accounting.TotalCost{FailureProbability: b}).FailureProbability
}

// chargedFailureProbability is what the thresholds of a data set's runs may have failed with: those that ended, and those under way.
func chargedFailureProbability(d *dataset, running []*row) float64 {
	total := d.failureProbability
	for _, r := range running {
		total = addFailureProbabilities(total, r.chargedFailureProbability())
	}
	return total
}

// checkFailureProbability returns why the limit has no room for a run and its thresholds, nil where it has. Those of other runs
// under way count whole. Where failures have passed what the limit keeps for them, as under a limit that was lowered, the
// rest of its δ is not whole any more, so that runs without a threshold are refused as well.
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
	if left < d.limit.FailureProbability*0x1p-30 { // roundings of what is used up
		left = 0
	}
	refused := newRefusal(d, running, r)
	refused.FailureExceeded, refused.FailureProbability, refused.LeftFailureProbability = true, r.FailureProbability, left
	return refused
}
