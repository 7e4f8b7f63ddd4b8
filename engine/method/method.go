package method

import (
	"context"

	"dpals/accounting"
	"dpals/loaders"
)

// Method is one training method.
type Method struct {
	Name       string // as in flags, files and on screen: "dpals"
	Summary    string // one line
	Source     string // the paper, by tag: "[DPALS]"
	Trust      Trust
	Parameters []Parameter
	Iterative  bool // trains in iterations, reported one by one

	// Resolve replaces the automatic values by a rule that reads public facts alone; nil where there are none.
	Resolve func(Public, Settings) Settings
	// Plan lists the releases of a run, in order; nil when the method is not private or releases nothing.
	Plan     func(Public, Settings) ([]accounting.Request, error)
	Fit      func(context.Context, *Task) (Model, error)
	Forecast func(*loaders.Ratings, Settings, *accounting.Plan) Forecast // nil: there is no forecast

	// Published is the ε the source's own formula would state for this plan, or 0 where there is none.
	Published func(Settings, *accounting.Plan, float64) float64
}

// Private reports whether the method promises privacy.
func (m *Method) Private() bool { return m.Trust != TrustNone }

// Public is what a plan may depend on: the catalogue, the rating range and the target, never a rating, nor the
// number of users.
type Public struct {
	Items          int
	Low, High      float64 // rating range
	Epsilon, Delta float64
}

// Forecast is what a configuration will do, computed before it runs. Noise-to-signal ratios come from the analyst's own
// ratings and are not private numbers.
type Forecast struct {
	NoiseMedian     float64 // noise s.d. over signal for the item of median count; NaN where unknown
	NoiseRarest     float64 // the same for the rarest tenth of the trained items
	RatingsFraction float64 // fraction of the ratings that training reads, in [0, 1]
	ItemsFraction   float64 // fraction of the items that are trained, in [0, 1]
}

// Task is the input of one fit.
type Task struct {
	Train    *loaders.Ratings
	Public   Public
	Settings Settings
	Meter    *accounting.Meter // the only source of noise; nil when the method is not private
	Seed     [32]byte          // for initial factors and sampling, never for the noise of a release
	Threads  int               // ≥ 1
	Progress Progress
}

// Progress receives what a fit reports. Its methods are called from the goroutine that called Fit.
type Progress interface {
	// Phase reports that a phase begins, such as "items", of iteration t (0: before the first) of all.
	Phase(name string, t, all int)
	// Part reports how much of the phase is done, in [0, 1]. Cheap; may be called from any goroutine.
	Part(done float64)
	// Iteration reports the model after iteration t (1 ≤ t ≤ T), which is evaluated before the call returns.
	// The model must not change during the call.
	Iteration(t int, m Model) error
}

// Model is the shared side of a fit: all that other users see. A user's own predictions are a local function of
// it and their own ratings. Safe for concurrent use.
type Model interface {
	// Local returns a solver with a workspace of its own, for one goroutine.
	Local() Local
}

// Settler is a Model that reports the values of parameters that its fit chose by the method's rule, and given values of the
// same parameters.
type Settler interface {
	Model
	Settled() Settings
}

// Sharer is a Model whose shared side can be exported.
type Sharer interface {
	Model
	Shared() Shared
}

// Shared is the shared side of a model: all of it is public once released.
type Shared struct {
	Rank    int       // columns of Items; 0 where items have no numbers of their own
	Items   []float32 // m×Rank by rows
	Columns []string  // names of the columns, length Rank
	Trained []bool    // by item; nil: all
	Scalars map[string]float64
	Recipe  string // how a user solves their own row and predicts from Items and Scalars
}

// Local predicts for one user at a time.
type Local interface {
	// Solve takes a user's known ratings. It may be called again for another user.
	Solve(items []uint32, values []float32)
	// Predict returns the expected rating of an item, not clamped to the rating range.
	Predict(item uint32) float64
}

// Rower is a Local that returns what it solved for the user: their own row, which only they may see.
type Rower interface {
	Local
	// Row returns the solved numbers; it is overwritten by the next Solve.
	Row() []float32
}

// Diagnostics is a Model that reports how much of it rose above the noise. All of it is computed from releases, so it costs
// nothing and may be published.
type Diagnostics interface {
	Model
	// Factors returns the fitted signal and the noise of every factor, strongest first.
	Factors() []Factor
	// Retained returns, for every trained item, the fraction of its released statistics in its estimate, in [0, 1].
	Retained() []float64
}

// Factor is how much of one factor rose above the noise, as variances of a rating.
type Factor struct {
	Signal float64 // that the factor explains, by the fitted prior; 0: none
	Noise  float64 // of the estimate for the item of median weight
}
