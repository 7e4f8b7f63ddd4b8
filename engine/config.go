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

// Problem is a split of ratings to train and to evaluate on, with its name.
type Problem struct {
	Name  string // as shown: "ml-1m"
	Split *loaders.Split

	// Fingerprint identifies all ratings, held-out ones included, in the ledger. It is a function of private data and is
	// neither shown nor exported.
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

	// PrivateMetrics is the fraction of μ² in [0, 1) for releasing the validation error of every iteration. The errors of the
	// run are then releases, and no others are measured.
	PrivateMetrics float64

	// Scope says whether the rating range and the items are released, as a part of the run's budget, instead of being treated
	// as public.
	Scope scope.Private

	// Ledger, when not nil, charges every release before its noise is drawn, and may refuse the run. The problem then needs a
	// fingerprint.
	Ledger *ledger.Ledger

	// Keep, when not nil, is called with the result of a finished run before the ledger records its end, so that what was
	// charged can be on disk by then. The run's goroutine calls it and waits for it.
	Keep func(*Result)
}

// What a Config means by its zero values.
const (
	DefaultEpsilon = 1.0
	DefaultDelta   = 1e-5
)

// ErrConfig marks an error of the configuration: a wrong parameter, not a failed run.
var ErrConfig = errors.New("wrong configuration")

var errNoSeed = errors.New("timing a run charges nothing: give a seed, so that the run is a simulation")

// configError is an error that is also an ErrConfig and keeps its own text.
type configError struct{ error }

func (configError) Is(target error) bool { return target == ErrConfig }
func (e configError) Unwrap() error      { return e.error }

// Preview is what a configuration costs and does, computed before it runs.
type Preview struct {
	Method    *method.Method
	Config    Config           // every default filled in
	Settings  method.Settings  // every parameter, "auto" values resolved
	Plan      *accounting.Plan // nil when nothing is released; with a private scope, only what is planned before it
	Published float64          // ε by the source's own formula; 0 where there is none
	Forecast  method.Forecast  // zero where there is none: see HasForecast
}

// HasForecast reports whether the configuration has a forecast: its method has one, and it does not release the range or the
// items on which a forecast depends.
func (v *Preview) HasForecast() bool {
	return v.Method.Forecast != nil && v.Config.Scope == (scope.Private{})
}

// Foresee checks a configuration and computes its costs and its forecast. Its errors wrap ErrConfig.
func Foresee(p Problem, c Config) (*Preview, error) {
	v, err := Check(p, c)
	if err != nil {
		return nil, err
	}
	if v.HasForecast() {
		v.Forecast = v.Method.Forecast(p.Split.Train, v.Settings, v.Plan)
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

// released returns the method with the other releases of a configuration: first the scope, then the method's own, with errors
// in every iteration. The trainer is nil where nothing is fitted.
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

// Texts returns every parameter as Parameter.Parse reads it, "auto" values resolved.
func (v *Preview) Texts() map[string]string {
	texts := make(map[string]string, len(v.Method.Parameters))
	for _, p := range v.Method.Parameters {
		texts[p.Name] = p.Format(v.Settings[p.Name])
	}
	return texts
}

func publicOf(p Problem, c Config) method.Public {
	r := p.Split.Train
	return method.Public{Items: r.Items, Low: r.Low, High: r.High, Epsilon: c.Epsilon, Delta: c.Delta}
}
