package audit

import (
	"context"
	"crypto/sha256"
	"encoding/binary"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/engine/scope"
)

// claim is a mechanism set up for a configuration: what it promises and how it runs.
type claim struct {
	method   *method.Method
	plan     *accounting.Plan // nil: it promises to release nothing
	settings method.Settings  // every parameter, resolved
	run      runner
	runLocal localRunner // instead of run, where the plan is one of local reports
}

// session is one run: the data, the key that its noise follows from, and the threads it may use.
type session struct {
	data    dataset
	key     uint64
	threads int
}

// runner trains in a session while a witness watches, and returns the model. An error says that the run failed or broke
// its plan.
type runner func(ctx context.Context, s session, w accounting.ReleaseObserver, p method.Progress) (method.Model, error)

// mechanism sets a claim up, with a fraction of μ² that releases the validation errors. An error says that the
// configuration is wrong.
type mechanism func(p method.Public, s method.Settings, metrics float64) (*claim, error)

// errorObserver is a method.Progress that also receives the released errors.
type errorObserver interface {
	released(t int, rmse, deviation float64)
}

// mechanismOf is the mechanism of a method of the registry. Initial factors and the choice of ratings are the same in
// all its runs: the promise holds for any outcome of them, and an attacker may know them.
func mechanismOf(m *method.Method) mechanism { return mechanismIn(m, scope.Private{}) }

// mechanismIn is that of a method that releases its scope first.
func mechanismIn(m *method.Method, private scope.Private) mechanism {
	return func(public method.Public, given method.Settings, metrics float64) (*claim, error) {
		settings, err := m.Settle(given)
		if err != nil {
			return nil, err
		}
		if m.Resolve != nil && private == (scope.Private{}) {
			settings = m.Resolve(public, settings)
		}
		c := &claim{method: m, settings: settings}
		plan := scoped{m, private, metrics}.in(dataset{}, nil).Plan
		metered := new(accounting.Plan)
		if plan != nil {
			requests, err := plan(public, settings)
			if err != nil {
				return nil, err
			}
			if len(requests) > 0 {
				if c.plan, err = accounting.NewPlan(accounting.Exact, public.Epsilon, public.Delta, requests); err != nil {
					return nil, err
				}
				*metered = *c.plan
				metered.Accountant = unpriced{c.plan.Accountant}
			}
		}
		fit := func(ctx context.Context, s session, p method.Progress, w accounting.ReleaseObserver, l accounting.ReportObserver) (method.Model, error) {
			task := &method.Task{
				Train: s.data.Ratings, Public: public, Settings: settings, Threads: s.threads, Progress: p,
				Seed: sha256.Sum256([]byte("initial factors and sampling")),
			}
			if private.Range {
				task.Train = observed(task.Train)
				task.Public.Low, task.Public.High = task.Train.Low, task.Train.High
			}
			fit := scoped{m, private, metrics}.in(s.data, p).Fit
			if c.plan == nil {
				return fit(ctx, task)
			}
			task.Meter = accounting.NewObservedMeter(metered, s.key, nil, w, l)
			model, err := fit(ctx, task)
			if err != nil {
				return nil, err
			}
			return model, task.Meter.Close()
		}
		c.run = func(ctx context.Context, s session, w accounting.ReleaseObserver, p method.Progress) (method.Model, error) {
			if w != nil && private != (scope.Private{}) {
				w = chosen(s.key, w)
			}
			return fit(ctx, s, p, w, nil)
		}
		c.runLocal = func(ctx context.Context, s session, l accounting.ReportObserver, p method.Progress) (method.Model, error) {
			return fit(ctx, s, p, nil, l)
		}
		return c, nil
	}
}

// unpriced leaves a meter's running ε at 0: an audit does not read it, and computing it takes longer than a run.
type unpriced struct{ accounting.Accountant }

func (unpriced) Epsilon(float64, float64) (float64, error) { return 0, nil }

// keyOf derives the key of one run of one part.
func keyOf(seed uint64, part string, run int) uint64 {
	message := binary.LittleEndian.AppendUint64([]byte(part), seed)
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64(message, uint64(run)))
	return binary.LittleEndian.Uint64(sum[:])
}
