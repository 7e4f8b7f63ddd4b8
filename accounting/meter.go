package accounting

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"dpals/accounting/noise"
)

// Charge is one release that a meter has charged.
type Charge struct {
	Release
	SpentMu      float64 // by the run so far, this release included
	SpentEpsilon float64 // SpentMu as ε at the plan's δ; at δ = 0 where the plan is pure
}

// Meter is a run's only source of noise. It accepts the planned releases in their order and charges each before any of
// its noise is drawn. Safe for concurrent use.
type Meter struct {
	source          *noise.Source
	journal         func(Charge) error
	releaseObserver ReleaseObserver // nil outside audits
	reportObserver  ReportObserver  // nil outside audits

	mu       sync.Mutex
	plan     *Plan
	releases []Release // a copy: the meter ignores later changes to the plan
	next     int
	spent    float64 // μ
	pure     float64 // ε of local reports
	open     int
	charges  []Charge
}

// NewMeter returns a meter for the plan. Its noise is forked off the source, so two meters never share noise, unless the
// source is a simulation. The journal, when not nil, is called with every charge before its noise is drawn; if it returns
// an error, the release is neither charged nor made. The journal must not call the meter.
func NewMeter(plan *Plan, source *noise.Source, journal func(Charge) error) *Meter {
	return &Meter{plan: plan, releases: slices.Clone(plan.Releases), source: source.Fork(), journal: journal}
}

// Plan returns the plan that the meter enforces. After Extend it is the extended plan.
func (m *Meter) Plan() *Plan {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.plan
}

// Simulation reports whether the noise follows from a known seed, so that the run protects no one.
func (m *Meter) Simulation() bool { return m.source.Simulation() }

// Charges returns the charges so far, in order.
func (m *Meter) Charges() []Charge {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.charges)
}

// Release makes a whole release in one call: it checks that name is the next planned release, charges it, and adds its
// noise to the vector in place. The vector is one block; where the release is Symmetric, a packed upper triangle.
func (m *Meter) Release(name string, vector []float64) error {
	pending, err := m.Begin(name, 1, len(vector))
	if err != nil {
		return err
	}
	if err := pending.AddNoise(0, vector); err != nil {
		return err
	}
	return pending.End()
}

// Begin begins the next planned release for a vector that is too large to hold at once: blocks × block coordinates, to
// which noise is added block by block, in any order and from any goroutine. It charges the whole release.
func (m *Meter) Begin(name string, blocks, block int) (*PendingRelease, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, err := m.planned(name)
	if err != nil {
		return nil, err
	}
	switch {
	case r.Local:
		return nil, fmt.Errorf("release %q: %w", name, errLocal)
	case r.MaxContributions > 0:
		return nil, fmt.Errorf("release %q: %w", name, errThreshold)
	}
	// The size must be the planned one: a number of blocks that depends on the data would be a release of its own.
	if blocks < 0 || block < 0 || blocks*block != r.Dimension {
		return nil, fmt.Errorf("release %q: %d×%d coordinates are not the planned %d", name, blocks, block, r.Dimension)
	}
	o := &PendingRelease{meter: m, release: r, index: m.next, block: block, done: make([]atomic.Bool, blocks), unit: powerOfTwo(r.Grid)}
	if r.Symmetric {
		if o.rank = int(math.Sqrt(float64(2 * block))); o.rank*(o.rank+1)/2 != block {
			return nil, fmt.Errorf("release %q: %d coordinates are not a packed symmetric matrix", name, block)
		}
	}
	if o.laws, err = r.laws(); err != nil {
		return nil, err
	}
	if err := m.charge(r); err != nil {
		return nil, err
	}
	return o, nil
}

// planned returns the next release, or an error if it has another name. The caller holds the lock.
func (m *Meter) planned(name string) (Release, error) {
	if m.next >= len(m.releases) {
		return Release{}, fmt.Errorf("release %q is not planned: every planned release was made", name)
	}
	r := m.releases[m.next]
	if r.Deferred {
		return Release{}, fmt.Errorf("release %q is not planned: extend the plan first", name)
	}
	if r.Name != name {
		return Release{}, fmt.Errorf("release %q is out of order: the next planned release is %q", name, r.Name)
	}
	return r, nil
}

// charge charges the next release. The caller holds the lock.
func (m *Meter) charge(r Release) (err error) {
	c := Charge{Release: r, SpentMu: Compose(m.spent, r.Mu)}
	if r.Local {
		c.SpentEpsilon = addUp(m.pure, r.Epsilon)
	} else if c.SpentEpsilon, err = m.plan.Accountant.Epsilon(c.SpentMu, m.plan.gaussianDelta()); err != nil {
		return err
	}
	if m.journal != nil {
		if err := m.journal(c); err != nil {
			return err
		}
	}
	m.next++
	m.open++
	m.spent = c.SpentMu
	if r.Local {
		m.pure = c.SpentEpsilon
	}
	m.charges = append(m.charges, c)
	return nil
}

// Close ends the run. It returns an error if a planned release was not made or not ended.
func (m *Meter) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.next < len(m.releases) {
		return fmt.Errorf("planned release %q was not made", m.releases[m.next].Name)
	}
	if m.open > 0 {
		return errors.New("a release was begun and not ended")
	}
	return nil
}

// PendingRelease is a release that was charged and receives its noise block by block. Safe for concurrent use.
type PendingRelease struct {
	meter   *Meter
	release Release
	index   int
	block   int // coordinates per block
	rank    int // of the packed matrices, where Symmetric
	done    []atomic.Bool
	ended   atomic.Bool

	laws
	unit float64 // 2^Grid
}

// Release returns the planned release.
func (o *PendingRelease) Release() Release { return o.release }

// AddNoise adds the noise of one block to its values in place. Every value must lie on the release's grid, at most 2⁵³
// units from 0, and every block must be given exactly once. The noise depends only on the block's number, so results do
// not depend on the order of calls or the number of goroutines.
func (o *PendingRelease) AddNoise(block int, values []float64) error {
	if block < 0 || block >= len(o.done) || len(values) != o.block {
		return fmt.Errorf("release %q: block %d of %d values is not one of %d×%d", o.release.Name, block, len(values), len(o.done), o.block)
	}
	if err := o.onGrid(block, values); err != nil {
		return err
	}
	if o.done[block].Swap(true) {
		return fmt.Errorf("release %q: block %d was given twice", o.release.Name, block)
	}
	o.observedNoise(block, values)
	return nil
}

// onGrid returns an error for values to which noise cannot be added exactly.
func (o *PendingRelease) onGrid(block int, values []float64) error {
	perUnit := 1 / o.unit
	for _, v := range values {
		if g := v * perUnit; g != math.Trunc(g) || math.Abs(g) > 1<<53 {
			return fmt.Errorf("release %q: a value of block %d is not on the grid 2^%d", o.release.Name, block, o.release.Grid)
		}
	}
	return nil
}

// observedNoise adds the noise of one block, and shows it to the observer where there is one.
func (o *PendingRelease) observedNoise(block int, values []float64) {
	if o.meter.releaseObserver != nil {
		o.meter.releaseObserver.observe(o.release, block, values, func() { o.addNoise(block, values) })
	} else {
		o.addNoise(block, values)
	}
}

// streams reuses generators; each block seeds its own anew.
var streams = sync.Pool{New: func() any { return new(noise.Stream) }}

// addNoise adds the noise of one block.
func (o *PendingRelease) addNoise(block int, values []float64) {
	stream := streams.Get().(*noise.Stream)
	defer streams.Put(stream)
	o.meter.source.Seed(stream, o.index, block)
	if !o.release.Symmetric {
		for i := range values {
			values[i] += float64(o.diagonal.Sample(stream)) * o.unit
		}
		return
	}
	for row, i := 0, 0; row < o.rank; row++ {
		values[i] += float64(o.diagonal.Sample(stream)) * o.unit
		i++
		for col := row + 1; col < o.rank; col++ {
			values[i] += float64(o.off.Sample(stream)) * o.unit
			i++
		}
	}
}

// End ends the release. It returns an error if a block is missing, or if the release has ended before.
func (o *PendingRelease) End() error {
	for i := range o.done {
		if !o.done[i].Load() {
			return fmt.Errorf("release %q: block %d is missing", o.release.Name, i)
		}
	}
	if o.ended.Swap(true) {
		return fmt.Errorf("release %q was ended twice", o.release.Name)
	}
	o.meter.mu.Lock()
	o.meter.open--
	o.meter.mu.Unlock()
	return nil
}
