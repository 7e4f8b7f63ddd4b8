package store

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"
	"time"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/scope"
)

// Died is the outcome of a run whose process ended without saying how. The others are those of engine.Outcome; a run
// under way has none.
const Died = "died"

// Run is what is kept of a run, but for its curve and its releases.
type Run struct {
	ID     int64
	Origin string // the command that started it: "train", "sweep", "dashboard"
	Label  string // given by its user; may be empty
	Pinned bool

	Method    string
	Data      string // name of the ratings, as its user gave it
	Dataset   int    // what the ledger calls the ratings, from 1; 0 where it does not know them
	Split     string // training, validation and test share
	SplitSeed uint64

	Trust        string // model of trust that Epsilon holds under; "none" where it is not private
	Private      bool
	Simulation   bool    // known noise, protects nobody
	Seed         *uint64 // nil: noise from the operating system
	Accountant   string  // of the plan; "" where nothing is released, and then the next three are 0
	Epsilon      float64
	Delta        float64
	Mu           float64
	Failure      float64           // the part of Delta that a private catalogue may fail with
	Scope        scope.Private     // what the run released instead of taking it for public
	MetricsShare float64           // of the budget, that releases the validation errors
	Asked        map[string]string // parameters that were given, as typed
	Settings     map[string]string // every parameter, resolved, as typed

	Steps          int     // made so far
	TrainRMSE      float64 // in rating units; NaN where not measured
	ValidRMSE      float64
	TestRMSE       float64
	Metrics        map[string]float64 // other figures, by name
	MetricsPrivate bool               // the errors are releases
	Elapsed        time.Duration

	Ledger int64 // number of the run in the ledger, 0 where nothing was charged
	Sweep  int64 // that it is a point of, 0 for none
	Point  int   // of the sweep, from 0

	Started, Ended time.Time // Ended is zero while it runs, and where it died
	Outcome        string    // "" while it runs
	Error          string    // why it is not done
	Program        string    // version that ran it
	Schema         int       // version of the store that it was written with

	fingerprint, owner string
}

// Step is how good a run was after one iteration.
type Step struct {
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

// Origin says where a run comes from.
type Origin struct {
	Command string // "train", "sweep", "dashboard"
	Label   string
	Sweep   int64 // 0: of none
	Point   int
	Began   time.Time // zero: when it is recorded
}

// describe is what is known of a run before its first event.
func describe(p engine.Problem, c engine.Config, from Origin) Run {
	r := Run{
		Origin: from.Command, Label: from.Label, Sweep: from.Sweep, Point: from.Point,
		Method: c.Method, Data: p.Name, Split: p.Split.Protocol, SplitSeed: p.Split.Seed, fingerprint: p.Fingerprint,
		Scope: c.Scope, MetricsShare: c.PrivateMetrics, MetricsPrivate: c.PrivateMetrics != 0,
		Asked: map[string]string{}, Settings: map[string]string{}, Metrics: map[string]float64{},
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
			r.Asked[name] = q.Format(value)
		}
	}
	r.price(v.Plan)
	return r
}

func (r *Run) price(p *accounting.Plan) {
	if p == nil {
		return
	}
	r.Accountant, r.Epsilon, r.Delta, r.Mu, r.Failure = p.Accountant.Name(), p.Epsilon, p.Delta, p.Mu, p.Failure
	if p.Pure {
		r.Accountant, r.Delta = "pure", 0
	}
}

// take brings the run up to date with an event.
func (r *Run) take(e engine.Event) {
	switch e := e.(type) {
	case engine.Started:
		r.price(e.Plan)
	case engine.Extended:
		r.price(e.Plan)
	case engine.Iterated:
		r.Steps, r.TrainRMSE, r.ValidRMSE, r.Elapsed = e.T, e.TrainRMSE, e.ValidRMSE, e.Elapsed
		r.deviates(e.Private, e.Deviation)
	case engine.Ended:
		r.Outcome, r.Ended = e.Outcome.String(), time.Now()
		if e.Err != nil {
			r.Error = e.Err.Error()
		}
		if q := e.Result; q != nil {
			r.TrainRMSE, r.ValidRMSE, r.TestRMSE, r.MetricsPrivate = q.TrainRMSE, q.ValidRMSE, q.TestRMSE, q.MetricsPrivate
			r.deviates(q.MetricsPrivate, q.Deviation)
			r.Steps, r.Elapsed, r.Settings = q.Iterations, q.Elapsed, q.Settings
			if r.Accountant != "" {
				r.Accountant, r.Epsilon, r.Delta, r.Mu = q.Accountant, q.Epsilon, q.Delta, q.Mu
			}
		}
	}
}

// Over reports whether the run was over these ratings, split in the same way, so that its errors and those of others
// over them compare.
func (r *Run) Over(p engine.Problem) bool {
	return p.Split != nil && r.fingerprint == p.Fingerprint && r.Split == p.Split.Protocol && r.SplitSeed == p.Split.Seed
}

// words are what a plain word of a filter is looked for in.
func (r *Run) words() string {
	all := []string{r.Method, r.Data, r.Label, r.Origin, r.Outcome}
	if r.Simulation {
		all = append(all, "simulation")
	}
	return strings.ToLower(plain(strings.Join(all, " ")))
}

// number is a value of the database: NULL for what is not a number.
func number(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return v
}

// positive is a value of the database: NULL for zero.
func positive(v float64) any {
	if v == 0 {
		return nil
	}
	return v
}

// text is a value of the database: NULL for the empty string.
func text(s string) any {
	if s == "" {
		return nil
	}
	return plain(s)
}

func whole(n int64) any {
	if n == 0 {
		return nil
	}
	return n
}

func stampOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return stamp(t)
}

func object[V any](m map[string]V) string {
	if m == nil {
		return "{}"
	}
	out, err := json.Marshal(m)
	if err != nil { // a number that JSON has none for
		return "{}"
	}
	return plain(string(out))
}

// typed is a JSON object of settings, in which numbers are numbers, so that they can be compared.
func typed(settings map[string]string) string {
	all := make(map[string]any, len(settings))
	for name, value := range settings {
		all[name] = value
		if n := json.Number(value); json.Valid([]byte(value)) {
			if _, err := n.Float64(); err == nil {
				all[name] = n
			}
		}
	}
	return object(all)
}

// untyped reads what typed has written.
func untyped(text string) (map[string]string, error) {
	var all map[string]any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&all); err != nil {
		return nil, err
	}
	settings := make(map[string]string, len(all))
	for name, value := range all {
		settings[name] = fmt.Sprint(value)
	}
	return settings, nil
}

func seedText(seed *uint64) any {
	if seed == nil {
		return nil
	}
	return strconv.FormatUint(*seed, 10)
}

const timeFormat = "2006-01-02T15:04:05.000Z"

func stamp(t time.Time) string { return t.UTC().Format(timeFormat) }

func moment(text string) time.Time {
	t, _ := time.Parse(timeFormat, text)
	return t
}

// plain is text that any reader of the database can hold.
func plain(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "�")
}

// columns are the values of a row of runs, in the order of runColumns without the number.
func (r *Run) columns() []any {
	var point any
	if r.Sweep != 0 {
		point = r.Point
	}
	epsilon, delta, mu := r.cost()
	return []any{
		plain(r.Origin), plain(r.Label), r.Pinned, plain(r.Method), plain(r.Data), r.fingerprint, r.Split, strconv.FormatUint(r.SplitSeed, 10),
		r.Trust, r.Private, r.Simulation, seedText(r.Seed), text(r.Accountant), epsilon, delta, mu, r.MetricsShare,
		typed(r.Asked), typed(r.Settings), r.Steps, number(r.TrainRMSE), number(r.ValidRMSE), number(r.TestRMSE), object(r.Metrics),
		r.MetricsPrivate, r.Elapsed.Seconds(), whole(r.Ledger), whole(r.Sweep), point, r.owner,
		stamp(r.Started), stampOrNull(r.Ended), text(r.Outcome), plain(r.Error), r.Program, r.Schema, r.words(),
		r.Scope.Range, r.Scope.Catalogue, r.Failure,
	}
}

// cost are the columns of what the run's plan costs: NULL where it releases nothing.
func (r *Run) cost() (epsilon, delta, mu any) {
	if r.Accountant == "" {
		return nil, nil, nil
	}
	return number(r.Epsilon), number(r.Delta), number(r.Mu)
}

const runColumns = `origin, label, pinned, method, data, fingerprint, split, split_seed, trust, private, simulation, seed, accountant, epsilon,
	delta, mu, metrics_share, asked, settings, steps, train_rmse, valid_rmse, test_rmse, metrics, metrics_private, seconds, ledger_run,
	sweep, point, owner, started, ended, outcome, error, program, schema, words, range_released, catalogue_released, failure`

// add inserts the run and learns its number.
func (r *Run) add(t *transaction) error {
	values := r.columns()
	return t.QueryRow(fmt.Sprintf(`INSERT INTO runs (%s) VALUES (?%s) RETURNING id`, runColumns, strings.Repeat(", ?", len(values)-1)), values...).Scan(&r.ID)
}

// save updates what changes while a run is under way: not its label, nor whether it is pinned, which others may change.
func (r *Run) save(t *transaction) error {
	epsilon, delta, mu := r.cost()
	_, err := t.Exec(`UPDATE runs SET accountant = ?, epsilon = ?, delta = ?, mu = ?, settings = ?, steps = ?, train_rmse = ?, valid_rmse = ?,
		test_rmse = ?, metrics = ?, metrics_private = ?, seconds = ?, ledger_run = ?, ended = ?, outcome = ?, error = ?, words = ?, failure = ? WHERE id = ?`,
		text(r.Accountant), epsilon, delta, mu, typed(r.Settings), r.Steps, number(r.TrainRMSE), number(r.ValidRMSE),
		number(r.TestRMSE), object(r.Metrics), r.MetricsPrivate, r.Elapsed.Seconds(), whole(r.Ledger), stampOrNull(r.Ended), text(r.Outcome),
		plain(r.Error), r.words(), r.Failure, r.ID)
	return err
}

// validDeviation is the name among Metrics of the s.d. of the noise in a released validation error.
const validDeviation = "valid_rmse_deviation"

// deviates takes the s.d. of the noise in ValidRMSE, where that is a release.
func (r *Run) deviates(released bool, deviation float64) {
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
