package tui

import (
	"math"
	"sync/atomic"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
)

// follower is what the screen needs of a run. *engine.History is one.
type follower interface {
	Events(from int) []engine.Event
	Progress() engine.Progress
	Subscribe() (nudge <-chan struct{}, release func())
	Done() <-chan struct{}
	Cancel()
}

var _ follower = (*engine.History)(nil)

// run is one training run as the screen knows it: what the last snapshot said. It is owned by the Update goroutine,
// but for abandoned.
type run struct {
	number     int // in the order of starting, from 1; its identity
	method     *method.Method
	config     engine.Config
	settings   method.Settings // every parameter, as asked for
	planned    int             // T, as far as it is known before the start
	simulation bool            // private with a known seed
	series     int             // its colour and marker, for as long as it is drawn
	pinned     bool

	history follower // nil until it has started
	nudge   <-chan struct{}
	release func()
	read    int // events seen

	plan     *accounting.Plan // nil when nothing is released
	charges  []accounting.Charge
	steps    []engine.Iterated
	progress engine.Progress
	end      *engine.Ended // nil while it trains
	stopping bool

	abandoned atomic.Bool // set before it has started: it must not start any more
}

// training reports whether the run may still make releases.
func (r *run) training() bool { return r != nil && r.end == nil }

// stop asks the run to end; its last events arrive as for any other.
func (r *run) stop() {
	r.stopping = true
	r.abandoned.Store(true)
	if r.history != nil {
		r.history.Cancel()
	}
}

// take adds the events of a snapshot.
func (r *run) take(s snapshotMsg) {
	r.progress = s.progress
	r.read += len(s.events)
	for _, e := range s.events {
		switch e := e.(type) {
		case engine.Started:
			r.plan = e.Plan
		case engine.Released:
			r.charges = append(r.charges, e.Charge)
		case engine.Iterated:
			r.steps = append(r.steps, e)
		case engine.Ended:
			r.end = &e
		}
	}
}

// stepsOf is T: how many steps the run has or will have, at least 1.
func (r *run) stepsOf() int {
	n := max(r.planned, r.progress.Of)
	for _, s := range r.steps {
		n = max(n, s.Of, s.T)
	}
	return max(n, 1)
}

// measured is the curve of the run that the screen is about: the validation error, or the training error where the
// split has no validation part. x is the step.
func (r *run) measured() (x, y []float64) { return r.curve(r.validated()) }

func (r *run) curve(valid bool) (x, y []float64) {
	for _, s := range r.steps {
		v := s.TrainRMSE
		if valid {
			v = s.ValidRMSE
		}
		x, y = append(x, float64(s.T)), append(y, v)
	}
	return x, y
}

func (r *run) validated() bool {
	for _, s := range r.steps {
		if !math.IsNaN(s.ValidRMSE) {
			return true
		}
	}
	return false
}

// final is the last measured error, NaN before the first.
func (r *run) final() float64 {
	if r == nil || len(r.steps) == 0 {
		return math.NaN()
	}
	_, y := r.measured()
	return y[len(y)-1]
}

// spent is μ and ε of the releases charged so far.
func (r *run) spent() (mu, epsilon float64) {
	if r == nil || len(r.charges) == 0 {
		return 0, 0
	}
	last := r.charges[len(r.charges)-1]
	return last.SpentMu, last.SpentEpsilon
}
