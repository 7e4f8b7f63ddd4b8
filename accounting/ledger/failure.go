package ledger

import (
	"slices"

	"dpals/accounting"
)

// A run with a threshold, such as a private catalogue, is covered but for a chance of failure, which is a part of δ and adds up
// over runs. It does not trade against μ: a limit fixes beforehand how much of its δ is for failures. Trading one for
// the other as runs are chosen would let an owner who has seen much loss spend the same δ twice.

// roomForFailures is Failure with room for the roundings of what is added up to it, so that a part of δ for three runs
// has room for three. The limit's μ is that of what is left of δ beyond it.
func (l *Limit) roomForFailures() float64 { return l.Failure * (1 + 0x1p-40) }

// spentFailure is what the run's thresholds may have failed with: all of it once anything was charged.
func (r *row) spentFailure() float64 {
	if r.Charges == 0 {
		return 0
	}
	return r.Failure
}

// failures adds up what the thresholds of a data set's runs may have failed with.
func (t *transaction) failures(d *dataset) (total float64, err error) {
	rows, err := t.runs(`dataset = ? AND failure IS NOT NULL`, d.fingerprint)
	for _, r := range rows {
		total = accounting.Total{Failure: total}.Plus(accounting.Total{Failure: r.spentFailure()}).Failure
	}
	return total, err
}

// refuseFailure returns why the limit has no room for a run's thresholds, nil where it has. Those of other runs under way
// count whole.
func (t *transaction) refuseFailure(d *dataset, running []*row, r *row) (error, error) {
	if d.limit == nil || r.Failure == 0 {
		return nil, nil
	}
	rows, err := t.runs(`dataset = ? AND failure IS NOT NULL AND id <> ?`, d.fingerprint, r.ID)
	if err != nil {
		return nil, err
	}
	left := d.limit.roomForFailures()
	for _, other := range rows {
		if slices.ContainsFunc(running, func(alive *row) bool { return alive.ID == other.ID }) {
			left -= other.Failure
		} else {
			left -= other.spentFailure()
		}
	}
	if r.Failure <= left {
		return nil, nil
	}
	refused := refuse(d, running, r)
	refused.Failure, refused.LeftFailure = r.Failure, max(0, left)
	return refused, nil
}
