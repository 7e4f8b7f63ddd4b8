package engine

import (
	"fmt"
	"time"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/engine/scope"
)

// Event is one entry of a run's history. The kinds are Started, Extended, Released, Iterated and Ended.
type Event interface{ event() }

// Started is the first event of every history.
type Started struct {
	Method string
	Plan   *accounting.Plan // nil when the method is not private
}

// Extended holds the whole plan of a run that released its scope first, which replaces that of Started, and what was released.
// What was not released is 0, since it may be a fact of the ratings.
type Extended struct {
	Plan      *accounting.Plan
	Scope     scope.Private
	Low, High float64 // where the range was released
	Items     int     // where the catalogue was
}

// String returns what was released, in words.
func (e Extended) String() string {
	bounds, items := fmt.Sprintf("range %g to %g", e.Low, e.High), fmt.Sprintf("%d items", e.Items)
	switch {
	case !e.Scope.Catalogue:
		return "scope released: " + bounds
	case !e.Scope.Range:
		return "scope released: " + items
	}
	return "scope released: " + bounds + ", " + items
}

// Released reports one charged release.
type Released struct{ accounting.Charge }

// Iterated reports the errors of the model after iteration T of Of. Errors measured on real ratings are not private numbers;
// where Config.PrivateMetrics is set, the validation error is a charged release instead and the only one there is.
type Iterated struct {
	T, Of       int
	TrainRMSE   float64 // in rating units; NaN where not measured
	ValidRMSE   float64
	Private     bool          // ValidRMSE is a release
	Deviation   float64       // s.d. of the noise in ValidRMSE, in rating units; 0 unless Private
	Diagnostics *Diagnostics  // what rose above the noise; nil where the method does not report it
	Epsilon     float64       // spent so far; NaN when the method is not private
	Elapsed     time.Duration // since the run began
}

// LostInNoise reports whether a released error is within its noise: its square is within three deviations of 0, or was
// clamped there.
func LostInNoise(rmse, deviation float64) bool {
	return !(rmse > 0) || 6*deviation >= rmse // the square's deviation is 2·rmse·deviation
}

// Diagnostics reports how much of a model rose above the noise. It is computed from releases, so it costs nothing.
type Diagnostics struct {
	Factors  []method.Factor // strongest first
	Retained [3]float64      // the tenth, half and nine tenths of the items retain at most this fraction of their statistics
}

// Outcome is how a run ended.
type Outcome int

// The outcomes of a run.
const (
	Done Outcome = iota
	Failed
	Cancelled
	Refused // by the budget
)

// String returns the outcome as a word.
func (o Outcome) String() string {
	return [...]string{"done", "failed", "cancelled", "refused"}[o]
}

// Ended is the last event of every history.
type Ended struct {
	Outcome Outcome
	Err     error   // nil when Done
	Result  *Result // nil unless Done
}

// Result is the outcome of a finished run.
type Result struct {
	Method         string
	Private        bool
	Trust          method.Trust // who must be trusted; values of ε are compared under the same trust alone
	Simulation     bool
	Accountant     string  // "" when not private, "pure" where ε adds up without a conversion
	Epsilon, Delta float64 // Delta is 0 where ε is pure
	Mu             float64
	Total          accounting.TotalCost // the same in the parts that compose with other runs
	TrainRMSE      float64              // NaN where there is nothing to measure on
	ValidRMSE      float64
	TestRMSE       float64
	MetricsPrivate bool    // the errors are releases
	Deviation      float64 // s.d. of the noise in ValidRMSE; 0 unless it is a release
	Iterations     int
	Elapsed        time.Duration
	Seed           *uint64 // nil: noise from the operating system
	Users          int
	Items          int               // of the catalogue that the run treated as public or released
	Low, High      float64           // the rating range, likewise
	Scope          scope.Private     // which of the two it released
	Settings       map[string]string // every parameter as method.Parameter.Parse reads it
}

func (Started) event()  {}
func (Extended) event() {}
func (Released) event() {}
func (Iterated) event() {}
func (Ended) event()    {}

// Progress is the position of a run inside an iteration.
type Progress struct {
	Phase         string  // "users"
	Iteration, Of int     // iteration, from 1, of T; Iteration is 0 before the first
	Done          float64 // of the phase, in [0, 1]
	Elapsed       time.Duration
	Remaining     time.Duration // estimate; negative where unknown
}
