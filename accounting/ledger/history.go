package ledger

import (
	"math/big"

	"dpals/accounting"
	"dpals/internal/sqlitedb"
)

// HistoryEntry is a run in the history of a data set, and what all runs up to it were charged together: a sum, no guarantee.
type HistoryEntry struct {
	Entry
	Total accounting.TotalCost // of this run and those before it
}

// History returns the runs of a data set as Runs does, with what they add up to.
func (l *Ledger) History(fingerprint string) (all []HistoryEntry, err error) {
	err = l.read(func(t *transaction) error {
		rows, err := t.runs(`dataset = ?`, fingerprint)
		if err != nil {
			return err
		}
		all = make([]HistoryEntry, len(rows))
		var total accounting.TotalCost
		for i, r := range rows {
			if all[i].Entry, err = l.entry(r); err != nil {
				return err
			}
			spent, err := t.chargedTo(r)
			if err != nil {
				return err
			}
			total = total.Plus(spent)
			all[i].Total = total
		}
		return nil
	})
	return all, err
}

// totalCost splits what a data set has paid into what Gaussian releases cost and what local reports do. It reads the local
// runs alone; one that a damaged index hides counts as Gaussian, which states no less.
func (t *transaction) totalCost(d *dataset, paid *big.Int) (accounting.TotalCost, error) {
	var total accounting.TotalCost
	local, err := t.runs(`dataset = ? AND pure_epsilon IS NOT NULL`, d.fingerprint)
	if err != nil {
		return total, err
	}
	gaussian := sum(paid)
	for _, r := range local {
		spent, err := t.chargedTo(r)
		if err != nil {
			return total, err
		}
		total = total.Plus(accounting.TotalCost{PureEpsilon: spent.PureEpsilon})
		gaussian.Sub(gaussian, square(r.SpentMu))
	}
	if gaussian.Sign() < 0 {
		return total, sqlitedb.Damaged("the runs of data set %d were charged more than it has paid", d.number)
	}
	total.Mu, total.GaussianMu = rootUp(paid), rootUp(gaussian)
	return total, nil
}

// spent is what a run was charged. Of local reports the charges themselves are read only where some were not made.
func (t *transaction) chargedTo(r *row) (spent accounting.TotalCost, err error) {
	switch {
	case r.PureEpsilon == 0:
		return accounting.TotalCost{Mu: r.SpentMu, GaussianMu: r.SpentMu, FailureProbability: r.chargedFailureProbability()}, nil
	case r.SpentMu == r.Mu:
		return accounting.TotalCost{Mu: r.SpentMu, PureEpsilon: r.PureEpsilon}, nil
	}
	charges, err := t.charges(r)
	for _, c := range charges {
		spent = spent.PlusRelease(c.Release)
	}
	return spent, err
}
