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

// Charge is one release that a meter has paid for.
type Charge struct {
	Release
	SpentMu      float64 // of the run so far, this release included
	SpentEpsilon float64 // the same as ε at the plan's δ; at δ = 0 where the plan is pure
}

// Meter is the only source of noise of a run. It holds the plan, hands out noise for the planned releases in their
// order, and charges each before any of its noise is drawn. Safe for concurrent use.
type Meter struct {
	source          *noise.Source
	journal         func(Charge) error
	releaseObserver ReleaseObserver // nil but in an audit
	reportObserver  ReportObserver  // the same of local reports

	mu       sync.Mutex
	plan     *Plan
	releases []Release // the meter's own copy: changing the plan later changes nothing
	next     int
	spent    float64 // μ
	pure     float64 // ε of local reports
	open     int
	charges  []Charge
}

// NewMeter returns a meter over the plan, with noise of its own from source: two meters never share noise, unless the
// source is a simulation. The journal, when not nil, sees every charge before its noise is drawn; an error from it
// refuses the release, which is then neither charged nor made. The journal must not call the meter.
func NewMeter(plan *Plan, source *noise.Source, journal func(Charge) error) *Meter {
	return &Meter{plan: plan, releases: slices.Clone(plan.Releases), source: source.Fork(), journal: journal}
}

// Plan returns the plan the meter enforces: once it was extended, with what was left open.
func (m *Meter) Plan() *Plan {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.plan
}

// Simulation reports whether the noise is known to whoever knows the seed, so that the run protects nobody.
func (m *Meter) Simulation() bool { return m.source.Simulation() }

// Charges returns what has been paid so far, in order.
func (m *Meter) Charges() []Charge {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.charges)
}

// Release publishes a whole vector in one call: it checks that name is the next planned release, charges it, and
// adds its noise to the vector in place. The vector is one block; where the release is Symmetric, a packed upper
// triangle.
func (m *Meter) Release(name string, vector []float64) error {
	rel, err := m.Begin(name, 1, len(vector))
	if err != nil {
		return err
	}
	if err := rel.AddNoise(0, vector); err != nil {
		return err
	}
	return rel.End()
}

// Begin opens the next planned release for vectors too large to hold at once: blocks × block coordinates that are
// blurred block by block, in any order and from any goroutine. It charges the whole release.
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
	// Exactly what was planned: a number of blocks that followed from the data would be a release of its own.
	if blocks < 0 || block < 0 || blocks*block != r.Dimension {
		return nil, fmt.Errorf("release %q: %d×%d coordinates are not the planned %d", name, blocks, block, r.Dimension)
	}
	o := &PendingRelease{meter: m, release: r, index: m.next, block: block, done: make([]atomic.Bool, blocks), unit: powerOfTwo(r.Grid)}
	if r.Symmetric {
		if o.rank = int(math.Sqrt(float64(2 * block))); o.rank*(o.rank+1)/2 != block {
			return nil, fmt.Errorf("release %q: %d coordinates are no packed symmetric matrix", name, block)
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

// planned returns the next release, which must have that name. The meter is locked.
func (m *Meter) planned(name string) (Release, error) {
	if m.next >= len(m.releases) {
		return Release{}, fmt.Errorf("release %q is not planned: the plan is spent", name)
	}
	r := m.releases[m.next]
	if r.Deferred {
		return Release{}, fmt.Errorf("release %q is not planned: extend the plan first", name)
	}
	if r.Name != name {
		return Release{}, fmt.Errorf("release %q is not the planned next one, %q", name, r.Name)
	}
	return r, nil
}

// charge pays for the next release and opens it. The meter is locked.
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

// Close ends the run. It is an error if a planned release was not made or not finished.
func (m *Meter) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.next < len(m.releases) {
		return fmt.Errorf("planned release %q was never made", m.releases[m.next].Name)
	}
	if m.open > 0 {
		return errors.New("a release was begun and never ended")
	}
	return nil
}

// PendingRelease is a release being made block by block. Safe for concurrent use.
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

// Release says what is being released.
func (o *PendingRelease) Release() Release { return o.release }

// AddNoise adds the noise of one block to its values in place. Every value must lie on the release's grid, at most 2⁵³
// units from 0, and every block is blurred exactly once. Noise depends on the block's number alone, so results do
// not depend on the order of calls or the number of goroutines.
func (o *PendingRelease) AddNoise(block int, values []float64) error {
	if block < 0 || block >= len(o.done) || len(values) != o.block {
		return fmt.Errorf("release %q: block %d of %d values is not one of %d×%d", o.release.Name, block, len(values), len(o.done), o.block)
	}
	if err := o.onGrid(block, values); err != nil {
		return err
	}
	if o.done[block].Swap(true) {
		return fmt.Errorf("release %q: block %d was released twice", o.release.Name, block)
	}
	o.observedNoise(block, values)
	return nil
}

// onGrid refuses values to which noise cannot be added exactly.
func (o *PendingRelease) onGrid(block int, values []float64) error {
	perUnit := 1 / o.unit
	for _, v := range values {
		if g := v * perUnit; g != math.Trunc(g) || math.Abs(g) > 1<<53 {
			return fmt.Errorf("release %q: a value of block %d is not on the grid 2^%d", o.release.Name, block, o.release.Grid)
		}
	}
	return nil
}

// observedNoise adds the noise of one block, before the eyes of the witness where there is one.
func (o *PendingRelease) observedNoise(block int, values []float64) {
	if o.meter.releaseObserver != nil {
		o.meter.releaseObserver.observe(o.release, block, values, func() { o.addNoise(block, values) })
	} else {
		o.addNoise(block, values)
	}
}

// streams are room for the generators of blocks, each of which is seeded anew.
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

// End closes the release. It is an error if a block was left out, or to end it twice.
func (o *PendingRelease) End() error {
	for i := range o.done {
		if !o.done[i].Load() {
			return fmt.Errorf("release %q: block %d was left out", o.release.Name, i)
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
