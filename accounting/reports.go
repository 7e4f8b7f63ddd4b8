package accounting

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"dpals/accounting/noise"
)

// Reports is a round of local reports being made, one by every user: what leaves their device is randomised there, and
// satisfies the round's pure ε whatever their ratings are. Safe for concurrent use.
type Reports struct {
	meter   *Meter
	release Release
	round   noise.Round
	sign    noise.Sign
	made    [MaxUsers / pageUsers]atomic.Pointer[page] // who has reported
	ended   atomic.Bool
	fault   atomic.Pointer[error] // the first misuse that a randomiser could not return
}

// page keeps who has reported among consecutive users.
type page [pageUsers / 64]atomic.Uint64

const pageUsers = 1 << 14

// BeginReports opens the next planned release, a round of local reports, and charges it.
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

// Release says what the round releases.
func (r *Reports) Release() Release { return r.release }

// Epsilon is what every user's report costs them: the round's pure ε.
func (r *Reports) Epsilon() float64 { return r.release.Epsilon }

// Scale is what a Sign is multiplied by to be an unbiased estimate of the number it was drawn for, (E + 1)/(E − 1)
// with E = e^ε of the probabilities in use.
func (r *Reports) Scale() float64 { return r.sign.Scale() }

// KeepProbability is the probability with which Flips passes a bit on: a reported bit has the mean ½·(1 − Kept) + Kept·bit.
func (r *Reports) KeepProbability(share float64, bits int) (float64, error) {
	law, err := noise.NewRandomisedResponse(r.partOfEpsilon(share), bits)
	return law.KeepProbability(), err
}

// partOfEpsilon is the ε of a share of a report, rounded down, so that shares which add up to 1 cost the report's ε or less.
func (r *Reports) partOfEpsilon(share float64) float64 {
	return r.release.Epsilon * share * (1 - 0x1p-50)
}

// End closes the round. It is an error to end it twice, or if a report broke its rules.
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

// markReported marks that a user reports.
func (r *Reports) markReported(user int) error {
	switch {
	case user < 0 || user >= MaxUsers:
		return fmt.Errorf("release %q: user %d is not one of the %d that there may be", r.release.Name, user, MaxUsers)
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

// keepFault keeps the first misuse for End.
func (r *Reports) keepFault(err error) { r.fault.CompareAndSwap(nil, &err) }

// Reporter makes reports, one user's after the other's. It has that user's coins and no others. Not safe for concurrent
// use: every goroutine takes one of its own.
type Reporter struct {
	*Reports
	user  int
	coins noise.Coins
	left  float64 // share of the report's ε that is not spent
	whole bool    // nothing of it was spent

	flips   made[noise.RandomisedResponse]
	laplace made[noise.Laplace]
}

// made keeps a law for as long as it is asked for with the same numbers.
type made[L any] struct {
	share float64
	size  int
	bound float64
	law   L
}

// Reporter returns a reporter for one goroutine. It speaks for nobody before Of.
func (r *Reports) Reporter() *Reporter { return &Reporter{Reports: r, coins: r.round.Coins()} }

// Begin begins the report of a user, who has not made one in this round.
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
	errSpent  = errors.New("a report said more than its ε pays for")
	errChoice = errors.New("a user threw a coin after they had reported: choices come first, so that they do not depend on what is said")
)

// Uniform returns a number of 0 … n−1 by the user's own coins, whatever their ratings are: which coordinate they report,
// for example. It is free, and comes before all that is said.
func (r *Reporter) Uniform(n int) int {
	if n < 1 || !r.whole {
		r.keepFault(errChoice)
		return 0
	}
	return r.coins.Uniform(n)
}

// Sign says +1 or −1 for a number x in [−1, 1], and spends the whole report: P(+1) = (x·(e^ε − 1) + e^ε + 1)/(2(e^ε + 1)).
// Numbers outside count as the end they passed, NaN as 0. A report that is spent already says nothing, 0, and fails the
// round.
func (r *Reporter) Sign(x float64) float64 {
	if !r.whole {
		r.keepFault(errSpent)
		return 0
	}
	r.left, r.whole = 0, false
	said := r.sign.Sample(x, &r.coins)
	if r.meter.reportObserver != nil {
		said = r.observe(r.sign, []float64{x}, []float64{said})[0]
	}
	return said
}

// RandomisedResponse says a vector of bits by randomised response, in place, and spends a share of the report: whatever the bits,
// and however many of them differ. Bit j is bit j mod 64 of word j/64; of the last word what is past the end becomes 0.
func (r *Reporter) RandomisedResponse(share float64, words []uint64, bits int) error {
	if k := &r.flips; k.share != share || k.size != bits {
		law, err := noise.NewRandomisedResponse(r.partOfEpsilon(share), bits)
		if err != nil {
			return fmt.Errorf("release %q: %w", r.release.Name, err)
		}
		*k = made[noise.RandomisedResponse]{share: share, size: bits, law: law}
	}
	law := r.flips.law
	if len(words) != law.Words() {
		return fmt.Errorf("release %q: %d words do not hold %d bits", r.release.Name, len(words), bits)
	}
	if err := r.spend(share); err != nil {
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

// Laplace says a vector of numbers, in place, each with two-sided geometric noise on a grid, and spends a share of the
// report. Every number is clipped to [−bound, bound] and truncated to the grid, of more than 8,000 steps between 0 and
// the bound; noise is such that all of them may differ by as much as that allows: its scale is 2·bound·n/(ε·share) for
// n numbers.
func (r *Reporter) Laplace(share float64, values []float64, bound float64) error {
	n := len(values)
	if n == 0 || !(bound > 0) || math.IsInf(bound, 1) || GridFor(bound, FactorBits) < -maxGrid || GridFor(bound, FactorBits) > maxGrid {
		return fmt.Errorf("release %q: %d numbers of at most %g cannot be reported", r.release.Name, n, bound)
	}
	unit := powerOfTwo(GridFor(bound, FactorBits))
	most := math.Trunc(bound / unit)
	if k := &r.laplace; k.share != share || k.size != n || k.bound != bound {
		law, err := noise.NewLaplace(r.partOfEpsilon(share)/float64(n)*(1-0x1p-50), int(2*most))
		if err != nil {
			return fmt.Errorf("release %q: %w", r.release.Name, err)
		}
		*k = made[noise.Laplace]{share, n, bound, law}
	}
	if err := r.spend(share); err != nil {
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

// spend takes a share off the report.
func (r *Reporter) spend(share float64) error {
	if !(share > 0 && share <= r.left) {
		r.keepFault(errSpent)
		return fmt.Errorf("release %q, user %d: %w", r.release.Name, r.user, errSpent)
	}
	r.left, r.whole = r.left-share, false
	return nil
}

// observe shows a part of a report to the listener and returns what was said, which it may have changed.
func (r *Reporter) observe(law Randomiser, exact, said []float64) []float64 {
	r.meter.reportObserver(r.release, r.user, law, exact, said)
	return said
}
