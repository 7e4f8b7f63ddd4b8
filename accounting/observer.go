package accounting

import (
	"slices"

	"dpals/accounting/noise"
)

// ReleaseObserver sees every block of a release before and after its noise, and may overwrite the noisy values, so that two
// runs on neighbouring data can be shown the same releases and compared in what they summed. It sees private sums:
// an audit alone may have one.
//
// It is called from the goroutine that blurs, on different blocks concurrently. Exact is a copy.
type ReleaseObserver func(r Release, block int, exact, noisy []float64)

// Randomiser is the law of a part of a local report. Loss is ln P(said | a)/P(said | b), worked out from the integers
// that the probabilities in use are; WorstLoss bounds it over all that can be said. Off is a number of mean 0, larger
// the truer what was said, and its variance: by it many reports are compared with their law.
type Randomiser interface {
	Loss(a, b, said []float64) float64
	WorstLoss(a, b []float64) float64
	Statistic(exact, said []float64) (off, variance float64)
}

var _, _, _ Randomiser = noise.Sign{}, noise.RandomisedResponse{}, noise.Laplace{}

// ReportObserver hears every part of every local report: what the user had to say, what they said, which it may overwrite,
// and the law between the two. Bits are zeros and ones, blurred numbers are in grid units. It is called from the
// goroutine that reports, for different users concurrently; the parts of one report come in order.
type ReportObserver func(r Release, user int, law Randomiser, exact, said []float64)

// NewObservedMeter returns a meter with a journal as NewMeter does, whose releases a witness watches and whose local
// reports a listener hears; any of the three may be nil. Its noise comes from a seed: whatever runs on it is a
// simulation and protects nobody.
func NewObservedMeter(plan *Plan, seed uint64, journal func(Charge) error, w ReleaseObserver, l ReportObserver) *Meter {
	m := NewMeter(plan, noise.Seeded(seed), journal)
	m.releaseObserver, m.reportObserver = w, l
	return m
}

// NewAuditMeter is NewWatchedMeter without a journal, for a plan of Gaussian releases.
func NewAuditMeter(plan *Plan, seed uint64, witness ReleaseObserver) *Meter {
	return NewObservedMeter(plan, seed, nil, witness, nil)
}

// NewListeningMeter is NewWatchedMeter without a journal, for a plan of local reports.
func NewListeningMeter(plan *Plan, seed uint64, listener ReportObserver) *Meter {
	return NewObservedMeter(plan, seed, nil, nil, listener)
}

// observe runs blur on the values and shows both sides of it to the witness, which is not nil.
func (w ReleaseObserver) observe(r Release, block int, values []float64, blur func()) {
	exact := slices.Clone(values)
	blur()
	w(r, block, exact, values)
}
