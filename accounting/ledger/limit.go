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

// Limit bounds what all runs on a data set may be charged together. If it is set before the first run and not changed, it is
// the guarantee of all runs together. It is converted by the exact curve, whichever accountant a run uses.
type Limit struct {
	Epsilon float64 // ≥ 0, finite
	Delta   float64 // in (0, 1)

	// FailureProbability is the part of Delta reserved for the thresholds of all runs together; the rest is for everything
	// else. 0: no run with a threshold is admitted.
	FailureProbability float64
}

// SetLimit sets the limit of a data set, or removes it if limit is nil. A limit below what is already charged is allowed: it
// refuses every further release, also of running runs. A limit that is set after results were seen guarantees nothing about
// earlier runs.
func (l *Ledger) SetLimit(fingerprint, name string, limit *Limit) error {
	mu := 0.0
	if limit != nil {
		if !(limit.Epsilon >= 0) || math.IsInf(limit.Epsilon, 1) || !(limit.Delta > 0 && limit.Delta < 1) {
			return fmt.Errorf("the limit ε = %g, δ = %g is invalid: choose an ε of 0 or more and a δ between 0 and 1", limit.Epsilon, limit.Delta)
		}
		if !(limit.FailureProbability >= 0 && limit.FailureProbability < limit.Delta) {
			return fmt.Errorf("the limit's failure probability %g at δ = %g is invalid: choose 0 or more, and less than δ", limit.FailureProbability, limit.Delta)
		}
		var err error
		if mu, err = accounting.Exact.Mu(limit.Epsilon, accounting.RemainingDelta(limit.Delta, limit.failureRoom())); err != nil {
			return err
		}
		copied := *limit
		limit = &copied
	}
	if fingerprint == "" {
		return errors.New("the limit cannot be set: it needs the fingerprint of its ratings")
	}
	return l.writeDurably(func(t *transaction) error {
		d, err := t.findOrAddDataset(fingerprint, name)
		if err != nil {
			return err
		}
		d.limit, d.limitMu = limit, mu
		return d.save(t)
	})
}

// ErrRefused marks runs and releases that the data set's limit does not allow.
var ErrRefused = errors.New("refused by the data set's limit")

// RefusedError says what the limit refused and what is left of it. It is an ErrRefused.
type RefusedError struct {
	Dataset                string // its name
	Release                string // "" when the run was refused as a whole
	Epsilon, Delta         float64
	Pure                   bool // Epsilon and LargestEpsilon are pure ε of local reports
	Limit                  Limit
	SpentEpsilon           float64 // at the limit's δ
	Running                int     // number of other running runs, which have reserved a part
	LeftMu                 float64
	LargestEpsilon         float64 // that would be admitted, at Delta by the exact curve, or pure; rounded down to four digits; 0 if none
	FailureExceeded        bool    // the part of δ for thresholds is used up
	FailureProbability     float64 // of the run's plan
	LeftFailureProbability float64 // of the limit
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
	what += fmt.Sprintf(": the limit on %s is ε %g at δ %g, charged so far ε %s", e.Dataset, e.Limit.Epsilon, e.Limit.Delta, FormatEpsilon(e.SpentEpsilon))
	switch {
	case e.FailureExceeded && e.FailureProbability == 0:
		return what + "; private catalogues were charged more of δ than the limit reserves for them: raise that part with dpals ledger limit --catalogue-delta"
	case e.FailureExceeded:
		return what + fmt.Sprintf("; its private catalogue may fail with chance %.4g and the limit has %.4g left for that: raise that part with dpals ledger limit --catalogue-delta",
			e.FailureProbability, e.LeftFailureProbability)
	}
	if e.Running > 0 {
		what += ", running runs have reserved a part"
	}
	if e.LargestEpsilon == 0 {
		return what + "; nothing is left: raise the limit with dpals ledger limit"
	}
	return what + fmt.Sprintf("; the largest ε that fits is %g: choose that or less, or raise the limit with dpals ledger limit", e.LargestEpsilon)
}

// newRefusal returns the refusal of a run or of its next release.
func newRefusal(d *dataset, running []*row, r *row) *RefusedError {
	e := &RefusedError{Dataset: d.name, Epsilon: r.Epsilon, Delta: r.Delta, Pure: r.PureEpsilon > 0, Limit: *d.limit, Running: len(running)}
	e.LeftMu = remainingMu(d, running)
	e.SpentEpsilon, _ = accounting.Exact.Epsilon(rootUp(chargedCost(d, running)), accounting.RemainingDelta(d.limit.Delta, chargedFailureProbability(d, running)))
	if e.LargestEpsilon = largestEpsilon(e.LeftMu, r.Delta); e.Pure {
		e.LargestEpsilon = largestPureEpsilon(e.LeftMu, nil)
	}
	return e
}

// chargedCost returns the charges of ended and running runs.
func chargedCost(d *dataset, running []*row) *big.Int {
	total := sum(d.settled)
	for _, r := range running {
		total.Add(total, square(r.SpentMu))
	}
	return total
}

// remainingMu returns the largest μ of a plan that would be admitted, +Inf without a limit.
func remainingMu(d *dataset, running []*row) float64 {
	if d.limit == nil {
		return math.Inf(1)
	}
	return rootDown(new(big.Int).Sub(square(d.limitMu), committedCost(d, running)))
}

// largestEpsilon returns the largest ε of four digits for which a plan at δ, by any accountant, costs at most μ.
func largestEpsilon(mu, delta float64) float64 {
	if mu == 0 || math.IsInf(mu, 1) {
		return mu
	}
	epsilon, err := accounting.Exact.Epsilon(mu, delta)
	if err != nil || math.IsInf(epsilon, 1) || epsilon == 0 {
		return 0
	}
	return roundDown(epsilon, func(epsilon float64) bool { return planFits(epsilon, delta, mu) })
}

// largestPureEpsilon returns the largest pure ε of four digits for which local reports cost at most μ, 0 if none. The ε is
// divided over rounds as in the plan, or spent in one round if p is nil, which costs the most.
func largestPureEpsilon(mu float64, p *accounting.Plan) float64 {
	cost := accounting.PureMu
	if p != nil {
		cost = func(epsilon float64) (total float64) {
			for _, r := range p.Releases {
				total = accounting.Compose(total, accounting.PureMu(epsilon*r.BudgetWeight(p)))
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

// roundDown returns the largest number of four digits near ε that fits, 0 if none. Because conversions are rounded, it tries
// numbers downwards from just above ε.
func roundDown(epsilon float64, fits func(float64) bool) float64 {
	digits, power := roundToFourDigits(epsilon)
	for digits++; digits > 0; digits-- {
		epsilon, _ = strconv.ParseFloat(fmt.Sprintf("%de%d", digits, power), 64)
		if fits(epsilon) {
			return epsilon
		}
	}
	return 0
}

// planFits reports whether a plan of (ε, δ) costs at most μ.
func planFits(epsilon, delta, mu float64) bool {
	// If δ at (μ, ε) is clearly above delta, a plan of (ε, δ) has less than μ, and the curve need not be inverted.
	if d, err := accounting.Exact.Delta(mu, epsilon); err == nil && d > delta*(1+0x1p-20) {
		return true
	}
	cost, err := accounting.Exact.Mu(epsilon, delta)
	return err == nil && cost <= mu
}

// FormatEpsilon returns an ε with four significant digits, rounded up: what was charged is never shown as less than it is.
func FormatEpsilon(epsilon float64) string { return format.Charge(epsilon) }

// roundToFourDigits returns the number of four significant digits nearest to x > 0, as digits·10^power.
func roundToFourDigits(x float64) (digits, power int) {
	text := strconv.FormatFloat(x, 'e', 3, 64) // 1.234e+05
	digits, _ = strconv.Atoi(text[:1] + text[2:5])
	power, _ = strconv.Atoi(text[6:])
	return digits, power - 3
}
