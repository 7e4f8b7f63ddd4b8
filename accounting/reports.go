package accounting

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"dpals/accounting/noise"
)

// Reports is a round of local reports that was charged and is being made, one report by every user. A report is randomised
// on the user's device and satisfies the round's pure ε whatever the user's ratings are. Safe for concurrent use.
type Reports struct {
	meter   *Meter
	release Release
	round   noise.Round
	sign    noise.Sign
	made    [MaxUsers / pageUsers]atomic.Pointer[page] // users that have reported
	ended   atomic.Bool
	fault   atomic.Pointer[error] // the first misuse in a call that returns no error
}

// page has one bit for each of pageUsers consecutive users: whether they have reported.
type page [pageUsers / 64]atomic.Uint64

const pageUsers = 1 << 14

// BeginReports begins the next planned release, a round of local reports, and charges it.
func (m *Meter) BeginReports(name string) (*Reports, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, err := m.planned(name)
	if err != nil {
		return nil, err
	}
	if !r.Local {
		return nil, fmt.Errorf("release %q: %w", name, errLocal)
	}
	o := &Reports{meter: m, release: r, round: m.source.Round(m.next)}
	if o.sign, err = noise.NewSign(r.Epsilon); err != nil {
		return nil, fmt.Errorf("release %q: %w", name, err)
	}
	if err := m.charge(r); err != nil {
		return nil, err
	}
	return o, nil
}

// Release returns the planned release.
func (r *Reports) Release() Release { return r.release }

// Epsilon returns the pure ε of every user's report in this round.
func (r *Reports) Epsilon() float64 { return r.release.Epsilon }

// Scale returns the factor that makes a Sign an unbiased estimate of its number: (E + 1)/(E − 1), with E = e^ε of the
// probabilities in use.
func (r *Reports) Scale() float64 { return r.sign.Scale() }

// KeepProbability returns the probability p with which RandomisedResponse keeps a bit instead of replacing it by a fair
// coin: a reported bit has the mean ½·(1 − p) + p·bit.
func (r *Reports) KeepProbability(fraction float64, bits int) (float64, error) {
	law, err := noise.NewRandomisedResponse(r.partOfEpsilon(fraction), bits)
	return law.KeepProbability(), err
}

// partOfEpsilon returns the ε of a fraction of a report, rounded down, so that fractions that add up to 1 cost at most the
// report's ε.
func (r *Reports) partOfEpsilon(fraction float64) float64 {
	return r.release.Epsilon * fraction * (1 - 0x1p-50)
}

// End ends the round. It returns an error if the round has ended before, or if a report was misused.
func (r *Reports) End() error {
	if r.ended.Swap(true) {
		return fmt.Errorf("release %q was ended twice", r.release.Name)
	}
	if fault := r.fault.Load(); fault != nil {
		return fmt.Errorf("release %q: %w", r.release.Name, *fault)
	}
	r.meter.mu.Lock()
	r.meter.open--
	r.meter.mu.Unlock()
	return nil
}

// markReported records that a user reports. It returns an error if they have reported before.
func (r *Reports) markReported(user int) error {
	switch {
	case user < 0 || user >= MaxUsers:
		return fmt.Errorf("release %q: user %d is out of range: users are numbered below %d", r.release.Name, user, MaxUsers)
	case r.ended.Load():
		return fmt.Errorf("release %q: user %d reports after its end", r.release.Name, user)
	}
	at := &r.made[user/pageUsers]
	p := at.Load()
	if p == nil {
		at.CompareAndSwap(nil, new(page))
		p = at.Load()
	}
	bit := uint64(1) << (user % 64)
	if p[user%pageUsers/64].Or(bit)&bit != 0 {
		return fmt.Errorf("release %q: user %d reports twice", r.release.Name, user)
	}
	return nil
}

// keepFault keeps the first misuse for End to return.
func (r *Reports) keepFault(err error) { r.fault.CompareAndSwap(nil, &err) }

// Reporter makes the reports of one user after another, each with that user's own random coins. Not safe for concurrent
// use: every goroutine needs its own.
type Reporter struct {
	*Reports
	user  int
	coins noise.Coins
	left  float64 // fraction of the report's ε that is not spent
	whole bool    // whether nothing of it is spent

	response cached[noise.RandomisedResponse]
	laplace  cached[noise.Laplace]
}

// cached keeps a distribution for as long as it is asked for with the same parameters.
type cached[L any] struct {
	fraction float64
	size     int
	bound    float64
	law      L
}

// Reporter returns a reporter for one goroutine. Call Begin before the first report.
func (r *Reports) Reporter() *Reporter { return &Reporter{Reports: r, coins: r.round.Coins()} }

// Begin begins the report of a user. It returns an error if they have reported in this round.
func (r *Reporter) Begin(user int) error {
	r.left, r.whole = 0, false
	if err := r.markReported(user); err != nil {
		return err
	}
	r.user, r.left, r.whole = user, 1, true
	r.coins.SetUser(user)
	return nil
}

var (
	errSpent  = errors.New("a report spends more than its ε")
	errChoice = errors.New("Uniform was called after a part was reported: call it first, so that choices do not depend on reports")
)

// Uniform returns a random number of 0 … n−1 from the user's own coins, independent of their ratings: the coordinate that
// they report, for example. It costs no ε, and must come before every part of the report.
func (r *Reporter) Uniform(n int) int {
	if n < 1 || !r.whole {
		r.keepFault(errChoice)
		return 0
	}
	return r.coins.Uniform(n)
}

// Sign reports +1 or −1 for a number x in [−1, 1], and spends the whole report: P(+1) = (x·(e^ε − 1) + e^ε + 1)/(2(e^ε + 1)).
// x is clipped to [−1, 1]; NaN counts as 0. If part of the report is spent already, Sign returns 0 and End fails.
func (r *Reporter) Sign(x float64) float64 {
	if !r.whole {
		r.keepFault(errSpent)
		return 0
	}
	r.left, r.whole = 0, false
	reported := r.sign.Sample(x, &r.coins)
	if r.meter.reportObserver != nil {
		reported = r.observe(r.sign, []float64{x}, []float64{reported})[0]
	}
	return reported
}

// RandomisedResponse replaces a vector of bits by its randomised response, in place, and spends a fraction of the report,
// however many bits may differ. Bit j is bit j mod 64 of word j/64; unused bits of the last word become 0.
func (r *Reporter) RandomisedResponse(fraction float64, words []uint64, bits int) error {
	if k := &r.response; k.fraction != fraction || k.size != bits {
		law, err := noise.NewRandomisedResponse(r.partOfEpsilon(fraction), bits)
		if err != nil {
			return fmt.Errorf("release %q: %w", r.release.Name, err)
		}
		*k = cached[noise.RandomisedResponse]{fraction: fraction, size: bits, law: law}
	}
	law := r.response.law
	if len(words) != law.Words() {
		return fmt.Errorf("release %q: %d words do not hold %d bits", r.release.Name, len(words), bits)
	}
	if err := r.spend(fraction); err != nil {
		return err
	}
	if r.meter.reportObserver == nil {
		law.Sample(words, r.coins.Stream())
		return nil
	}
	exact := law.Unpack(words)
	law.Sample(words, r.coins.Stream())
	law.Pack(words, r.observe(law, exact, law.Unpack(words)))
	return nil
}

// Laplace adds two-sided geometric noise on a grid to a vector of numbers, in place, and spends a fraction of the report.
// Every number is clipped to [−bound, bound] and truncated to the grid, which has more than 8,000 points between 0 and the
// bound. The noise covers any change of all n numbers: its scale is 2·bound·n/(ε·fraction).
func (r *Reporter) Laplace(fraction float64, values []float64, bound float64) error {
	n := len(values)
	if n == 0 || !(bound > 0) || math.IsInf(bound, 1) || GridFor(bound, FactorBits) < -maxGrid || GridFor(bound, FactorBits) > maxGrid {
		return fmt.Errorf("release %q: %d numbers of at most %g cannot be reported", r.release.Name, n, bound)
	}
	unit := powerOfTwo(GridFor(bound, FactorBits))
	most := math.Trunc(bound / unit)
	if k := &r.laplace; k.fraction != fraction || k.size != n || k.bound != bound {
		law, err := noise.NewLaplace(r.partOfEpsilon(fraction)/float64(n)*(1-0x1p-50), int(2*most))
		if err != nil {
			return fmt.Errorf("release %q: %w", r.release.Name, err)
		}
		*k = cached[noise.Laplace]{fraction, n, bound, law}
	}
	if err := r.spend(fraction); err != nil {
		return err
	}
	for i, v := range values {
		if v != v {
			v = 0
		}
		values[i] = min(max(math.Trunc(v/unit), -most), most)
	}
	law := r.laplace.law
	if r.meter.reportObserver == nil {
		law.Sample(values, r.coins.Stream())
	} else {
		exact := append([]float64(nil), values...)
		law.Sample(values, r.coins.Stream())
		copy(values, r.observe(law, exact, append([]float64(nil), values...)))
	}
	for i := range values {
		values[i] *= unit
	}
	return nil
}

// spend subtracts a fraction from what is left of the report.
func (r *Reporter) spend(fraction float64) error {
	if !(fraction > 0 && fraction <= r.left) {
		r.keepFault(errSpent)
		return fmt.Errorf("release %q, user %d: %w", r.release.Name, r.user, errSpent)
	}
	r.left, r.whole = r.left-fraction, false
	return nil
}

// observe shows a part of a report to the observer and returns the reported values, which the observer may have changed.
func (r *Reporter) observe(law Randomiser, exact, reported []float64) []float64 {
	r.meter.reportObserver(r.release, r.user, law, exact, reported)
	return reported
}
