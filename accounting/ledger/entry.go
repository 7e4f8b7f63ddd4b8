package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"time"

	"dpals/accounting"
	"dpals/internal/sqlitedb"
)

// Run describes a run before its first release.
type Run struct {
	Dataset    string // fingerprint of all its ratings, held-out ones included
	Name       string // of the data set, as given by its user
	Method     string
	Plan       *accounting.Plan
	Simulation bool              // known noise: it protects no one, but is charged
	Settings   map[string]string // every parameter, as on the command line
}

// Outcomes that the ledger sets itself. All others come from OpenEntry.End.
const (
	Refused = "refused" // by the limit
	Died    = "died"    // its process ended without calling End
)

// OpenEntry is the entry of a run that has not ended: the run's reservation, to which its releases are charged. Safe for
// concurrent use.
type OpenEntry struct {
	ledger *Ledger
	id     int64
}

// Begin admits a run and reserves the cost of its whole plan. If the limit has no room it returns a *RefusedError and
// records the run with nothing charged. No release may be made before Begin returns, and none without Charge.
func (l *Ledger) Begin(run Run) (*OpenEntry, error) {
	p := run.Plan
	if run.Dataset == "" || p == nil || !isChargeable(p.Mu) {
		return nil, errors.New("the run cannot begin: it needs the fingerprint of its ratings and a plan of positive, finite cost")
	}
	settings, err := json.Marshal(run.Settings)
	if err != nil {
		return nil, err
	}
	owner, err := l.owner.claim()
	if err != nil {
		return nil, l.db.Explain(err)
	}
	local := 0.0
	if p.Pure {
		local = p.Epsilon
	}
	r := &row{settings: sqlitedb.CleanText(string(settings)), owner: owner, Entry: Entry{
		Dataset: run.Dataset, Name: sqlitedb.CleanText(run.Name), Method: sqlitedb.CleanText(run.Method), Accountant: p.Accountant.Name(),
		Epsilon: p.Epsilon, Delta: p.Delta, Mu: p.Mu, PureEpsilon: local, FailureProbability: p.FailureProbability, Simulation: run.Simulation, Started: time.Now(),
	}}
	var refusal error
	err = l.write(func(t *transaction) error {
		d, err := t.findOrAddDataset(run.Dataset, run.Name)
		if err != nil {
			return err
		}
		others, err := l.reapDeadRuns(t, d)
		if err != nil {
			return err
		}
		if d.limit != nil && sum(committedCost(d, others), square(p.Mu)).Cmp(square(d.limitMu)) > 0 {
			refused := newRefusal(d, others, r)
			if p.Pure {
				refused.LargestEpsilon = largestPureEpsilon(refused.LeftMu, p)
			}
			refusal = refused
		} else {
			refusal = checkFailureProbability(d, others, r)
		}
		if refusal != nil {
			r.Outcome, r.Ended = Refused, r.Started
			if err := t.dropRepeatedRefusal(r); err != nil {
				return err
			}
		} else {
			d.runs++
			d.running++
		}
		if err := d.save(t); err != nil {
			return err
		}
		return r.add(t)
	})
	if err == nil {
		err = refusal
	}
	if err != nil {
		return nil, err
	}
	return &OpenEntry{l, r.ID}, nil
}

// dropRepeatedRefusal deletes the data set's last entry if it was refused like r and has the same method and process:
// turning a knob against a limit leaves one row.
func (t *transaction) dropRepeatedRefusal(r *row) error {
	last, err := t.runs(`dataset = ?1 AND id = (SELECT MAX(id) FROM ledger_runs WHERE dataset = ?1)`, r.Dataset)
	if err != nil || len(last) == 0 || !last[0].wasRefusedAtStart() || last[0].owner != r.owner || last[0].Method != r.Method {
		return err
	}
	_, err = t.Exec(`DELETE FROM ledger_runs WHERE id = ?`, last[0].ID)
	return err
}

// committedCost returns the charges of ended runs plus the plans of running ones.
func committedCost(d *dataset, running []*row) *big.Int {
	total := sum(d.settled)
	for _, r := range running {
		total.Add(total, square(r.Mu))
	}
	return total
}

// reapDeadRuns ends the entries of dead processes and returns those that are still running.
func (l *Ledger) reapDeadRuns(t *transaction, d *dataset) (alive []*row, err error) {
	all, err := t.running(d)
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		if !l.owner.isDead(r.owner) {
			alive = append(alive, r)
			continue
		}
		if err := r.settle(t, d, Died); err != nil {
			return nil, err
		}
	}
	return alive, nil
}

// settle ends an entry: its charges stay, the rest of its reservation is free. The caller saves the data set.
func (r *row) settle(t *transaction, d *dataset, outcome string) error {
	r.Outcome, r.Ended = outcome, time.Now()
	d.settled.Add(d.settled, square(r.SpentMu))
	d.failureProbability = addFailureProbabilities(d.failureProbability, r.chargedFailureProbability())
	d.running--
	return r.save(t)
}

// wasRefusedAtStart reports whether the run was refused before its first release, so that it does not count as admitted.
func (r *row) wasRefusedAtStart() bool { return r.Outcome == Refused && r.Charges == 0 }

// ID returns the entry's number in the ledger.
func (a *OpenEntry) ID() int64 { return a.id }

// Charge charges releases, all or none, and returns once the charges are on disk: only then may their noise be drawn. After
// any error none of them may be made. A *RefusedError means that the limit was lowered during the run.
func (a *OpenEntry) Charge(charges ...accounting.Charge) error {
	if len(charges) == 0 {
		return nil
	}
	first := charges[0].Name
	for _, c := range charges {
		if !isChargeable(c.Release.Mu) {
			return fmt.Errorf("release %q: its cost μ = %g cannot be charged: it must be positive and finite", c.Name, c.Release.Mu)
		}
	}
	return a.ledger.writeDurably(func(t *transaction) error {
		r, d, err := a.rows(t)
		if err != nil {
			return err
		}
		if r.Outcome != "" {
			return fmt.Errorf("release %q is refused: run %d has ended, %s", first, a.id, r.Outcome)
		}
		for _, c := range charges {
			if r.SpentMu = accounting.Compose(r.SpentMu, c.Release.Mu); r.SpentMu > r.Mu {
				return fmt.Errorf("release %q is refused: it exceeds what run %d has reserved", c.Name, a.id)
			}
			r.Charges++
			if err := t.saveCharge(r.ID, r.Charges, Release{c.Release, r.SpentMu, time.Now()}); err != nil {
				return err
			}
		}
		if d.limit != nil {
			// The limit may have been lowered since. Reservations of other runs do not count: they are checked here as well.
			running, err := t.running(d)
			if err != nil {
				return err
			}
			total := sum(d.settled, square(r.SpentMu))
			for _, other := range running {
				if other.ID != r.ID {
					total.Add(total, square(other.SpentMu))
				}
			}
			if total.Cmp(square(d.limitMu)) > 0 {
				refusal := newRefusal(d, running, r)
				refusal.Release = first
				return refusal
			}
			if refusal := checkFailureProbability(d, running, r); refusal != nil {
				return refusal
			}
		}
		return r.save(t)
	})
}

// End ends the entry and frees what it reserved but was not charged. The outcome is a word for the history: "done". Ending
// an entry twice changes nothing.
func (a *OpenEntry) End(outcome string) error {
	if outcome == "" {
		return errors.New("the run cannot end: it needs an outcome")
	}
	return a.ledger.write(func(t *transaction) error {
		r, d, err := a.rows(t)
		if err != nil || r.Outcome != "" {
			return err
		}
		if err := r.settle(t, d, sqlitedb.CleanText(outcome)); err != nil {
			return err
		}
		if r.wasRefusedAtStart() {
			d.runs--
		}
		return d.save(t)
	})
}

// rows returns the rows of the entry and of its data set.
func (a *OpenEntry) rows(t *transaction) (*row, *dataset, error) {
	all, err := t.runs(`id = ?`, a.id)
	if err != nil {
		return nil, nil, err
	}
	if len(all) != 1 {
		return nil, nil, sqlitedb.Damaged("run %d is missing", a.id)
	}
	d, err := t.dataset(all[0].Dataset)
	if err == nil && d == nil {
		err = sqlitedb.Damaged("the data set of run %d is missing", a.id)
	}
	return all[0], d, err
}
