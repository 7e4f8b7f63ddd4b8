package audit

import (
	"context"
	"crypto/sha256"
	"encoding/binary"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/loaders"
)

// claim is a mechanism set up for a configuration: what it promises and how it runs.
type claim struct {
	plan     *accounting.Plan // nil: it promises to release nothing
	settings method.Settings  // every parameter, resolved
	run      runner
	hear     hearer // instead of run, where the plan is one of local reports
}

// runner trains on ratings with the noise of a key while a witness watches, and returns the model. An error says that
// the run failed or broke its plan.
type runner func(ctx context.Context, r *loaders.Ratings, key uint64, w accounting.Witness, p method.Progress) (method.Model, error)

// mechanism sets a claim up. An error says that the configuration is wrong.
type mechanism func(method.Public, method.Settings) (*claim, error)

// mechanismOf is the mechanism of a method of the registry. Initial factors and the choice of ratings are the same in
// all its runs: the promise holds for any outcome of them, and an attacker may know them.
func mechanismOf(m *method.Method) mechanism {
	return func(public method.Public, given method.Settings) (*claim, error) {
		settings, err := m.Settle(given)
		if err != nil {
			return nil, err
		}
		if m.Resolve != nil {
			settings = m.Resolve(public, settings)
		}
		c := &claim{settings: settings}
		metered := new(accounting.Plan)
		if m.Plan != nil {
			requests, err := m.Plan(public, settings)
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
		fit := func(ctx context.Context, r *loaders.Ratings, p method.Progress, meter func() *accounting.Meter) (method.Model, error) {
			task := &method.Task{
				Train: r, Public: public, Settings: settings, Threads: 1, Progress: p,
				Seed: sha256.Sum256([]byte("initial factors and sampling")),
			}
			if c.plan == nil {
				return m.Fit(ctx, task)
			}
			task.Meter = meter()
			model, err := m.Fit(ctx, task)
			if err != nil {
				return nil, err
			}
			return model, task.Meter.Close()
		}
		c.run = func(ctx context.Context, r *loaders.Ratings, key uint64, w accounting.Witness, p method.Progress) (method.Model, error) {
			return fit(ctx, r, p, func() *accounting.Meter { return accounting.NewAuditMeter(metered, key, w) })
		}
		c.hear = func(ctx context.Context, r *loaders.Ratings, key uint64, l accounting.Listener, p method.Progress) (method.Model, error) {
			return fit(ctx, r, p, func() *accounting.Meter { return accounting.NewListeningMeter(metered, key, l) })
		}
		return c, nil
	}
}

// unpriced leaves a meter's running ε at 0: nobody reads it here, and working it out takes longer than a run.
type unpriced struct{ accounting.Accountant }

func (unpriced) Epsilon(float64, float64) (float64, error) { return 0, nil }

// keyOf derives the key of one run of one part.
func keyOf(seed uint64, part string, run int) uint64 {
	message := binary.LittleEndian.AppendUint64([]byte(part), seed)
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64(message, uint64(run)))
	return binary.LittleEndian.Uint64(sum[:])
}
