// Package engine trains: it takes a Problem and a Config, runs a method of the registry in the background, and keeps
// what happens as a History of events that readers pull.
//
// It draws no noise and charges nothing itself: a private method gets an accounting.Meter, the only source of both.
package engine

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine/method"
	"dpals/engine/scope"
	"dpals/loaders"
)

// Problem is what to train on and what to measure on.
type Problem struct {
	Name  string // as shown: "ml-1m"
	Split *loaders.Split

	// Fingerprint is that of all ratings, held-out ones included: what the ledger knows them by. A function of
	// private data, it is neither shown nor exported.
	Fingerprint string
}

// Config chooses a method and its parameters. The zero value of a field means its default.
type Config struct {
	Method     string  // a name of the registry
	Epsilon    float64 // target ε > 0; ignored by methods that are not private
	Delta      float64 // in (0, 1)
	Accountant string  // "exact" (default), "cks" or "mironov"
	Settings   method.Settings
	Seed       *uint64 // nil: the operating system's generator; set: reproducible, and a simulation
	Threads    int     // default: all

	// PrivateMetrics is the share of μ² in [0, 1) that is spent on releasing the validation error of every
	// iteration. The errors of the run are then part of what is published, and no others are measured.
	PrivateMetrics float64

	// Scope says whether the rating range and the items are released, as a part of the run's budget, instead of being
	// taken for public as the ratings have them.
	Scope scope.Private

	// Ledger, when not nil, is where every release is charged before its noise is drawn, and what may refuse the
	// run. The problem then needs a fingerprint.
	Ledger *ledger.Ledger

	// Keep, when not nil, is given the result of a run that is done, before the ledger is told of its end, so that
	// what was paid for can be on disk by then. It is called from the run's goroutine, which waits for it.
	Keep func(*Result)
}

// What a Config means by its zero values.
const (
	DefaultEpsilon = 1.0
	DefaultDelta   = 1e-5
)

// ErrConfig marks an error that is the caller's: a wrong parameter, not a failed run.
var ErrConfig = errors.New("wrong configuration")

var errNoSeed = errors.New("timing releases noise without charging it, so give a seed: the run is then a simulation")

// configError is a sentence for the person that is also an ErrConfig.
type configError struct{ error }

func (configError) Is(target error) bool { return target == ErrConfig }
func (e configError) Unwrap() error      { return e.error }

// Preview is what a configuration costs and does, worked out before anything runs.
type Preview struct {
	Method    *method.Method
	Config    Config           // every default filled in
	Settings  method.Settings  // every parameter, "auto" values resolved
	Plan      *accounting.Plan // nil when nothing is released; with a private scope, only what is planned before it
	Published float64          // ε by the source's own formula; 0 where there is none
	Forecast  method.Forecast  // zero where there is none: see Foreseen
}

// Foreseen reports whether the configuration has a forecast: not where its method has nothing to foresee, or where it
// releases the range or the items on which a forecast would build.
func (v *Preview) Foreseen() bool {
	return v.Method.Consequence != nil && v.Config.Scope == (scope.Private{})
}

// Foresee checks a configuration and works out its consequences. Its errors wrap ErrConfig.
func Foresee(p Problem, c Config) (*Preview, error) {
	if c.Method == "" {
		c.Method = DefaultMethod
	}
	m, err := Lookup(c.Method)
	if err != nil {
		return nil, configError{err}
	}
	v, err := prepare(m, p, c)
	if err != nil {
		return nil, configError{err}
	}
	if v.Foreseen() {
		v.Forecast = m.Consequence(p.Split.Train, v.Settings, v.Plan)
	}
	return v, nil
}

// prepare is Foresee without what costs a pass over the ratings.
func prepare(m *method.Method, p Problem, c Config) (*Preview, error) {
	c.Method = m.Name
	if c.Epsilon == 0 {
		c.Epsilon = DefaultEpsilon
	}
	if c.Delta == 0 {
		c.Delta = DefaultDelta
	}
	if c.Accountant == "" {
		c.Accountant = accounting.Exact.Name()
	}
	if c.Threads == 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	acc, err := checkBudget(c)
	switch {
	case err != nil:
		return nil, err
	case c.Threads < 0:
		return nil, method.ParameterError{Name: "threads", Value: strconv.Itoa(c.Threads), Reason: "choose at least 1, or 0 for all processors"}
	case c.Ledger != nil && p.Fingerprint == "":
		return nil, errors.New("ratings without a fingerprint cannot be charged to a ledger")
	case p.Split.Train.Users > accounting.MaxUsers:
		return nil, fmt.Errorf("%d users are more than the %d whose sums stay exact", p.Split.Train.Users, accounting.MaxUsers)
	}
	settings, err := m.Settle(c.Settings)
	if err != nil {
		return nil, err
	}
	v := &Preview{Method: m, Config: c, Settings: settings}
	m = released(m, c, nil)
	public := publicOf(p, c)
	if m.Resolve != nil {
		v.Settings = m.Resolve(public, settings)
	}
	if m.Plan == nil {
		return v, nil
	}
	requests, err := m.Plan(public, v.Settings)
	if err != nil {
		return nil, err
	}
	if v.Plan, err = accounting.NewPlan(acc, c.Epsilon, c.Delta, requests); err != nil {
		return nil, err
	}
	if m.Published != nil {
		v.Published = m.Published(v.Settings, v.Plan, c.Delta)
	}
	return v, nil
}

// released returns the method with what a configuration releases besides: errors, and before all else the scope. The
// trainer is nil where nothing is to be fitted.
func released(m *method.Method, c Config, t *trainer) *method.Method {
	if c.PrivateMetrics != 0 {
		var valid func(*method.Task) *loaders.Ratings
		var report func(int, float64, float64)
		if t != nil {
			valid, report = t.validation, t.published
		}
		m = PrivateMetrics(m, c.PrivateMetrics, valid, report)
	}
	var told func(*accounting.Plan, scope.Cut)
	if t != nil {
		told = t.scoped
	}
	return scope.Method(m, c.Scope, told)
}

// Typed returns every parameter as a person would type it, "auto" values resolved.
func (v *Preview) Typed() map[string]string {
	typed := make(map[string]string, len(v.Method.Parameters))
	for _, p := range v.Method.Parameters {
		typed[p.Name] = p.Format(v.Settings[p.Name])
	}
	return typed
}

func publicOf(p Problem, c Config) method.Public {
	r := p.Split.Train
	return method.Public{Items: r.Items, Low: r.Low, High: r.High, Epsilon: c.Epsilon, Delta: c.Delta}
}
