package engine

import (
	"context"
	"time"

	"dpals/accounting"
	"dpals/engine/method"
)

// PhaseTime is how long a phase of an iteration took.
type PhaseTime struct {
	Phase     string // "users", "items", …
	Iteration int    // iteration, from 1; 0 before the first
	Took      time.Duration
}

// TimePhases trains without evaluating anything and returns how long every phase took. Nothing is charged to a ledger,
// so it is for simulations: the configuration needs a seed.
func TimePhases(ctx context.Context, p Problem, c Config) ([]PhaseTime, error) {
	m, err := Lookup(c.Method)
	if err != nil {
		return nil, configError{err}
	}
	if c.Seed == nil {
		return nil, configError{errNoSeed}
	}
	v, err := prepare(m, p, c)
	if err != nil {
		return nil, configError{err}
	}
	watch := &stopwatch{}
	task := &method.Task{
		Train: p.Split.Train, Public: publicOf(p, v.Config), Settings: v.Settings, Threads: v.Config.Threads, Progress: watch,
	}
	source, err := randomness(c.Seed, &task.Seed)
	if err != nil {
		return nil, err
	}
	if v.Plan != nil {
		task.Meter = accounting.NewMeter(v.Plan, source, nil)
	}
	if _, err := m.Fit(ctx, task); err != nil {
		return nil, err
	}
	watch.stop()
	return watch.times, nil
}

// stopwatch is a method.Progress that times phases.
type stopwatch struct {
	times []PhaseTime
	since time.Time
}

func (w *stopwatch) stop() {
	if n := len(w.times); n > 0 && w.times[n-1].Took == 0 {
		w.times[n-1].Took = time.Since(w.since)
	}
}

// Phase implements method.Progress.
func (w *stopwatch) Phase(name string, t, _ int) {
	w.stop()
	w.times = append(w.times, PhaseTime{Phase: name, Iteration: t})
	w.since = time.Now()
}

// Part implements method.Progress.
func (w *stopwatch) Part(float64) {}

// Iteration implements method.Progress.
func (w *stopwatch) Iteration(int, method.Model) error {
	w.stop()
	return nil
}
