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

// DefaultDelta is the δ at which costs are stated on a data set that has no limit.
const DefaultDelta = 1e-5

// Status is where a data set stands. What was charged is a sum up to now; the guarantee of all runs is the limit alone.
type Status struct {
	Dataset string // fingerprint, never to be shown or exported
	Number  int    // what to call it instead, from 1; 0 where nothing is known of it
	Name    string // as last named
	Limit   *Limit // nil: none
	Delta   float64

	SpentMu        float64 // by all runs, those under way included: what is held against the limit
	SpentEpsilon   float64 // the same at Delta, by the exact curve
	Total          accounting.TotalCost
	TotalEpsilon   float64 // of Total at Delta: SpentEpsilon, or less where local reports were dear
	ReservedMu     float64 // what runs under way may spend beyond that
	LeftMu         float64 // of the limit; +Inf without one
	LargestEpsilon float64 // of a run that would fit at Delta, rounded down to four digits; +Inf without a limit
	Runs           int     // admitted so far
	Running        int
}

// Status returns where a data set stands; of one that it does not know, that nothing is spent. It costs the same
// however many runs there were.
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

// Datasets returns where every data set stands, in the order they became known.
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
	// What the dead reserved is free; the next run that begins puts that on record.
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
	if d.limit != nil && s.Total.FailureProbability > d.limit.failureRoom() {
		s.LeftMu, s.LargestEpsilon = 0, 0
	}
	if s.SpentEpsilon, err = accounting.Exact.Epsilon(s.SpentMu, accounting.RemainingDelta(s.Delta, s.Total.FailureProbability)); err != nil {
		return s, err
	}
	s.TotalEpsilon, err = s.Total.Epsilon(accounting.Exact, s.Delta)
	return s, err
}

// Entry is a run in the ledger.
type Entry struct {
	ID                 int64
	Dataset            string // fingerprint, never to be shown or exported
	Name               string // of the data set, as the run's user named it
	Method             string
	Accountant         string
	Epsilon, Delta     float64 // of the plan
	Mu                 float64 // of the plan
	PureEpsilon        float64 // of a plan of local reports, which is its Epsilon too and holds at δ = 0; 0 for all else
	FailureProbability float64 // the part of Delta that the thresholds of the plan may fail with
	Simulation         bool
	Settings           map[string]string
	Started, Ended     time.Time // Ended is zero while the run is under way, and where its death is not on record yet
	Outcome            string    // "" while the run is under way
	SpentMu            float64   // of its charges
	Charges            int64
}

// Release is a charged release.
type Release struct {
	accounting.Release           // Name, Kind, Proof, Sensitivity, Sigma, Mu; Local and Epsilon of local reports
	SpentMu            float64   // by the run, this release included
	Charged            time.Time // before its noise was drawn
}

// Runs returns the history of a data set, the first run first, refused ones included.
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

// entry is a run as its row and the life of its process tell it.
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

// Kind is what all releases of one kind cost together.
type Kind struct {
	Name     string
	Releases int
	Mu       float64
}

// Kinds returns what a data set's releases cost by kind, the dearest first.
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

// Releases returns what a run was charged, in order.
func (l *Ledger) Releases(run int64) (all []Release, err error) {
	err = l.read(func(t *transaction) error {
		rows, err := t.runs(`id = ?`, run)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return fmt.Errorf("the ledger has no run %d", run)
		}
		all, err = t.charges(rows[0])
		return err
	})
	return all, err
}
