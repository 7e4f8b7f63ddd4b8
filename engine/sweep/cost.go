package sweep

import (
	"slices"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
)

// Cost is what the remaining points of a sweep will charge to one data set.
type Cost struct {
	Data       string // name
	Runs       int    // with releases
	Simulation bool   // the runs protect no user, and are still charged
	Mu         float64
	Failure    float64 // part of Delta for the failure of their private catalogues
	Delta      float64
	// Epsilon is that of these runs together at Delta: the least that is proved, or under a limit as that counts them, which
	// is through μ. It is +Inf if Failure takes all of Delta. Spent and Together state theirs in the same way.
	Epsilon  float64
	Spent    float64       // ε of what was charged before
	Together float64       // ε with it
	Before   ledger.Status // status of the data set before it
	Limit    *ledger.Limit // nil: none
	Fits     bool          // into what is left of the limit
}

// Costs returns what Start will charge, by data set, without data sets that are charged nothing.
func (s *Sweep) Costs() ([]Cost, error) {
	var all []Cost
	for i, problem := range s.problems {
		// The same ratings under two names are one data set.
		first := slices.IndexFunc(s.problems, func(p engine.Problem) bool { return p.Fingerprint == problem.Fingerprint })
		if first < i {
			continue
		}
		var own accounting.TotalCost
		c := Cost{Data: s.Spec.Data[i], Simulation: s.Spec.Seed != nil, Delta: s.Spec.Delta, Fits: true}
		for _, p := range s.points {
			if p.result == nil && p.cost.Mu > 0 && s.problems[s.cells[p.cell].data].Fingerprint == problem.Fingerprint {
				c.Runs++
				own = own.Plus(p.cost)
			}
		}
		if c.Runs == 0 {
			continue
		}
		if err := c.compare(own, s.environment.Ledger, problem.Fingerprint); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// compare fills in what runs that cost own come to beside earlier charges and the limit.
func (c *Cost) compare(own accounting.TotalCost, l *ledger.Ledger, fingerprint string) (err error) {
	var spent accounting.TotalCost
	c.Mu, c.Failure = own.Mu, own.FailureProbability
	if l != nil {
		status, err := l.Status(fingerprint)
		if err != nil {
			return err
		}
		c.Before = status
		spent = status.Total
		c.Limit, c.Fits = status.Limit, c.Mu <= status.LeftMu
		if c.Limit != nil {
			c.Delta = c.Limit.Delta
			own = accounting.TotalCost{Mu: own.Mu, FailureProbability: own.FailureProbability}
			spent = accounting.TotalCost{Mu: spent.Mu, FailureProbability: spent.FailureProbability}
			c.Fits = c.Fits && (c.Failure == 0 || c.Limit.AllowsFailure(c.Failure+spent.FailureProbability))
		}
	}
	for _, q := range []struct {
		to    *float64
		total accounting.TotalCost
	}{{&c.Epsilon, own}, {&c.Spent, spent}, {&c.Together, spent.Plus(own)}} {
		if *q.to, err = q.total.Epsilon(accounting.Exact, c.Delta); err != nil {
			return err
		}
	}
	return nil
}
