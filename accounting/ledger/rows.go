package ledger

import (
	"database/sql"
	"errors"
	"math/big"

	"dpals/accounting"
	"dpals/internal/sqlitedb"
)

// transaction reads and writes rows.
type transaction struct{ *sql.Tx }

// head is the ledger's one row about itself.
type head struct{ changes, datasets int64 }

func (h head) seal() int64 { return seal("head", h.changes, h.datasets) }

func (t *transaction) head() (h head, err error) {
	var sealed int64
	if err = t.QueryRow(`SELECT changes, datasets, seal FROM ledger_head WHERE id = 1`).Scan(&h.changes, &h.datasets, &sealed); err == nil && sealed != h.seal() {
		err = sqlitedb.Damaged("its head is not as it was written")
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = sqlitedb.Damaged("its head is missing")
	}
	return h, err
}

func (t *transaction) saveHead(h head) error {
	_, err := t.Exec(`INSERT OR REPLACE INTO ledger_head VALUES (1, ?, ?, ?)`, h.changes, h.datasets, h.seal())
	return err
}

// countChange adds one to the number of changes and returns it.
func (t *transaction) countChange() (int64, error) {
	h, err := t.head()
	if err != nil {
		return 0, err
	}
	h.changes++
	return h.changes, t.saveHead(h)
}

// dataset is a row of ledger_datasets.
type dataset struct {
	fingerprint, name  string
	number             int64
	limit              *Limit
	limitMu            float64  // 0 without a limit
	settled            *big.Int // of ended runs
	failureProbability float64  // of ended runs that were charged
	runs, running      int64
}

func (d *dataset) columns() []any {
	var epsilon, delta, mu any
	if d.limit != nil {
		epsilon, delta, mu = d.limit.Epsilon, d.limit.Delta, d.limitMu
	}
	return []any{d.fingerprint, d.number, d.name, epsilon, delta, mu, d.settled.Text(16), d.runs, d.running}
}

func (d *dataset) save(t *transaction) error {
	c := d.columns()
	_, err := t.Exec(`INSERT OR REPLACE INTO ledger_datasets (fingerprint, number, name, limit_epsilon, limit_delta, limit_mu, settled, runs, running,
		limit_failure, failure, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, append(c, nullIfZero(d.limitFailureProbability()), nullIfZero(d.failureProbability), d.seal())...)
	return err
}

func (d *dataset) seal() int64 {
	columns := appendIfNonzero(d.columns(), d.limitFailureProbability())
	if d.failureProbability != 0 {
		columns = append(columns, "failure", d.failureProbability)
	}
	return seal(columns...)
}

// limitFailureProbability returns the part of the limit's δ reserved for thresholds.
func (d *dataset) limitFailureProbability() float64 {
	if d.limit == nil {
		return 0
	}
	return d.limit.FailureProbability
}

const datasetColumns = `fingerprint, number, name, limit_epsilon, limit_delta, limit_mu, settled, runs, running, limit_failure, failure, seal`

func scanDataset(row interface{ Scan(...any) error }) (*dataset, error) {
	d := &dataset{}
	var epsilon, delta, mu, limitFailure, failure sql.NullFloat64
	var settled string
	var sealed int64
	if err := row.Scan(&d.fingerprint, &d.number, &d.name, &epsilon, &delta, &mu, &settled, &d.runs, &d.running, &limitFailure, &failure, &sealed); err != nil {
		return nil, err
	}
	if mu.Valid {
		d.limit, d.limitMu = &Limit{Epsilon: epsilon.Float64, Delta: delta.Float64, FailureProbability: limitFailure.Float64}, mu.Float64
	}
	d.failureProbability = failure.Float64
	var ok bool
	if d.settled, ok = new(big.Int).SetString(settled, 16); !ok || sealed != d.seal() {
		return nil, sqlitedb.Damaged("data set %d is not as it was written", d.number)
	}
	return d, nil
}

// dataset returns the row of a fingerprint, nil if there is none.
func (t *transaction) dataset(fingerprint string) (*dataset, error) {
	d, err := scanDataset(t.QueryRow(`SELECT `+datasetColumns+` FROM ledger_datasets WHERE fingerprint = ?`, fingerprint))
	if errors.Is(err, sql.ErrNoRows) {
		// A row that is missing because of damage must not look like a data set without charges.
		_, err = t.datasets()
		return nil, err
	}
	return d, err
}

// datasets returns all rows, by number.
func (t *transaction) datasets() (all []*dataset, err error) {
	h, err := t.head()
	if err != nil {
		return nil, err
	}
	rows, err := t.Query(`SELECT ` + datasetColumns + ` FROM ledger_datasets ORDER BY number`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		d, err := scanDataset(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if int64(len(all)) != h.datasets {
		return nil, sqlitedb.Damaged("%d data sets were written and %d are there", h.datasets, len(all))
	}
	return all, nil
}

// findOrAddDataset returns the row of a data set, a new one if there is none, with its current name.
func (t *transaction) findOrAddDataset(fingerprint, name string) (*dataset, error) {
	d, err := t.dataset(fingerprint)
	if err != nil {
		return nil, err
	}
	if d == nil {
		d = &dataset{fingerprint: fingerprint, settled: new(big.Int)}
		h, err := t.head()
		if err != nil {
			return nil, err
		}
		h.datasets++
		d.number = h.datasets
		if err := t.saveHead(h); err != nil {
			return nil, err
		}
	}
	d.name = sqlitedb.CleanText(name)
	return d, nil
}

// row is a row of ledger_runs.
type row struct {
	Entry
	settings string // JSON
	owner    string
}

func (r *row) columns() []any {
	var ended, outcome any
	if r.Outcome != "" {
		ended, outcome = sqlitedb.FormatTime(r.Ended), r.Outcome
	}
	return []any{r.Dataset, r.Name, r.Method, r.Accountant, r.Epsilon, r.Delta, r.Mu, r.Simulation, r.settings, r.owner,
		sqlitedb.FormatTime(r.Started), ended, outcome, r.SpentMu, r.Charges}
}

// add inserts the run and sets its number.
func (r *row) add(t *transaction) error {
	// The seal covers the number, which the insertion gives.
	err := t.QueryRow(`INSERT INTO ledger_runs (dataset, name, method, accountant, epsilon, delta, mu, simulation, settings, owner,
		started, ended, outcome, spent_mu, charges, pure_epsilon, failure, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0) RETURNING id`,
		append(r.columns(), nullIfZero(r.PureEpsilon), nullIfZero(r.FailureProbability))...).Scan(&r.ID)
	if err != nil {
		return err
	}
	return r.save(t)
}

// save updates what changes in a run.
func (r *row) save(t *transaction) error {
	var ended, outcome any
	if r.Outcome != "" {
		ended, outcome = sqlitedb.FormatTime(r.Ended), r.Outcome
	}
	_, err := t.Exec(`UPDATE ledger_runs SET ended = ?, outcome = ?, spent_mu = ?, charges = ?, seal = ? WHERE id = ?`,
		ended, outcome, r.SpentMu, r.Charges, r.seal(), r.ID)
	return err
}

func (r *row) seal() int64 {
	columns := appendIfNonzero(append([]any{r.ID}, r.columns()...), r.PureEpsilon)
	if r.FailureProbability != 0 {
		columns = append(columns, "failure", r.FailureProbability)
	}
	return seal(columns...)
}

const runColumns = `id, dataset, name, method, accountant, epsilon, delta, mu, simulation, settings, owner, started, ended, outcome, spent_mu, charges, pure_epsilon, failure, seal`

// runs returns the rows that a condition selects, by number.
func (t *transaction) runs(where string, args ...any) (all []*row, err error) {
	rows, err := t.Query(`SELECT `+runColumns+` FROM ledger_runs WHERE `+where+` ORDER BY id`, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		r := &row{}
		var started string
		var ended, outcome sql.NullString
		var local, failure sql.NullFloat64
		var sealed int64
		err := rows.Scan(&r.ID, &r.Dataset, &r.Name, &r.Method, &r.Accountant, &r.Epsilon, &r.Delta, &r.Mu, &r.Simulation, &r.settings, &r.owner,
			&started, &ended, &outcome, &r.SpentMu, &r.Charges, &local, &failure, &sealed)
		if err != nil {
			return nil, err
		}
		r.Started, r.Ended, r.Outcome, r.PureEpsilon = sqlitedb.ParseTime(started), sqlitedb.ParseTime(ended.String), outcome.String, local.Float64
		r.FailureProbability = failure.Float64
		if sealed != r.seal() {
			return nil, sqlitedb.Damaged("run %d is not as it was written", r.ID)
		}
		all = append(all, r)
	}
	return all, rows.Err()
}

// running returns the runs of a data set that have no outcome yet.
func (t *transaction) running(d *dataset) ([]*row, error) {
	all, err := t.runs(`dataset = ? AND outcome IS NULL`, d.fingerprint)
	if err == nil && int64(len(all)) != d.running {
		err = sqlitedb.Damaged("%d runs under way were written and %d are there", d.running, len(all))
	}
	return all, err
}

// saveCharge adds a row to ledger_charges.
func (t *transaction) saveCharge(run, number int64, r Release) error {
	c := r.columns(run, number)
	_, err := t.Exec(`INSERT INTO ledger_charges (run, number, name, kind, proof, sensitivity, sigma, mu, spent_mu, charged, pure_epsilon, seal)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, append(c, nullIfZero(r.Epsilon), seal(appendIfNonzero(c, r.Epsilon)...))...)
	return err
}

func (r *Release) columns(run, number int64) []any {
	return []any{run, number, r.Name, r.Kind, r.Proof, r.Sensitivity, r.Sigma, r.Mu, r.SpentMu, sqlitedb.FormatTime(r.Charged)}
}

// charges returns the charged releases of a run. It returns an error if their number or cost differs from the run's row.
func (t *transaction) charges(run *row) (all []Release, err error) {
	rows, err := t.Query(`SELECT name, kind, proof, sensitivity, sigma, mu, spent_mu, charged, pure_epsilon, seal FROM ledger_charges WHERE run = ? ORDER BY number`, run.ID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	spent := 0.0
	for rows.Next() {
		var r Release
		var charged string
		var local sql.NullFloat64
		var sealed int64
		if err := rows.Scan(&r.Name, &r.Kind, &r.Proof, &r.Sensitivity, &r.Sigma, &r.Mu, &r.SpentMu, &charged, &local, &sealed); err != nil {
			return nil, err
		}
		r.Charged, r.Epsilon, r.Local = sqlitedb.ParseTime(charged), local.Float64, local.Valid
		if number := int64(len(all)) + 1; sealed != seal(appendIfNonzero(r.columns(run.ID, number), r.Epsilon)...) {
			return nil, sqlitedb.Damaged("charge %d of run %d is not as it was written", number, run.ID)
		}
		spent = accounting.Compose(spent, r.Mu)
		all = append(all, r)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if int64(len(all)) != run.Charges || spent != run.SpentMu {
		return nil, sqlitedb.Damaged("run %d was charged %d times and %d are there", run.ID, run.Charges, len(all))
	}
	return all, nil
}
