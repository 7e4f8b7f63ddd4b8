package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"dpals/internal/sqlitedb"
)

// Sort is an order of runs. The zero value is the latest first.
type Sort struct {
	By      string // one of SortNames; "": started
	Reverse bool   // against the usual order of By: smallest, earliest or alphabetically last first
}

// orders are the columns that runs can be sorted by, and whether the usual order is descending. Columns without an index are
// sorted for every page, which is cheap because they have few different values.
var orders = map[string]struct {
	column string
	down   bool
}{
	"started": {"id", true}, "method": {"method", false}, "data": {"data", false}, "epsilon": {"epsilon", false},
	"test": {"test_rmse", false}, "valid": {"valid_rmse", false}, "seconds": {"seconds", false},
	"trust": {"trust", false}, "steps": {"steps", false}, "outcome": {"outcome", false}, "label": {"nullif(label, '')", false},
}

// SortNames returns the names that runs can be sorted by.
func SortNames() []string {
	return []string{"started", "method", "data", "epsilon", "test", "valid", "seconds", "trust", "steps", "outcome", "label"}
}

// sql returns an ORDER BY clause. Unknown values come last; ties are ordered by number, as in the index.
func (o Sort) sql() (string, error) {
	by := o.By
	if by == "" {
		by = "started"
	}
	order, ok := orders[by]
	if !ok {
		return "", fmt.Errorf("runs cannot be sorted by %q: choose one of %s", by, strings.Join(SortNames(), ", "))
	}
	direction := "ASC"
	if order.down != o.Reverse {
		direction = "DESC"
	}
	if order.column == "id" {
		return "id " + direction, nil
	}
	return fmt.Sprintf("%s %s NULLS LAST, id %s", order.column, direction, direction), nil
}

// datasetNumber selects the ledger's number of a run's data set.
const datasetNumber = `(SELECT d.number FROM ledger_datasets d WHERE d.fingerprint = runs.fingerprint)`

// List returns the runs that a filter selects, in order: limit of them (0: all) from offset on.
func (s *Store) List(f Filter, o Sort, limit, offset int) (all []Run, err error) {
	order, err := o.sql()
	if err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = -1
	}
	err = s.read(func(t *transaction) error {
		all, err = t.runs(f.sql()+` ORDER BY `+order+` LIMIT ? OFFSET ?`, append(slices.Clone(f.args), limit, max(0, offset))...)
		return err
	})
	return all, err
}

// Count returns the number of runs that a filter selects.
func (s *Store) Count(f Filter) (n int, err error) {
	err = s.read(func(t *transaction) error {
		query, err := t.withoutLedger(`SELECT count(*) FROM runs WHERE ` + f.sql())
		if err != nil {
			return err
		}
		return t.QueryRow(query, f.args...).Scan(&n)
	})
	return n, err
}

// Detail is everything stored of a run.
type Detail struct {
	Run
	Curve    []Iteration
	Releases []Release // from the ledger, if the run was charged
}

// Get returns a run with its curve and releases. The error wraps ErrNoRun if no run has that number.
func (s *Store) Get(id int64) (d Detail, err error) {
	err = s.read(func(t *transaction) error {
		runs, err := t.runs(`id = ?`, id)
		if err != nil {
			return err
		}
		if len(runs) == 0 {
			return noRun(id)
		}
		d.Run = runs[0]
		if d.Curve, err = t.curve(id); err != nil {
			return err
		}
		d.Releases, err = t.releases(d.Run)
		return err
	})
	return d, err
}

func noRun(id int64) error {
	return sqlitedb.Sentence(ErrNoRun, "there is no run %d: dpals runs list shows all runs", id)
}

// Delete deletes runs. Their charges stay in the ledger, because they were released. A run that is running in a living
// process is not deleted: the error wraps ErrBusy.
func (s *Store) Delete(ids ...int64) error {
	return s.write(func(t *transaction) error {
		if err := s.reapDeadRuns(t); err != nil {
			return err
		}
		for _, id := range ids {
			var training bool
			err := t.QueryRow(`SELECT outcome IS NULL AND owner <> '' FROM runs WHERE id = ?`, id).Scan(&training)
			switch {
			case errors.Is(err, sql.ErrNoRows):
				return noRun(id)
			case err != nil:
				return err
			case training:
				return sqlitedb.Sentence(ErrBusy, "run %d is running: stop it before deleting it", id)
			}
			if _, err := t.Exec(`DELETE FROM runs WHERE id = ?`, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// Pin sets or removes the pin of runs.
func (s *Store) Pin(pinned bool, ids ...int64) error {
	return s.write(func(t *transaction) error {
		for _, id := range ids {
			done, err := t.Exec(`UPDATE runs SET pinned = ? WHERE id = ?`, pinned, id)
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err == nil && n == 0 {
				return noRun(id)
			}
		}
		return nil
	})
}

// Label sets the label of a run; "" removes it.
func (s *Store) Label(id int64, label string) error {
	return s.write(func(t *transaction) error {
		runs, err := t.runs(`id = ?`, id)
		if err != nil {
			return err
		}
		if len(runs) == 0 {
			return noRun(id)
		}
		r := runs[0]
		r.Label = label
		_, err = t.Exec(`UPDATE runs SET label = ?, words = ? WHERE id = ?`, sqlitedb.CleanText(label), r.words(), id)
		return err
	})
}

// runs returns the runs that a condition selects.
func (t *transaction) runs(where string, args ...any) (all []Run, err error) {
	query, err := t.withoutLedger(`SELECT id, ` + datasetNumber + `, ` + runColumns + ` FROM runs WHERE ` + where)
	if err != nil {
		return nil, err
	}
	rows, err := t.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanRun(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, rows.Err()
}

// withoutLedger returns the query, without its reference to the ledger's table if the database has no ledger.
func (t *transaction) withoutLedger(query string) (string, error) {
	var n int
	err := t.QueryRow(`SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'ledger_datasets'`).Scan(&n)
	if n == 0 {
		query = strings.ReplaceAll(query, datasetNumber, "NULL")
	}
	return query, err
}

func scanRun(rows *sql.Rows) (r Run, err error) {
	var splitSeed, asked, settings, metrics, started, words string
	var seed, accountant, ended, outcome sql.NullString
	var epsilon, delta, mu, train, valid, test sql.NullFloat64
	var dataset, ledger, sweep, point sql.NullInt64
	var seconds float64
	err = rows.Scan(&r.ID, &dataset, &r.Origin, &r.Label, &r.Pinned, &r.Method, &r.Data, &r.fingerprint, &r.Split, &splitSeed, &r.Trust, &r.Private,
		&r.Simulation, &seed, &accountant, &epsilon, &delta, &mu, &r.MetricsWeight, &asked, &settings, &r.Iterations, &train, &valid, &test, &metrics,
		&r.MetricsPrivate, &seconds, &ledger, &sweep, &point, &r.owner, &started, &ended, &outcome, &r.Error, &r.Program, &r.Schema, &words,
		&r.Scope.Range, &r.Scope.Catalogue, &r.FailureProbability)
	if err != nil {
		return r, err
	}
	r.Dataset, r.Ledger, r.Sweep, r.Point = int(dataset.Int64), ledger.Int64, sweep.Int64, int(point.Int64)
	r.Accountant, r.Epsilon, r.Delta, r.Mu = accountant.String, epsilon.Float64, delta.Float64, mu.Float64
	r.TrainRMSE, r.ValidRMSE, r.TestRMSE = floatOrNaN(train), floatOrNaN(valid), floatOrNaN(test)
	r.Elapsed = duration(seconds)
	r.Started, r.Ended, r.Outcome = sqlitedb.ParseTime(started), sqlitedb.ParseTime(ended.String), outcome.String
	r.SplitSeed, err = strconv.ParseUint(splitSeed, 10, 64)
	if err == nil && seed.Valid {
		r.Seed = new(uint64)
		*r.Seed, err = strconv.ParseUint(seed.String, 10, 64)
	}
	var errs [3]error
	r.Given, errs[0] = decodeSettings(asked)
	r.Settings, errs[1] = decodeSettings(settings)
	errs[2] = json.Unmarshal([]byte(metrics), &r.Metrics)
	if err = errors.Join(err, errors.Join(errs[:]...)); err != nil {
		err = sqlitedb.Damaged("run %d is not as it was written", r.ID)
	}
	return r, err
}

func floatOrNaN(v sql.NullFloat64) float64 {
	if !v.Valid {
		return math.NaN()
	}
	return v.Float64
}

func (t *transaction) curve(run int64) (all []Iteration, err error) {
	rows, err := t.Query(`SELECT step, of, train_rmse, valid_rmse, deviation, epsilon, seconds FROM run_steps WHERE run = ? ORDER BY step`, run)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s Iteration
		var train, valid, epsilon sql.NullFloat64
		var seconds float64
		if err := rows.Scan(&s.T, &s.Of, &train, &valid, &s.Deviation, &epsilon, &seconds); err != nil {
			return nil, err
		}
		s.TrainRMSE, s.ValidRMSE, s.Epsilon = floatOrNaN(train), floatOrNaN(valid), floatOrNaN(epsilon)
		s.Elapsed = duration(seconds)
		all = append(all, s)
	}
	return all, rows.Err()
}

func (t *transaction) releases(r Run) (all []Release, err error) {
	table, key := "run_releases", r.ID
	if r.Ledger != 0 {
		table, key = "ledger_charges", r.Ledger
	}
	rows, err := t.Query(`SELECT name, kind, proof, sensitivity, sigma, mu, spent_mu, coalesce(pure_epsilon, 0) FROM `+table+` WHERE run = ? ORDER BY number`, key)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var q Release
		if err := rows.Scan(&q.Name, &q.Kind, &q.Proof, &q.Sensitivity, &q.Sigma, &q.Mu, &q.SpentMu, &q.Epsilon); err != nil {
			return nil, err
		}
		all = append(all, q)
	}
	return all, rows.Err()
}

func duration(seconds float64) time.Duration {
	return time.Duration(math.Round(seconds * float64(time.Second)))
}
