package store

import (
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"
	"time"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/scope"
	"dpals/internal/sqlitedb"
)

// Died is the outcome of a run whose process ended before the run did. The other outcomes are those of engine.Outcome; a
// running run has none.
const Died = "died"

// Run is what is stored of a run, except its curve and its releases.
type Run struct {
	ID     int64
	Origin string // the command that started it: "train", "sweep", "dashboard"
	Label  string // given by its user; may be empty
	Pinned bool

	Method    string
	Data      string // name of the ratings, as given by the user
	Dataset   int    // the ledger's number of the ratings, from 1; 0 if it has none
	Split     string // fractions for training, validation and test
	SplitSeed uint64

	Trust              string // trust model under which Epsilon holds; "none" if not private
	Private            bool
	Simulation         bool    // known noise, protects no one
	Seed               *uint64 // nil: noise from the operating system
	Accountant         string  // of the plan; "" without releases, and then the next three are 0
	Epsilon            float64
	Delta              float64
	Mu                 float64
	FailureProbability float64           // of a private catalogue, a part of Delta
	Scope              scope.Private     // range and catalogue, where the run released them
	MetricsWeight      float64           // budget weight of the released validation errors
	Given              map[string]string // given parameters, as on the command line
	Settings           map[string]string // every parameter, resolved, as on the command line

	Iterations     int     // so far
	TrainRMSE      float64 // in rating units; NaN where not measured
	ValidRMSE      float64
	TestRMSE       float64
	Metrics        map[string]float64 // other results, by name
	MetricsPrivate bool               // the errors are releases
	Elapsed        time.Duration

	Ledger int64 // number of the run in the ledger, 0 without charges
	Sweep  int64 // that the run is a point of, 0 for none
	Point  int   // of the sweep, from 0

	Started, Ended time.Time // Ended is zero while it runs, and if it died
	Outcome        string    // "" while it runs
	Error          string    // why it is not done
	Program        string    // version that ran it
	Schema         int       // version of the store that it was written with

	fingerprint, owner string
}

// Iteration is a point of a run's curve: its errors after one iteration.
type Iteration struct {
	T, Of     int
	TrainRMSE float64 // in rating units; NaN where not measured
	ValidRMSE float64
	Deviation float64 // s.d. of the noise in ValidRMSE; 0 unless it is a release
	Epsilon   float64 // charged so far; NaN when the method is not private
	Elapsed   time.Duration
}

// Release is one release of a run.
type Release struct {
	Name, Kind, Proof string
	Sensitivity       float64
	Sigma             float64
	Mu                float64
	SpentMu           float64 // by the run, this release included
	Epsilon           float64 // pure ε of a round of local reports; 0 for all else
}

// Origin says which command started a run.
type Origin struct {
	Command string // "train", "sweep", "dashboard"
	Label   string
	Sweep   int64 // 0: none
	Point   int
	Began   time.Time // zero: the time of recording
}

// describe returns what is known of a run before its first event.
func describe(p engine.Problem, c engine.Config, from Origin) Run {
	r := Run{
		Origin: from.Command, Label: from.Label, Sweep: from.Sweep, Point: from.Point,
		Method: c.Method, Data: p.Name, Split: p.Split.Protocol, SplitSeed: p.Split.Seed, fingerprint: p.Fingerprint,
		Scope: c.Scope, MetricsWeight: c.PrivateMetrics, MetricsPrivate: c.PrivateMetrics != 0,
		Given: map[string]string{}, Settings: map[string]string{}, Metrics: map[string]float64{},
		TrainRMSE: math.NaN(), ValidRMSE: math.NaN(), TestRMSE: math.NaN(),
		Started: time.Now(), Program: program(), Schema: len(migrations),
	}
	if !from.Began.IsZero() {
		r.Started = from.Began
	}
	if c.Seed != nil {
		seed := *c.Seed
		r.Seed = &seed
	}
	v, err := engine.Check(p, c)
	if err != nil { // a method that is not in the registry, since the run has started
		return r
	}
	r.Method, r.Trust, r.Private, r.Settings = v.Method.Name, string(v.Method.Trust), v.Method.Private(), v.Texts()
	r.Simulation = r.Private && c.Seed != nil
	for name, value := range c.Settings {
		if q, ok := v.Method.Parameter(name); ok {
			r.Given[name] = q.Format(value)
		}
	}
	r.setCost(v.Plan)
	return r
}

func (r *Run) setCost(p *accounting.Plan) {
	if p == nil {
		return
	}
	r.Accountant, r.Epsilon, r.Delta, r.Mu, r.FailureProbability = p.Accountant.Name(), p.Epsilon, p.Delta, p.Mu, p.FailureProbability
	if p.Pure {
		r.Accountant, r.Delta = "pure", 0
	}
}

// apply updates the run with an event.
func (r *Run) apply(e engine.Event) {
	switch e := e.(type) {
	case engine.Started:
		r.setCost(e.Plan)
	case engine.Extended:
		r.setCost(e.Plan)
	case engine.Iterated:
		r.Iterations, r.TrainRMSE, r.ValidRMSE, r.Elapsed = e.T, e.TrainRMSE, e.ValidRMSE, e.Elapsed
		r.setValidDeviation(e.Private, e.Deviation)
	case engine.Ended:
		r.Outcome, r.Ended = e.Outcome.String(), time.Now()
		if e.Err != nil {
			r.Error = e.Err.Error()
		}
		if q := e.Result; q != nil {
			r.TrainRMSE, r.ValidRMSE, r.TestRMSE, r.MetricsPrivate = q.TrainRMSE, q.ValidRMSE, q.TestRMSE, q.MetricsPrivate
			r.setValidDeviation(q.MetricsPrivate, q.Deviation)
			r.Iterations, r.Elapsed, r.Settings = q.Iterations, q.Elapsed, q.Settings
			if r.Accountant != "" {
				r.Accountant, r.Epsilon, r.Delta, r.Mu = q.Accountant, q.Epsilon, q.Delta, q.Mu
			}
		}
	}
}

// UsesSplit reports whether the run used these ratings with the same split, so that its errors can be compared with those
// of other runs on them.
func (r *Run) UsesSplit(p engine.Problem) bool {
	return p.Split != nil && r.fingerprint == p.Fingerprint && r.Split == p.Split.Protocol && r.SplitSeed == p.Split.Seed
}

// words returns the text that words of a filter are searched in.
func (r *Run) words() string {
	all := []string{r.Method, r.Data, r.Label, r.Origin, r.Outcome}
	if r.Simulation {
		all = append(all, "simulation")
	}
	return strings.ToLower(sqlitedb.CleanText(strings.Join(all, " ")))
}

// columns returns the values of a row of runs, in the order of runColumns.
func (r *Run) columns() []any {
	var point any
	if r.Sweep != 0 {
		point = r.Point
	}
	epsilon, delta, mu := r.costColumns()
	clean := sqlitedb.CleanText
	return []any{
		clean(r.Origin), clean(r.Label), r.Pinned, clean(r.Method), clean(r.Data), r.fingerprint, r.Split, strconv.FormatUint(r.SplitSeed, 10),
		r.Trust, r.Private, r.Simulation, seedText(r.Seed), nullIfEmpty(r.Accountant), epsilon, delta, mu, r.MetricsWeight,
		encodeSettings(r.Given), encodeSettings(r.Settings), r.Iterations, nullIfNotFinite(r.TrainRMSE), nullIfNotFinite(r.ValidRMSE), nullIfNotFinite(r.TestRMSE), encodeObject(r.Metrics),
		r.MetricsPrivate, r.Elapsed.Seconds(), nullIfNoID(r.Ledger), nullIfNoID(r.Sweep), point, r.owner,
		sqlitedb.FormatTime(r.Started), nullIfNoTime(r.Ended), nullIfEmpty(r.Outcome), clean(r.Error), r.Program, r.Schema, r.words(),
		r.Scope.Range, r.Scope.Catalogue, r.FailureProbability,
	}
}

// costColumns returns the columns of the plan's cost: NULL without releases.
func (r *Run) costColumns() (epsilon, delta, mu any) {
	if r.Accountant == "" {
		return nil, nil, nil
	}
	return nullIfNotFinite(r.Epsilon), nullIfNotFinite(r.Delta), nullIfNotFinite(r.Mu)
}

const runColumns = `origin, label, pinned, method, data, fingerprint, split, split_seed, trust, private, simulation, seed, accountant, epsilon,
	delta, mu, metrics_share, asked, settings, steps, train_rmse, valid_rmse, test_rmse, metrics, metrics_private, seconds, ledger_run,
	sweep, point, owner, started, ended, outcome, error, program, schema, words, range_released, catalogue_released, failure`

// insert inserts the run and sets its number.
func (r *Run) insert(t *transaction) error {
	values := r.columns()
	return t.QueryRow(fmt.Sprintf(`INSERT INTO runs (%s) VALUES (?%s) RETURNING id`, runColumns, strings.Repeat(", ?", len(values)-1)), values...).Scan(&r.ID)
}

// update updates the columns that change while a run is running. It leaves the label and the pin, which other calls change.
func (r *Run) update(t *transaction) error {
	epsilon, delta, mu := r.costColumns()
	_, err := t.Exec(`UPDATE runs SET accountant = ?, epsilon = ?, delta = ?, mu = ?, settings = ?, steps = ?, train_rmse = ?, valid_rmse = ?,
		test_rmse = ?, metrics = ?, metrics_private = ?, seconds = ?, ledger_run = ?, ended = ?, outcome = ?, error = ?, words = ?, failure = ? WHERE id = ?`,
		nullIfEmpty(r.Accountant), epsilon, delta, mu, encodeSettings(r.Settings), r.Iterations, nullIfNotFinite(r.TrainRMSE), nullIfNotFinite(r.ValidRMSE),
		nullIfNotFinite(r.TestRMSE), encodeObject(r.Metrics), r.MetricsPrivate, r.Elapsed.Seconds(), nullIfNoID(r.Ledger), nullIfNoTime(r.Ended), nullIfEmpty(r.Outcome),
		sqlitedb.CleanText(r.Error), r.words(), r.FailureProbability, r.ID)
	return err
}

// validDeviation is the name among Metrics of the s.d. of the noise in a released validation error.
const validDeviation = "valid_rmse_deviation"

// setValidDeviation stores the s.d. of the noise in ValidRMSE, if that is a release.
func (r *Run) setValidDeviation(released bool, deviation float64) {
	if released && deviation > 0 {
		r.Metrics = maps.Clone(r.Metrics)
		if r.Metrics == nil {
			r.Metrics = make(map[string]float64)
		}
		r.Metrics[validDeviation] = deviation
	}
}

// ValidDeviation returns the s.d. of the noise in ValidRMSE; 0 unless it is a release.
func (r Run) ValidDeviation() float64 { return r.Metrics[validDeviation] }
