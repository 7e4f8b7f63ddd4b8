package accounting

import (
	"slices"

	"dpals/accounting/noise"
)

// Witness sees every block of a release before and after its noise, and may overwrite the noisy values, so that two
// runs on neighbouring data can be shown the same releases and compared in what they summed. It sees private sums:
// an audit alone may have one.
//
// It is called from the goroutine that blurs, on different blocks concurrently. Exact is a copy.
type Witness func(r Release, block int, exact, noisy []float64)

// NewAuditMeter returns a meter whose releases a witness watches. Its noise comes from a seed: whatever runs on it
// is a simulation and protects nobody.
func NewAuditMeter(plan *Plan, seed uint64, witness Witness) *Meter {
	m := NewMeter(plan, noise.Seeded(seed), nil)
	m.witness = witness
	return m
}

// watched runs blur on the values and shows both sides of it to the witness.
func (w Witness) watched(r Release, block int, values []float64, blur func()) {
	if w == nil {
		blur()
		return
	}
	exact := slices.Clone(values)
	blur()
	w(r, block, exact, values)
}
