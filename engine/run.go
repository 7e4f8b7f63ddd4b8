package engine

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"time"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/accounting/noise"
	"dpals/engine/internal/probe"
	"dpals/engine/method"
	"dpals/engine/scope"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// ErrRefused marks a run or a release that the limit of the data set does not allow.
var ErrRefused = ledger.ErrRefused

// Run starts training in the background and returns its history at once. It returns an error wrapping ErrConfig,
// and starts nothing, when the configuration is wrong. Cancelling the context stops the run within 100 ms; when
// History.Done is closed no goroutine of the run is left.
func Run(ctx context.Context, p Problem, c Config) (*History, error) {
	if c.Method == "" {
		c.Method = DefaultMethod
	}
	m, err := Lookup(c.Method)
	if err != nil {
		return nil, configError{err}
	}
	return RunMethod(ctx, m, p, c)
}

// RunMethod is Run for a method value that need not be in the registry.
func RunMethod(ctx context.Context, m *method.Method, p Problem, c Config) (*History, error) {
	v, err := prepare(m, p, c)
	if err != nil {
		return nil, configError{err}
	}
	ctx, cancel := context.WithCancel(ctx)
	h := newHistory(cancel)
	h.append(Started{Method: m.Name, Plan: v.Plan})
	go func() {
		t := &trainer{History: h, problem: p, preview: v, ctx: ctx}
		end := t.run()
		if end.Outcome == Done && c.Keep != nil {
			c.Keep(end.Result)
		}
		end = t.closeEntry(end)
		cancel()
		h.append(end)
		close(h.done)
	}()
	return h, nil
}

// trainer executes one run. It is the method's Progress.
type trainer struct {
	*History
	ctx     context.Context
	problem Problem
	preview *Preview
	last    Iterated
	release *Iterated // the released error of this iteration, where errors are released
	meter   *accounting.Meter
	entry   *ledger.OpenEntry // nil without a ledger
	payment *payments         // to the account
	cut     *scope.Cut        // what the ratings were cut to; nil before, and where nothing cuts them
}

func (t *trainer) run() (end Ended) {
	defer func() {
		if v := recover(); v != nil {
			p, ok := v.(*parallel.Panic)
			if !ok {
				p = &parallel.Panic{Value: v, Stack: debug.Stack()}
			}
			end = Ended{Outcome: Failed, Err: fmt.Errorf("the trainer crashed: %w", p)}
		}
	}()
	result, err := t.train()
	switch {
	case err == nil:
		return Ended{Outcome: Done, Result: result}
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return Ended{Outcome: Cancelled, Err: err}
	case errors.Is(err, ErrRefused):
		return Ended{Outcome: Refused, Err: err}
	default:
		return Ended{Outcome: Failed, Err: err}
	}
}

func (t *trainer) train() (*Result, error) {
	c, split := t.preview.Config, t.problem.Split
	task := &method.Task{
		Train:    split.Train,
		Public:   publicOf(t.problem, c),
		Settings: t.preview.Settings,
		Threads:  c.Threads,
		Progress: t,
	}
	meter, err := t.prepareNoise(&task.Seed)
	if err != nil {
		return nil, err
	}
	if t.preview.Plan != nil {
		if err := t.openEntry(); err != nil {
			return nil, err
		}
		t.meter = meter(t.preview.Plan)
		task.Meter = t.meter
	}
	t.last = Iterated{TrainRMSE: math.NaN(), ValidRMSE: math.NaN()}
	model, err := released(t.preview.Method, c, t).Fit(t.ctx, task)
	if err != nil {
		return nil, err
	}
	if t.meter != nil {
		if err := t.meter.Close(); err != nil {
			return nil, fmt.Errorf("method %s broke its plan: %w", c.Method, err)
		}
	}
	t.setModel(model)
	test := math.NaN()
	if c.PrivateMetrics == 0 {
		t.Phase("test", t.last.T, t.last.Of)
		if test, err = RMSE(t.ctx, model, split.TrainValid(), split.Test, c.Threads); err != nil {
			return nil, err
		}
	}
	return t.result(test), nil
}

// validation returns the ratings on which errors are released: those of the scope, where it is released.
func (t *trainer) validation(*method.Task) *loaders.Ratings {
	if t.cut != nil {
		return t.cut.Apply(t.problem.Split.Valid)
	}
	return t.problem.Split.Valid
}

// scoped takes the plan and the cut of a run that has released its scope.
func (t *trainer) scoped(p *accounting.Plan, cut scope.Cut) {
	t.cut = &cut
	t.preview.Plan = p
	if t.payment != nil {
		t.payment.extend(p)
	}
	e := Extended{Plan: p, Scope: t.preview.Config.Scope, Items: len(cut.Items)}
	if e.Scope.Range {
		e.Low, e.High = cut.Low, cut.High
	}
	t.append(e)
}

// published takes the released error of the iteration that is reported next.
func (t *trainer) published(_ int, rmse, deviation float64) {
	t.release = &Iterated{ValidRMSE: rmse, TrainRMSE: math.NaN(), Private: true, Deviation: deviation}
}

// openEntry begins the run's entry in the ledger, which refuses a plan beyond the limit.
func (t *trainer) openEntry() (err error) {
	c := t.preview.Config
	if c.Ledger == nil {
		return nil
	}
	t.entry, err = c.Ledger.Begin(ledger.Run{
		Dataset: t.problem.Fingerprint, Name: t.problem.Name, Method: t.preview.Method.Name, Plan: t.preview.Plan,
		Simulation: c.Seed != nil, Settings: t.preview.Texts(),
	})
	if err != nil {
		return err
	}
	t.mu.Lock()
	t.History.account = t.entry.ID()
	t.mu.Unlock()
	t.payment = newPayments(t.entry, t.preview.Plan)
	t.payment.ahead(0)
	return nil
}

// charge is the meter's journal: what a release costs is on disk before any of its noise is drawn.
func (t *trainer) charge(c accounting.Charge) error {
	if t.payment != nil {
		if err := t.payment.due(c); err != nil {
			return err
		}
	}
	t.append(Released{c})
	return nil
}

// closeEntry records in the ledger how the run ended. What was charged stays charged whether or not that succeeds.
func (t *trainer) closeEntry(end Ended) Ended {
	if t.entry == nil {
		return end
	}
	t.payment.end()
	if err := t.entry.End(end.Outcome.String()); err != nil && end.Outcome == Done {
		return Ended{Outcome: Failed, Err: fmt.Errorf("the run is done, but its end could not be written to the ledger: %w", err)}
	}
	return end
}

func (t *trainer) result(test float64) *Result {
	c, m := t.preview.Config, t.preview.Method
	r := &Result{
		Method: m.Name, Private: m.Private(), Trust: m.Trust, Seed: c.Seed,
		TrainRMSE: t.last.TrainRMSE, ValidRMSE: t.last.ValidRMSE, TestRMSE: test, MetricsPrivate: t.last.Private, Deviation: t.last.Deviation,
		Iterations: t.last.T, Elapsed: time.Since(t.start),
		Users: t.problem.Split.Train.Users, Items: t.problem.Split.Train.Items,
		Low: t.problem.Split.Train.Low, High: t.problem.Split.Train.High,
		Scope: c.Scope, Settings: t.settled(),
	}
	if t.cut != nil {
		r.Low, r.High = t.cut.Low, t.cut.High
		if t.cut.Items != nil {
			r.Items = len(t.cut.Items)
		}
	}
	if m.Private() {
		r.Delta = c.Delta
		r.Accountant = c.Accountant
		r.Simulation = c.Seed != nil
	}
	if p := t.preview.Plan; p != nil {
		r.Epsilon, r.Delta, r.Mu, r.Accountant = p.Epsilon, p.EffectiveDelta(), p.Mu, p.AccountantName()
		r.Total = p.TotalCost()
	}
	return r
}

// settled returns every parameter as method.Parameter.Parse reads it, with what the fit chose in place of "auto".
func (t *trainer) settled() map[string]string {
	texts := t.preview.Texts()
	if s, ok := t.model.(method.Settler); ok {
		for name, v := range s.Settled() {
			if p, ok := t.preview.Method.Parameter(name); ok && t.preview.Settings[name] == method.Auto {
				texts[name] = p.Format(v)
			}
		}
	}
	return texts
}

// Phase implements method.Progress.
func (t *trainer) Phase(name string, iteration, of int) {
	if t.payment != nil {
		t.payment.ahead(iteration)
	}
	t.setProgress(func(p *Progress) {
		p.Phase, p.Iteration, p.Of, p.Done = name, iteration, of, 0
		p.Remaining = -1
		// Iterations take about the same time, so the finished ones predict the others.
		if t.last.T > 0 {
			p.Remaining = time.Duration(float64(t.last.Elapsed) / float64(t.last.T) * float64(of-t.last.T))
		}
	})
}

// Part implements method.Progress.
func (t *trainer) Part(done float64) {
	// Pieces finish out of order; progress never decreases.
	t.setProgress(func(p *Progress) { p.Done = max(p.Done, done) })
}

// Iteration implements method.Progress.
func (t *trainer) Iteration(iteration int, m method.Model) error {
	split := t.problem.Split
	t.mu.Lock()
	of := t.progress.Of
	t.mu.Unlock()
	if t.release != nil {
		t.last = *t.release
	} else {
		t.Phase("evaluate", iteration, of)
		rmse, err := rootMeanSquares(t.ctx, m, split.Train, t.preview.Config.Threads, split.Train, split.Valid)
		if err != nil {
			return err
		}
		t.last = Iterated{TrainRMSE: rmse[0], ValidRMSE: rmse[1]}
	}
	t.last.T, t.last.Of, t.last.Elapsed = iteration, max(of, iteration), time.Since(t.start)
	t.last.Diagnostics = diagnosticsOf(m)
	if !t.preview.Method.Private() {
		t.last.Epsilon = math.NaN()
	} else if t.meter != nil {
		if paid := t.meter.Charges(); len(paid) > 0 {
			t.last.Epsilon = paid[len(paid)-1].SpentEpsilon
		}
	}
	t.setModel(m)
	t.append(t.last)
	return nil
}

// diagnosticsOf returns what rose above the noise in a model, nil where it does not report it.
func diagnosticsOf(m method.Model) *Diagnostics {
	reporting, ok := m.(method.Diagnostics)
	if !ok {
		return nil
	}
	d := &Diagnostics{Factors: slices.Clone(reporting.Factors())}
	if d.Factors == nil && reporting.Retained() == nil {
		return nil
	}
	if retained := slices.Sorted(slices.Values(reporting.Retained())); len(retained) > 0 {
		for k, quantile := range []float64{0.1, 0.5, 0.9} {
			d.Retained[k] = retained[int(quantile*float64(len(retained)-1))]
		}
	}
	return d
}

// prepareNoise fills the seed of everything random in the run except its noise, and returns the constructor of the meter that
// draws the noise.
func (t *trainer) prepareNoise(rest *[32]byte) (func(*accounting.Plan) *accounting.Meter, error) {
	if p := probe.Of(t.ctx); p != nil {
		key := p.Key()
		*rest = derived(key)
		return func(plan *accounting.Plan) *accounting.Meter {
			return accounting.NewObservedMeter(plan, key, t.charge, p.Witness, p.Listener)
		}, nil
	}
	source, err := randomness(t.preview.Config.Seed, rest)
	return func(plan *accounting.Plan) *accounting.Meter { return accounting.NewMeter(plan, source, t.charge) }, err
}

// randomness returns the source of a run's noise and fills the seed of everything else that is random in the run.
func randomness(seed *uint64, rest *[32]byte) (*noise.Source, error) {
	if seed == nil {
		if _, err := rand.Read(rest[:]); err != nil {
			return nil, fmt.Errorf("the operating system's random generator failed: %w", err)
		}
		return noise.System(nil)
	}
	*rest = derived(*seed)
	return noise.Seeded(*seed), nil
}

// derived returns the seed of initial factors and sampling that follows from a run's seed.
func derived(seed uint64) [32]byte {
	return sha256.Sum256(binary.LittleEndian.AppendUint64([]byte("initial factors and sampling"), seed))
}
