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

// Follower is the part of a training run that the dashboard uses. *engine.History is one.
type Follower interface {
	Events(from int) []engine.Event
	Progress() engine.Progress
	Subscribe() (nudge <-chan struct{}, unsubscribe func())
	Done() <-chan struct{}
	Cancel()
}

var _ Follower = (*engine.History)(nil)

// Run is one training run as of its last snapshot. It is owned by the Update goroutine, except abandoned.
type Run struct {
	Number       int   // in the order of starting, from 1; its identity
	Stored       int64 // its number in the store of runs; 0 where it is not stored
	Method       *method.Method
	Config       engine.Config
	Settings     method.Settings // every parameter, as requested
	planned      int             // T, as far as it is known before the start
	Simulation   bool            // private with a known seed
	Series       int             // its colour and marker, for as long as it is drawn
	Pinned       bool
	OtherRatings bool // on ratings that are no longer open

	History     Follower // nil until it has started
	nudge       <-chan struct{}
	unsubscribe func()
	Read        int // events read

	Plan       *accounting.Plan // nil when nothing is released
	Scope      *engine.Extended // what was released instead of being taken for public; nil before, and where nothing is
	Charges    []accounting.Charge
	Iterations []engine.Iterated
	held       [2]float64 // μ and ε that the ledger holds of a run that ended before its plan; 0 where it tells no more
	Progress   engine.Progress
	End        *engine.Ended // nil while it trains
	Stopping   bool
	Reveal     Reveal

	abandoned atomic.Bool // a run that has not started must not start any more
}

// Training reports whether the run may still make releases.
func (r *Run) Training() bool { return r != nil && r.End == nil }

// Stop asks the run to end; its last events arrive as for any other.
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
			r.Iterations = append(r.Iterations, e)
		case engine.Ended:
			r.End = &e
		}
	}
	if mu, epsilon, err := promise.Held(r.Plan, s.Held); err == nil {
		r.held = [2]float64{mu, epsilon}
	}
}

// PlannedIterations returns T, how many iterations the run has or will have, at least 1.
func (r *Run) PlannedIterations() int {
	n := max(r.planned, r.Progress.Of)
	for _, s := range r.Iterations {
		n = max(n, s.Of, s.T)
	}
	return max(n, 1)
}

// Curve is an error after each of some iterations.
type Curve struct{ X, Y, Deviation []float64 }

// Measured returns the curve of the validation error, or of the training error where the split has no validation part.
func (r *Run) Measured(iterations []engine.Iterated) Curve {
	return ErrorsOf(iterations, r.Validated())
}

// ErrorsOf returns the curve of the validation or of the training error, without released errors that are lost in noise.
func ErrorsOf(iterations []engine.Iterated, valid bool) (c Curve) {
	for _, s := range iterations {
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

// Latest writes the last error of a curve.
func (c Curve) Latest() string {
	if len(c.Y) == 0 {
		return ""
	}
	n := len(c.Y) - 1
	return NoisyRMSE(c.Y[n], c.Deviation[n])
}

// NoisyRMSE writes an error in rating units with the s.d. of its noise, if it has any.
func NoisyRMSE(v, deviation float64) string {
	if deviation > 0 && engine.LostInNoise(v, deviation) {
		return LostInNoise + " ± " + format.ShortRMSE(deviation)
	}
	if deviation > 0 {
		return format.ShortRMSE(v) + " ± " + format.ShortRMSE(deviation)
	}
	return format.ShortRMSE(v)
}

// Validated reports whether the run has a validation error.
func (r *Run) Validated() bool {
	for _, s := range r.Iterations {
		if !math.IsNaN(s.ValidRMSE) {
			return true
		}
	}
	return false
}

// Final returns the last measured error, NaN before the first.
func (r *Run) Final() float64 {
	if r == nil || len(r.Iterations) == 0 {
		return math.NaN()
	}
	y := r.Measured(r.Iterations).Y
	if len(y) == 0 {
		return math.NaN()
	}
	return y[len(y)-1]
}

// LostInNoise is the text for a released error that is within its noise.
const LostInNoise = "lost in noise"

// LostInNoise reports whether the last error is a release within its noise.
func (r *Run) LostInNoise() bool {
	n := len(r.Iterations)
	return n > 0 && r.Iterations[n-1].Private && engine.LostInNoise(r.Iterations[n-1].ValidRMSE, r.Iterations[n-1].Deviation)
}

// ScopeText returns the range and the number of items that the run has released, as text; "" where they were public.
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

// Epsilon returns the ε of the run as text: the target, or what follows from fixed noise; "" where the run makes no releases.
func (r *Run) Epsilon() string {
	switch {
	case !MakesReleases(r.Method, r.Config):
		return ""
	case r.Plan.HasFixedNoise():
		return format.Number(r.Plan.Epsilon)
	}
	return format.Setting(r.Config.Epsilon)
}

// Charged returns μ and ε of the releases charged so far; for a run that ended before its plan, those that the ledger holds.
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
