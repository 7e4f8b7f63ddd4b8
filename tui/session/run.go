package session

import (
	"fmt"
	"math"
	"strings"
	"sync/atomic"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/promise"
	"dpals/internal/format"
)

// Follower is what the dashboard needs of a run that trains. *engine.History is one.
type Follower interface {
	Events(from int) []engine.Event
	Progress() engine.Progress
	Subscribe() (nudge <-chan struct{}, release func())
	Done() <-chan struct{}
	Cancel()
}

var _ Follower = (*engine.History)(nil)

// Run is one training run as of its latest snapshot. It is owned by the Update goroutine, except for abandoned.
type Run struct {
	Number       int   // in the order of starting, from 1; its identity
	Stored       int64 // its number in the store of runs; 0 where it is not kept
	Method       *method.Method
	Config       engine.Config
	Settings     method.Settings // every parameter, as asked for
	planned      int             // T, as far as it is known before the start
	Simulation   bool            // private with a known seed
	Series       int             // its colour and marker, for as long as it is drawn
	Pinned       bool
	OtherRatings bool // on ratings that were replaced

	History Follower // nil until it has started
	nudge   <-chan struct{}
	release func()
	Read    int // events seen

	Plan     *accounting.Plan // nil when nothing is released
	Scope    *engine.Extended // range and items where the run releases them; nil before, and where they are public
	Charges  []accounting.Charge
	Steps    []engine.Iterated
	held     [2]float64 // μ and ε that the ledger has charged to a run that ended before its plan; 0 where that is what Charges add up to
	Progress engine.Progress
	End      *engine.Ended // nil while it trains
	Stopping bool
	Reveal   Reveal

	abandoned atomic.Bool // set before the start: the run must not start
}

// Training reports whether the run may still make releases.
func (r *Run) Training() bool { return r != nil && r.End == nil }

// Stop asks the run to end. Its last events arrive like those of any other.
func (r *Run) Stop() {
	r.Stopping = true
	r.abandoned.Store(true)
	if r.History != nil {
		r.History.Cancel()
	}
}

// take adds the events of a snapshot.
func (r *Run) take(s SnapshotMsg) {
	r.Progress = s.Progress
	r.Read += len(s.Events)
	for _, e := range s.Events {
		switch e := e.(type) {
		case engine.Started:
			r.Plan = e.Plan
		case engine.Extended:
			r.Plan, r.Scope = e.Plan, &e
		case engine.Released:
			r.Charges = append(r.Charges, e.Charge)
		case engine.Iterated:
			r.Steps = append(r.Steps, e)
		case engine.Ended:
			r.End = &e
		}
	}
	if mu, epsilon, err := promise.Held(r.Plan, s.Held); err == nil {
		r.held = [2]float64{mu, epsilon}
	}
}

// StepsOf returns T, the number of iterations that the run has or will have, at least 1.
func (r *Run) StepsOf() int {
	n := max(r.planned, r.Progress.Of)
	for _, s := range r.Steps {
		n = max(n, s.Of, s.T)
	}
	return max(n, 1)
}

// Curve is an error after each of some iterations.
type Curve struct{ X, Y, Deviation []float64 }

// Measured returns the curve of the validation error, or of the training error where the split has no validation part.
func (r *Run) Measured(steps []engine.Iterated) Curve { return ErrorsOf(steps, r.Validated()) }

// ErrorsOf returns the curve of the validation or of the training error. A released error that is not positive is left out:
// its noise is larger than the error.
func ErrorsOf(steps []engine.Iterated, valid bool) (c Curve) {
	for _, s := range steps {
		v := s.TrainRMSE
		if valid {
			v = s.ValidRMSE
		}
		if s.Private && !(v > 0) {
			continue
		}
		c.X, c.Y, c.Deviation = append(c.X, float64(s.T)), append(c.Y, v), append(c.Deviation, s.Deviation)
	}
	return c
}

// Latest writes the last error of a curve; "" where it has none.
func (c Curve) Latest() string {
	if len(c.Y) == 0 {
		return ""
	}
	n := len(c.Y) - 1
	return NoisyRMSE(c.Y[n], c.Deviation[n])
}

// NoisyRMSE writes an error in rating units, with the standard deviation of its noise where it has any.
func NoisyRMSE(v, deviation float64) string {
	if deviation > 0 && engine.LostInNoise(v, deviation) {
		return LostInNoise + " ± " + format.ShortRMSE(deviation)
	}
	if deviation > 0 {
		return format.ShortRMSE(v) + " ± " + format.ShortRMSE(deviation)
	}
	return format.ShortRMSE(v)
}

// Validated reports whether the run has validation errors.
func (r *Run) Validated() bool {
	for _, s := range r.Steps {
		if !math.IsNaN(s.ValidRMSE) {
			return true
		}
	}
	return false
}

// Final returns the last measured error, NaN before the first.
func (r *Run) Final() float64 {
	if r == nil || len(r.Steps) == 0 {
		return math.NaN()
	}
	y := r.Measured(r.Steps).Y
	if len(y) == 0 {
		return math.NaN()
	}
	return y[len(y)-1]
}

// LostInNoise is written for an error that is smaller than its noise.
const LostInNoise = "below its noise"

// LostInNoise reports whether the last error is smaller than its noise.
func (r *Run) LostInNoise() bool {
	n := len(r.Steps)
	return n > 0 && r.Steps[n-1].Private && engine.LostInNoise(r.Steps[n-1].ValidRMSE, r.Steps[n-1].Deviation)
}

// ScopeText returns the range and the items that the run has released; "" where both are public.
func (r *Run) ScopeText() string {
	if r == nil || r.Scope == nil {
		return ""
	}
	var parts []string
	if e := r.Scope; e.Scope.Range {
		parts = append(parts, fmt.Sprintf("%g to %g", e.Low, e.High))
	}
	if e := r.Scope; e.Scope.Catalogue {
		parts = append(parts, format.ShortPlural(e.Items, "item"))
	}
	return "released: " + strings.Join(parts, ", ")
}

// Released reports whether the errors of the run are releases, part of its ε.
func (r *Run) Released() bool { return r.Config.PrivateMetrics != 0 }

// MakesReleases reports whether a method releases anything under a configuration.
func MakesReleases(m *method.Method, c engine.Config) bool {
	return m.Private() && (m.Plan != nil || c.PrivateMetrics != 0)
}

// Epsilon writes the ε of the budget: the target, or what fixed noise comes to; "" for a run without releases.
func (r *Run) Epsilon() string {
	switch {
	case !MakesReleases(r.Method, r.Config):
		return ""
	case r.Plan.HasFixedNoise():
		return format.Number(r.Plan.Epsilon)
	}
	return format.Setting(r.Config.Epsilon)
}

// Charged returns μ and ε of the releases charged so far; for a run that ended before its plan, what the ledger has charged.
func (r *Run) Charged() (mu, epsilon float64) {
	switch {
	case r != nil && r.held[0] > 0:
		return r.held[0], r.held[1]
	case r == nil || len(r.Charges) == 0:
		return 0, 0
	}
	last := r.Charges[len(r.Charges)-1]
	return last.SpentMu, last.SpentEpsilon
}
