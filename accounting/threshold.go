package accounting

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

var errThreshold = errors.New("use ReleaseAboveThreshold for a threshold, and for nothing else")

// ReleaseAboveThreshold makes the next planned release, a threshold: it reports which sums, with noise added, reach the
// release's Threshold, and nothing else about them. A sum of 0 has no user and is never reported, so the list of sums may
// depend on the data. No user may add more than 1/√c to each of c ≤ MaxContributions sums, and every sum must lie on the
// release's grid. The sums are not changed.
//
// Reporting a sum that has a single user would reveal that user. This happens with probability at most FailureProbability,
// whatever the order of the sums (docs/privacy/catalogue.md).
func (m *Meter) ReleaseAboveThreshold(name string, sums []float64) (reached []bool, err error) {
	m.mu.Lock()
	r, err := m.planned(name)
	if err == nil && r.MaxContributions == 0 {
		err = fmt.Errorf("release %q is not a threshold", name)
	}
	index := m.next
	o := &PendingRelease{meter: m, release: r, index: index, block: len(sums), unit: powerOfTwo(r.Grid)}
	if err == nil {
		o.laws, err = r.laws()
	}
	if err == nil {
		err = m.charge(r)
	}
	m.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if err := o.onGrid(0, sums); err != nil {
		return nil, err
	}
	noisy := slices.Clone(sums)
	o.observedNoise(0, noisy)
	reached = make([]bool, len(sums))
	for i, v := range noisy {
		reached[i] = sums[i] > 0 && v >= r.Threshold
	}
	m.mu.Lock()
	m.open--
	m.mu.Unlock()
	return reached, nil
}

// threshold returns the least multiple of the grid's unit, up to rounding, such that the sums of a single user reach it
// with total probability at most failure: for c ≤ most sums of 1/√c each, c·P(1/√c + noise ≥ threshold) ≤ failure.
//
// The tail's quantile rises with c and 1/√c falls, so over c in [a, 2a) the quantile at the upper end and 1/√a bound both.
func threshold(sigma float64, grid, most int, failure float64) float64 {
	highest := 0.0
	for a := 1; a <= most; a *= 2 {
		c := float64(min(2*a-1, most))
		highest = max(highest, 1/math.Sqrt(float64(a))+sigma*normalQuantile(failure/c))
	}
	// The noise is a rounded Gaussian, which may add half a unit. The rest covers the roundings here.
	unit := powerOfTwo(grid)
	return (math.Ceil(highest*(1+0x1p-40)/unit) + 1) * unit
}

// normalQuantile returns t with Φ(−t) ≤ p < ½, rounded up.
func normalQuantile(p float64) float64 {
	target := logDown(p)
	excess := func(t float64) float64 {
		return sumUp(-t*t/2, math.Log(invSqrt2Pi), ln(mills(t))) - target
	}
	if excess(0) <= 0 {
		return 0
	}
	high := 1.0
	for excess(high) > 0 {
		high *= 2
	}
	return narrow(excess, 0, high)
}

// RemainingDelta returns δ less the failure probability that is part of it, rounded down.
func RemainingDelta(delta, failureProbability float64) float64 {
	if failureProbability == 0 {
		return delta
	}
	return max(0, math.Nextafter(delta-failureProbability, -1))
}
