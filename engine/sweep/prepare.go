package sweep

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/store"
)

// Environment is the data, the storage and the resources of a sweep.
type Environment struct {
	// Load opens ratings by a name of Spec.Data, split as the Spec says.
	Load   func(ctx context.Context, data string) (engine.Problem, error)
	Store  *store.Store   // nil: no run is kept, and the sweep cannot be resumed
	Ledger *ledger.Ledger // nil: nothing is charged

	Jobs    int  // runs at once; 0: as many as threads
	Threads int  // of all runs together; 0: all processors
	Fresh   bool // start again although the sweep exists
}

// Sweep is a Spec with its ratings loaded and its points checked. Start trains the points that are left; call Close if
// Start is not called.
type Sweep struct {
	Spec Spec
	ID   int64 // in the store; 0 if it is not kept

	environment Environment
	problems    []engine.Problem // by data set
	cells       []Cell
	points      []point
	closed      bool
}

// point is one run.
type point struct {
	cell, repeat int
	config       engine.Config
	cost         accounting.TotalCost // of its releases together; zero if it makes none
	result       *engine.Result       // nil until it is done
	run          int64                // in the store
	failed       error
}

// Prepare loads the ratings, checks every point, and finds the points that are done already. An error that wraps
// engine.ErrConfig is an error in spec or e.
func Prepare(ctx context.Context, spec Spec, e Environment) (s *Sweep, err error) {
	if spec, err = spec.settled(); err != nil {
		return nil, err
	}
	if e.Threads == 0 {
		e.Threads = runtime.GOMAXPROCS(0)
	}
	if e.Jobs == 0 {
		e.Jobs = e.Threads
	}
	if e.Jobs < 0 || e.Threads < 0 {
		return nil, wrong(errors.New("--jobs and --threads: choose at least 1"))
	}
	s = &Sweep{Spec: spec, environment: e}
	var prints []string
	for _, data := range spec.Data {
		p, err := e.Load(ctx, data)
		if err != nil {
			return nil, err
		}
		s.problems, prints = append(s.problems, p), append(prints, p.Fingerprint)
	}
	if err := s.expand(ctx); err != nil {
		return nil, err
	}
	if e.Store == nil {
		return s, nil
	}
	definition, err := spec.definition()
	if err != nil {
		return nil, err
	}
	kept, err := e.Store.BeginSweep(definition, strings.Join(prints, " "), len(s.points), e.Fresh)
	switch {
	case errors.Is(err, store.ErrSweepUnavailable):
		return nil, wrong(err)
	case err != nil: // the store has reported that it cannot be written: the sweep runs without it
		return s, nil
	}
	s.ID = kept.ID
	if err := s.loadResults(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// expand lays out the grid: cells by data set, method, parameters and ε, and the repeats of each.
func (s *Sweep) expand(ctx context.Context) error {
	for d, problem := range s.problems {
		for _, name := range s.Spec.Methods {
			m, err := engine.Lookup(name)
			if err != nil {
				return wrong(err)
			}
			combinations, err := s.Spec.combinations(m)
			if err != nil {
				return err
			}
			for _, c := range combinations {
				for _, epsilon := range s.Spec.Epsilon {
					if err := ctx.Err(); err != nil {
						return err
					}
					isLast, err := s.addCell(d, problem, m, c, epsilon)
					if err != nil {
						return err
					}
					if isLast {
						break
					}
				}
			}
		}
	}
	return nil
}

// addCell adds a cell and its points. It returns whether other values of ε would only repeat it: because nothing is
// released, or because the noise is fixed and ε follows from it.
func (s *Sweep) addCell(data int, problem engine.Problem, m *method.Method, c combination, epsilon float64) (isLast bool, err error) {
	config := engine.Config{Method: m.Name, Epsilon: epsilon, Delta: s.Spec.Delta, Accountant: s.Spec.Accountant,
		Settings: c.settings, PrivateMetrics: s.Spec.PrivateMetrics, Scope: s.Spec.Scope(m)}
	v, err := engine.Check(problem, config)
	if err != nil {
		return false, fmt.Errorf("%s%s at ε %g: %w", m.Name, suffix(c.typed), epsilon, err)
	}
	cell := Cell{Data: s.Spec.Data[data], Method: m.Name, Trust: m.Trust, Settings: c.typed, Epsilon: epsilon, Of: s.Spec.Repeats,
		Mean: math.NaN(), Deviation: math.NaN()}
	var cost accounting.TotalCost
	switch {
	case v.Plan == nil:
		cell.Epsilon, isLast = 0, true
	default:
		cost = v.Plan.TotalCost()
		if v.Plan.HasFixedNoise() {
			cell.Epsilon, isLast = v.Plan.Epsilon, true
		}
	}
	cell.data = data
	s.cells = append(s.cells, cell)
	for repeat := range s.Spec.Repeats {
		one := config
		one.Settings = maps.Clone(config.Settings)
		if s.Spec.Seed != nil {
			seed := *s.Spec.Seed + uint64(repeat)
			one.Seed = &seed
		}
		s.points = append(s.points, point{cell: len(s.cells) - 1, repeat: repeat, config: one, cost: cost})
	}
	return isLast, nil
}

// loadResults reads the results that the store has.
func (s *Sweep) loadResults() error {
	runs, err := s.environment.Store.Points(s.ID)
	if err != nil {
		return err
	}
	for _, r := range runs {
		if r.Point >= len(s.points) {
			continue
		}
		p := &s.points[r.Point]
		if r.Method != p.config.Method || !maps.Equal(r.Given, s.cells[p.cell].Settings) { // another version numbers its points in another way
			return fmt.Errorf("sweep %d was made by another version of the program: start it again with --fresh", s.ID)
		}
		p.result, p.run = resultOf(r), r.ID
		s.cells[p.cell].add(p)
	}
	return nil
}

// resultOf returns the result that the store keeps of a run.
func resultOf(r store.Run) *engine.Result {
	return &engine.Result{Method: r.Method, Trust: method.Trust(r.Trust), Private: r.Private, Simulation: r.Simulation, Accountant: r.Accountant, Epsilon: r.Epsilon, Delta: r.Delta,
		Mu: r.Mu, TrainRMSE: r.TrainRMSE, ValidRMSE: r.ValidRMSE, TestRMSE: r.TestRMSE, MetricsPrivate: r.MetricsPrivate, Iterations: r.Iterations,
		Elapsed: r.Elapsed, Seed: r.Seed, Settings: r.Settings, Scope: r.Scope, Deviation: r.ValidDeviation()}
}

// Close lets other processes resume the sweep. A started sweep calls it when it ends.
func (s *Sweep) Close() error {
	if s.closed || s.ID == 0 {
		return nil
	}
	s.closed = true
	return s.environment.Store.StopSweep(s.ID)
}

// Left returns the number of points that are not trained yet, and the number of all points.
func (s *Sweep) Left() (left, of int) {
	for _, p := range s.points {
		if p.result == nil {
			left++
		}
	}
	return left, len(s.points)
}

// suffix returns settings as they follow the name of a method: " k=20 rank=8".
func suffix(settings map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		b.WriteString(" " + name + "=" + settings[name])
	}
	return b.String()
}
