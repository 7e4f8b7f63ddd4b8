package ledger

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"dpals/accounting"
	"dpals/internal/format"
)

// Limit bounds what all runs on a data set together may be charged. Fixed before the first run, and not changed since, it
// is what all of them together guarantee. It is converted by the exact curve, whatever accountant a run uses.
type Limit struct {
	Epsilon float64 // ≥ 0, finite
	Delta   float64 // in (0, 1)

	// Failure is the part of Delta, fixed with the limit, that the thresholds of all runs may fail with together; the
	// rest is for everything else. 0: no run with a threshold fits.
	Failure float64
}

// SetLimit gives a data set a limit, or takes it away where limit is nil. A limit below what was charged already stands:
// it refuses every further release, those of runs under way included. One that is set after results were seen guarantees
// nothing about the runs before it.
func (l *Ledger) SetLimit(fingerprint, name string, limit *Limit) error {
	mu := 0.0
	if limit != nil {
		if !(limit.Epsilon >= 0) || math.IsInf(limit.Epsilon, 1) || !(limit.Delta > 0 && limit.Delta < 1) {
			return fmt.Errorf("the limit ε = %g, δ = %g is none: choose an ε that is not negative and a δ between 0 and 1", limit.Epsilon, limit.Delta)
		}
		if !(limit.Failure >= 0 && limit.Failure < limit.Delta) {
			return fmt.Errorf("the limit's part for thresholds, %g of δ = %g, is none: choose one that is not negative and below δ", limit.Failure, limit.Delta)
		}
		var err error
		if mu, err = accounting.Exact.Mu(limit.Epsilon, accounting.DeltaLeft(limit.Delta, limit.roomForFailures())); err != nil {
			return err
		}
		copied := *limit
		limit = &copied
	}
	if fingerprint == "" {
		return errors.New("a limit needs the fingerprint of its ratings")
	}
	return l.bind(func(t *transaction) error {
		d, err := t.known(fingerprint, name)
		if err != nil {
			return err
		}
		d.limit, d.limitMu = limit, mu
		return d.save(t)
	})
}

// ErrRefused marks what the limit of a data set does not allow.
var ErrRefused = errors.New("refused by the data set's limit")

// RefusedError says what is left. It is an ErrRefused.
type RefusedError struct {
	Dataset        string // its name
	Release        string // "" when the run was refused as a whole
	Epsilon, Delta float64
	Pure           bool // Epsilon is that of local reports, and LargestEpsilon one of such
	Limit          Limit
	SpentEpsilon   float64 // at the limit's δ
	Running        int     // runs under way, that have reserved a part
	LeftMu         float64
	LargestEpsilon float64 // that would fit at Delta by the exact curve, or pure; rounded down to four digits; 0 if none
	NoFailure      bool    // it is the thresholds' part of δ that is not left
	Failure        float64 // what the run asked for of it, and what there is
	LeftFailure    float64
}

// Is makes a RefusedError an ErrRefused.
func (*RefusedError) Is(target error) bool { return target == ErrRefused }

func (e *RefusedError) Error() string {
	what := fmt.Sprintf("a run of ε %.4g at δ %g is refused", e.Epsilon, e.Delta)
	if e.Pure {
		what = fmt.Sprintf("a run of pure ε %.4g is refused", e.Epsilon)
	}
	if e.Release != "" {
		what = fmt.Sprintf("release %q is refused", e.Release)
	}
	what += fmt.Sprintf(": of the limit on %s, ε %g at δ %g, ε %s is charged", e.Dataset, e.Limit.Epsilon, e.Limit.Delta, AtLeast(e.SpentEpsilon))
	switch {
	case e.NoFailure && e.Failure == 0:
		return what + "; private catalogues were charged more of δ than the limit keeps for them: raise it, dpals ledger limit --catalogue-delta"
	case e.NoFailure:
		return what + fmt.Sprintf("; its private catalogue may fail with chance %.4g and the limit has %.4g left for that: set a limit with room for it, dpals ledger limit --catalogue-delta",
			e.Failure, e.LeftFailure)
	}
	if e.Running > 0 {
		what += " and a part is reserved by runs under way"
	}
	if e.LargestEpsilon == 0 {
		return what + "; nothing is left: raise the limit with dpals ledger limit"
	}
	return what + fmt.Sprintf("; the largest ε that would fit is %g: choose that or less, or raise the limit with dpals ledger limit", e.LargestEpsilon)
}

// refuse says why nothing like a run of this ε fits.
func refuse(d *dataset, running []*row, r *row) *RefusedError {
	e := &RefusedError{Dataset: d.name, Epsilon: r.Epsilon, Delta: r.Delta, Pure: r.PureEpsilon > 0, Limit: *d.limit, Running: len(running)}
	e.LeftMu = left(d, running)
	e.SpentEpsilon, _ = accounting.Exact.Epsilon(rootUp(spent(d, running)), accounting.DeltaLeft(d.limit.Delta, spentFailures(d, running)))
	if e.LargestEpsilon = largest(e.LeftMu, r.Delta); e.Pure {
		e.LargestEpsilon = largestPure(e.LeftMu, nil)
	}
	return e
}

// spent is what ended and running runs were charged.
func spent(d *dataset, running []*row) *big.Int {
	total := sum(d.settled)
	for _, r := range running {
		total.Add(total, square(r.SpentMu))
	}
	return total
}

// left is the largest μ of a plan that would be admitted, +Inf without a limit.
func left(d *dataset, running []*row) float64 {
	if d.limit == nil {
		return math.Inf(1)
	}
	return rootDown(new(big.Int).Sub(square(d.limitMu), committed(d, running)))
}

// largest returns the largest ε of four digits for which a plan at δ, by any accountant, costs at most μ.
func largest(mu, delta float64) float64 {
	if mu == 0 || math.IsInf(mu, 1) {
		return mu
	}
	epsilon, err := accounting.Exact.Epsilon(mu, delta)
	if err != nil || math.IsInf(epsilon, 1) || epsilon == 0 {
		return 0
	}
	return roundDown(epsilon, func(epsilon float64) bool { return fits(epsilon, delta, mu) })
}

// largestPure returns the largest pure ε of four digits for which local reports cost at most μ, 0 if none: shared over
// rounds as a plan does it, or all in one round, which costs no less than any rounds do.
func largestPure(mu float64, p *accounting.Plan) float64 {
	cost := accounting.PureMu
	if p != nil {
		cost = func(epsilon float64) (total float64) {
			for _, r := range p.Releases {
				total = accounting.Compose(total, accounting.PureMu(epsilon*r.Share(p)))
			}
			return total
		}
	}
	low, high := 0.0, 1.0
	for cost(high) <= mu {
		if high *= 2; high > 1e6 {
			return 1e6
		}
	}
	for range 40 {
		if middle := (low + high) / 2; cost(middle) <= mu {
			low = middle
		} else {
			high = middle
		}
	}
	if low == 0 {
		return 0
	}
	return roundDown(low, func(epsilon float64) bool { return cost(epsilon) <= mu })
}

// roundDown returns the largest number of four digits near ε that fits, 0 if none. Conversions round against the user,
// so the digits are tried out: from just above, down.
func roundDown(epsilon float64, fits func(float64) bool) float64 {
	digits, power := fourDigits(epsilon)
	for digits++; digits > 0; digits-- {
		epsilon, _ = strconv.ParseFloat(fmt.Sprintf("%de%d", digits, power), 64)
		if fits(epsilon) {
			return epsilon
		}
	}
	return 0
}

// fits reports whether a plan of (ε, δ) costs at most μ.
func fits(epsilon, delta, mu float64) bool {
	// Where μ clearly proves less than (ε, δ), a plan has less than μ, and the curve need not be inverted.
	if d, err := accounting.Exact.Delta(mu, epsilon); err == nil && d > delta*(1+0x1p-20) {
		return true
	}
	cost, err := accounting.Exact.Mu(epsilon, delta)
	return err == nil && cost <= mu
}

// AtLeast writes a charged ε with four digits, rounded up, as what is left is rounded down.
func AtLeast(epsilon float64) string { return format.Charge(epsilon) }

// fourDigits returns the number of four significant digits nearest to x > 0, as digits·10^power.
func fourDigits(x float64) (digits, power int) {
	text := strconv.FormatFloat(x, 'e', 3, 64) // 1.234e+05
	digits, _ = strconv.Atoi(text[:1] + text[2:5])
	power, _ = strconv.Atoi(text[6:])
	return digits, power - 3
}
