package accounting

import (
	"slices"

	"dpals/accounting/noise"
)

// ReleaseObserver is called with every block of a release before and after its noise. It may overwrite the noisy values,
// so that an audit can give two runs on neighbouring data the same releases and compare their exact sums. It sees private
// sums, so only audits may use one.
//
// It is called from the goroutine that adds the noise, for different blocks concurrently. exact is a copy.
type ReleaseObserver func(r Release, block int, exact, noisy []float64)

// Randomiser is the distribution of a part of a local report.
type Randomiser interface {
	// Loss returns the privacy loss ln P(reported | a)/P(reported | b), from the integer probabilities in use.
	Loss(a, b, reported []float64) float64
	// WorstLoss returns an upper bound on Loss over all possible reports.
	WorstLoss(a, b []float64) float64
	// Statistic returns a number of mean 0 that compares the reported with the exact values, and its variance. Summed over
	// many reports it tests the distribution.
	Statistic(exact, reported []float64) (statistic, variance float64)
}

var _, _, _ Randomiser = noise.Sign{}, noise.RandomisedResponse{}, noise.Laplace{}

// ReportObserver is called with every part of every local report: the exact values, the reported ones, which it may
// overwrite, and the distribution that led from one to the other. Bits are zeros and ones, noisy numbers are in grid
// units. It is called from the goroutine that reports, for different users concurrently; the parts of one report come in
// order.
type ReportObserver func(r Release, user int, law Randomiser, exact, reported []float64)

// NewObservedMeter returns a meter like NewMeter's, with observers of its releases and of its local reports. The journal
// and the observers may be nil. Its noise comes from a seed: every run on it is a simulation and protects no one.
func NewObservedMeter(plan *Plan, seed uint64, journal func(Charge) error, releases ReleaseObserver, reports ReportObserver) *Meter {
	m := NewMeter(plan, noise.Seeded(seed), journal)
	m.releaseObserver, m.reportObserver = releases, reports
	return m
}

// NewAuditMeter returns NewObservedMeter's meter without a journal, for a plan of Gaussian releases.
func NewAuditMeter(plan *Plan, seed uint64, observer ReleaseObserver) *Meter {
	return NewObservedMeter(plan, seed, nil, observer, nil)
}

// NewReportAuditMeter returns NewObservedMeter's meter without a journal, for a plan of local reports.
func NewReportAuditMeter(plan *Plan, seed uint64, observer ReportObserver) *Meter {
	return NewObservedMeter(plan, seed, nil, nil, observer)
}

// observe calls addNoise, which changes the values in place, and shows the values before and after to the observer, which
// is not nil.
func (o ReleaseObserver) observe(r Release, block int, values []float64, addNoise func()) {
	exact := slices.Clone(values)
	addNoise()
	o(r, block, exact, values)
}
