package tui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/promise"
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
	number     int   // in the order of starting, from 1; its identity
	stored     int64 // its number in the store of runs; 0 where it is not kept
	method     *method.Method
	config     engine.Config
	settings   method.Settings // every parameter, as asked for
	planned    int             // T, as far as it is known before the start
	simulation bool            // private with a known seed
	series     int             // its colour and marker, for as long as it is drawn
	pinned     bool
	elsewhere  bool // on ratings that are not at hand any more

	history follower // nil until it has started
	nudge   <-chan struct{}
	release func()
	read    int // events seen

	plan     *accounting.Plan // nil when nothing is released
	scope    *engine.Extended // what was released instead of being taken for public; nil before, and where nothing is
	charges  []accounting.Charge
	steps    []engine.Iterated
	held     [2]float64 // μ and ε that the ledger holds of a run that ended before its plan; 0 where it tells no more
	progress engine.Progress
	end      *engine.Ended // nil while it trains
	stopping bool
	shown    reveal

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
		case engine.Extended:
			r.plan, r.scope = e.Plan, &e
		case engine.Released:
			r.charges = append(r.charges, e.Charge)
		case engine.Iterated:
			r.steps = append(r.steps, e)
		case engine.Ended:
			r.end = &e
		}
	}
	if mu, epsilon, err := promise.Held(r.plan, s.held); err == nil {
		r.held = [2]float64{mu, epsilon}
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

// curve is an error after each of some steps.
type curve struct{ x, y, deviation []float64 }

// measured is the curve of the run that the screen is about: the validation error, or the training error where the
// split has no validation part.
func (r *run) measured(steps []engine.Iterated) curve { return errorsOf(steps, r.validated()) }

// errorsOf is the curve of the validation or of the training error. A released error that its noise has swallowed is
// left out: nothing is known of it.
func errorsOf(steps []engine.Iterated, valid bool) (c curve) {
	for _, s := range steps {
		v := s.TrainRMSE
		if valid {
			v = s.ValidRMSE
		}
		if s.Private && !(v > 0) {
			continue
		}
		c.x, c.y, c.deviation = append(c.x, float64(s.T)), append(c.y, v), append(c.deviation, s.Deviation)
	}
	return c
}

// latest writes the last error of a curve.
func (c curve) latest() string {
	if len(c.y) == 0 {
		return ""
	}
	n := len(c.y) - 1
	return noisy(c.y[n], c.deviation[n])
}

// noisy writes an error in rating units with the s.d. of its noise, if it has any.
func noisy(v, deviation float64) string {
	if deviation > 0 && engine.LostInNoise(v, deviation) {
		return lostInNoise + " ± " + rmse(deviation)
	}
	if deviation > 0 {
		return rmse(v) + " ± " + rmse(deviation)
	}
	return rmse(v)
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
	y := r.measured(r.steps).y
	if len(y) == 0 {
		return math.NaN()
	}
	return y[len(y)-1]
}

// lostInNoise stands for an error of which its noise has left nothing.
const lostInNoise = "lost in noise"

// swallowed reports whether noise has left nothing of the last error.
func (r *run) swallowed() bool {
	n := len(r.steps)
	return n > 0 && r.steps[n-1].Private && engine.LostInNoise(r.steps[n-1].ValidRMSE, r.steps[n-1].Deviation)
}

// scopeText says what the run has released instead of taking it for public; "" where that is nothing.
func (r *run) scopeText() string {
	if r == nil || r.scope == nil {
		return ""
	}
	var parts []string
	if e := r.scope; e.Scope.Range {
		parts = append(parts, fmt.Sprintf("%g to %g", e.Low, e.High))
	}
	if e := r.scope; e.Scope.Catalogue {
		parts = append(parts, plural(e.Items, "item"))
	}
	return "released: " + strings.Join(parts, ", ")
}

// released reports whether the errors of the run are releases, part of its ε.
func (r *run) released() bool { return r.config.PrivateMetrics != 0 }

// pays reports whether a method releases anything under a configuration.
func pays(m *method.Method, c engine.Config) bool {
	return m.Private() && (m.Plan != nil || c.PrivateMetrics != 0)
}

// typed reports whether every release of a plan has its noise given, so that the plan's ε follows from it.
func typed(p *accounting.Plan) bool {
	return p != nil && !slices.ContainsFunc(p.Releases, func(r accounting.Release) bool { return r.Request.Mu == 0 })
}

// epsilon writes what the run is to cost, "" where it costs nothing: the target, or what typed noise comes to.
func (r *run) epsilon() string {
	switch {
	case !pays(r.method, r.config):
		return ""
	case typed(r.plan):
		return figure(r.plan.Epsilon)
	}
	return setting(r.config.Epsilon)
}

// charged is μ and ε of the releases charged so far; of a run that has ended before its plan, what the ledger holds.
func (r *run) charged() (mu, epsilon float64) {
	switch {
	case r != nil && r.held[0] > 0:
		return r.held[0], r.held[1]
	case r == nil || len(r.charges) == 0:
		return 0, 0
	}
	last := r.charges[len(r.charges)-1]
	return last.SpentMu, last.SpentEpsilon
}
