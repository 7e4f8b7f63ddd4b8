package ledger

import (
	"math/big"

	"dpals/accounting"
	"dpals/internal/sqlitedb"
)

// HistoryEntry is an entry in the history of a data set, with the sum of all charges up to it. The sum is not a guarantee.
type HistoryEntry struct {
	Entry
	Total accounting.TotalCost // of this entry and those before it
}

// History returns the entries of a data set as Runs does, with their running totals.
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

// totalCost splits the charges of a data set into Gaussian releases and local reports. It reads only the runs of local
// reports; one that a damaged index hides counts as Gaussian, which never states less.
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
		return total, sqlitedb.Damaged("the local reports of data set %d cost more than all its runs", d.number)
	}
	total.Mu, total.GaussianMu = rootUp(paid), rootUp(gaussian)
	return total, nil
}

// chargedTo returns the total of a run's charges. For local reports it reads the charges only if some were not made.
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
