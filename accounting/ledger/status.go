package ledger

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"time"

	"dpals/accounting"
	"dpals/internal/sqlitedb"
)

// DefaultDelta is the δ at which costs are stated for a data set without a limit.
const DefaultDelta = 1e-5

// Status is what a data set was charged and what is left of its limit. The charges are a sum up to now and not a guarantee;
// only the limit is one.
type Status struct {
	Dataset string // fingerprint: never show or export it
	Number  int    // to show instead, from 1; 0 for an unknown data set
	Name    string // as last named
	Limit   *Limit // nil: none
	Delta   float64

	SpentMu        float64 // by all runs, running ones included: compared with the limit
	SpentEpsilon   float64 // SpentMu as ε at Delta, by the exact curve
	Total          accounting.TotalCost
	TotalEpsilon   float64 // of Total at Delta: SpentEpsilon, or less if local reports cost much
	ReservedMu     float64 // what running runs may still spend
	LeftMu         float64 // of the limit; +Inf without one
	LargestEpsilon float64 // of a run at Delta that would be admitted, rounded down to four digits; +Inf without a limit
	Runs           int     // admitted so far
	Running        int
}

// Status returns the status of a data set. An unknown data set has no charges. Its time does not depend on the number of
// runs.
func (l *Ledger) Status(fingerprint string) (Status, error) {
	var s Status
	err := l.read(func(t *transaction) error {
		d, err := t.dataset(fingerprint)
		if err != nil {
			return err
		}
		if d == nil {
			d = &dataset{fingerprint: fingerprint, settled: sum()}
		}
		s, err = l.status(t, d)
		return err
	})
	return s, err
}

// Datasets returns the status of every data set, in the order in which they were added.
func (l *Ledger) Datasets() (all []Status, err error) {
	err = l.read(func(t *transaction) error {
		rows, err := t.datasets()
		if err != nil {
			return err
		}
		all = make([]Status, len(rows))
		for i, d := range rows {
			if all[i], err = l.status(t, d); err != nil {
				return err
			}
		}
		return nil
	})
	return all, err
}

func (l *Ledger) status(t *transaction, d *dataset) (Status, error) {
	s := Status{Dataset: d.fingerprint, Number: int(d.number), Name: d.name, Limit: d.limit, Delta: DefaultDelta, Runs: int(d.runs)}
	if d.limit != nil {
		s.Delta = d.limit.Delta
	}
	running, err := t.running(d)
	if err != nil {
		return s, err
	}
	paid := chargedCost(d, running)
	// Reservations of dead processes are free; the next run that begins records this.
	alive := running[:0:0]
	for _, r := range running {
		if l.owner.isDead(r.owner) {
			d.settled.Add(d.settled, square(r.SpentMu))
			d.failureProbability = addFailureProbabilities(d.failureProbability, r.chargedFailureProbability())
		} else {
			alive = append(alive, r)
		}
	}
	s.Running = len(alive)
	s.SpentMu = rootUp(paid)
	s.ReservedMu = rootUp(new(big.Int).Sub(committedCost(d, alive), paid))
	s.LeftMu = remainingMu(d, alive)
	s.LargestEpsilon = largestEpsilon(s.LeftMu, s.Delta)
	if s.Total, err = t.totalCost(d, paid); err != nil {
		return s, err
	}
	s.Total.FailureProbability = chargedFailureProbability(d, alive)
	if d.limit != nil && !d.limit.AllowsFailure(s.Total.FailureProbability) {
		s.LeftMu, s.LargestEpsilon = 0, 0
	}
	if s.SpentEpsilon, err = accounting.Exact.Epsilon(s.SpentMu, accounting.RemainingDelta(s.Delta, s.Total.FailureProbability)); err != nil {
		return s, err
	}
	s.TotalEpsilon, err = s.Total.Epsilon(accounting.Exact, s.Delta)
	return s, err
}

// Entry is the ledger's record of one run and its charges.
type Entry struct {
	ID                 int64
	Dataset            string // fingerprint: never show or export it
	Name               string // of the data set, as given by its user
	Method             string
	Accountant         string
	Epsilon, Delta     float64 // of the plan
	Mu                 float64 // of the plan
	PureEpsilon        float64 // of a plan of local reports, equal to Epsilon, at δ = 0; otherwise 0
	FailureProbability float64 // of the plan's thresholds, a part of Delta
	Simulation         bool
	Settings           map[string]string
	Started, Ended     time.Time // Ended is zero while the run is running, and until its death is recorded
	Outcome            string    // "" while the run is running
	SpentMu            float64   // of its charges
	Charges            int64
}

// Release is a charged release.
type Release struct {
	accounting.Release           // with Name, Kind, Proof, Sensitivity, Sigma, Mu; Local and Epsilon of local reports
	SpentMu            float64   // by the run, this release included
	Charged            time.Time // before its noise was drawn
}

// Runs returns the entries of a data set, oldest first, refused ones included.
func (l *Ledger) Runs(fingerprint string) (all []Entry, err error) {
	err = l.read(func(t *transaction) error {
		rows, err := t.runs(`dataset = ?`, fingerprint)
		if err != nil {
			return err
		}
		all = make([]Entry, len(rows))
		for i, r := range rows {
			if all[i], err = l.entry(r); err != nil {
				return err
			}
		}
		return nil
	})
	return all, err
}

// entry returns the entry of a row. Its outcome is Died if its process is dead.
func (l *Ledger) entry(r *row) (Entry, error) {
	e, err := r.entry()
	if r.Outcome == "" && l.owner.isDead(r.owner) {
		e.Outcome = Died
	}
	return e, err
}

func (r *row) entry() (Entry, error) {
	e := r.Entry
	if err := json.Unmarshal([]byte(r.settings), &e.Settings); err != nil {
		return e, sqlitedb.Damaged("the settings of run %d are not JSON", r.ID)
	}
	return e, nil
}

// Kind is the total cost of all releases of one kind.
type Kind struct {
	Name     string
	Releases int
	Mu       float64
}

// Kinds returns the cost of a data set's releases by kind, the largest first.
func (l *Ledger) Kinds(fingerprint string) (kinds []Kind, err error) {
	err = l.read(func(t *transaction) error {
		runs, err := t.runs(`dataset = ?`, fingerprint)
		if err != nil {
			return err
		}
		costs := make(map[string]*big.Int)
		counts := make(map[string]int)
		for _, run := range runs {
			releases, err := t.charges(run)
			if err != nil {
				return err
			}
			for _, r := range releases {
				if costs[r.Kind] == nil {
					costs[r.Kind] = new(big.Int)
				}
				costs[r.Kind].Add(costs[r.Kind], square(r.Mu))
				counts[r.Kind]++
			}
		}
		for name, cost := range costs {
			kinds = append(kinds, Kind{name, counts[name], rootUp(cost)})
		}
		slices.SortFunc(kinds, func(a, b Kind) int {
			return cmp.Or(cmp.Compare(b.Mu, a.Mu), cmp.Compare(a.Name, b.Name))
		})
		return nil
	})
	return kinds, err
}

// Releases returns the charged releases of a run, in order.
func (l *Ledger) Releases(run int64) (all []Release, err error) {
	err = l.read(func(t *transaction) error {
		rows, err := t.runs(`id = ?`, run)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return fmt.Errorf("the ledger has no run %d: dpals ledger show lists its runs", run)
		}
		all, err = t.charges(rows[0])
		return err
	})
	return all, err
}
