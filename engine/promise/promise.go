package promise

import (
	"fmt"
	"math"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/internal/format"
)

// Condition is what the limit of a data set must fulfil to be a guarantee of all its runs. The ledger does not know when
// a limit was set.
const Condition = "if the limit was set before the first run and not changed since"

// NoLimit says what the sum of all charges is while no limit is set. NoLimitShort is for little room.
const (
	NoLimit      = "sum of what was charged; a guarantee only with a limit set before"
	NoLimitShort = "no limit, no guarantee"
)

// Passed says why a limit is no guarantee although it is set: more was charged than it allows. PassedShort is for little
// room.
const (
	Passed      = "the limit was passed before it was set: it guarantees nothing of the runs so far"
	PassedShort = "limit passed before it was set"
)

// Guarantee is what holds for all runs on a data set together, whatever was decided between them.
type Guarantee struct {
	Epsilon   float64 `json:"epsilon"`
	Delta     float64 `json:"delta"`
	Condition string  `json:"condition"`
}

// OfAllRuns returns what is guaranteed of all runs on a data set: its limit; nil where it has none,
// and where more was charged than the limit allows.
func OfAllRuns(s ledger.Status) *Guarantee {
	if s.Limit == nil || HasPassed(s) {
		return nil
	}
	return &Guarantee{s.Limit.Epsilon, s.Limit.Delta, Condition}
}

// WhyNone says why nothing is guaranteed of all runs on a data set; "" where something is.
func WhyNone(s ledger.Status) string {
	switch {
	case s.Limit == nil:
		return "no limit is set"
	case HasPassed(s):
		return Passed
	}
	return ""
}

// HasPassed reports whether more was charged to a data set than its limit allows, in μ or in the catalogues' part of δ.
// No run passes a limit that is set, so the limit was set later.
func HasPassed(s ledger.Status) bool {
	l := s.Limit
	if l == nil {
		return false
	}
	failure := l.FailureProbability * failureRoom
	mu, err := accounting.Exact.Mu(l.Epsilon, accounting.RemainingDelta(l.Delta, failure))
	return err == nil && s.SpentMu > mu || s.Total.FailureProbability > failure
}

// failureRoom is what the ledger allows for the roundings of failures that it adds up.
const failureRoom = 1 + 0x1p-40

// CatalogueDelta says how much private catalogues took of δ, and of which part of it where a limit keeps one; "" where
// none took any and none may.
func CatalogueDelta(s ledger.Status) string {
	taken := s.Total.FailureProbability
	switch {
	case s.Limit != nil && (s.Limit.FailureProbability > 0 || taken > 0):
		return fmt.Sprintf("%.4g of %.4g used", taken, s.Limit.FailureProbability)
	case taken > 0:
		return fmt.Sprintf("%.4g used", taken)
	}
	return ""
}

// CatalogueLeft returns how much of δ a limit has left for private catalogues; roundings of what is used up are 0.
func CatalogueLeft(s ledger.Status) float64 {
	if s.Limit == nil {
		return math.Inf(1)
	}
	left := s.Limit.FailureProbability - s.Total.FailureProbability
	if left < s.Limit.FailureProbability*0x1p-30 {
		return 0
	}
	return left
}

// Epsilon writes what was charged at δ: an ε, or that there is none because private catalogues took all of δ.
func Epsilon(epsilon, delta float64) string {
	if math.IsInf(epsilon, 1) {
		return NoEpsilon(delta)
	}
	return "ε " + format.Charge(epsilon)
}

// NoEpsilon says why no ε holds of what was charged.
func NoEpsilon(delta float64) string {
	return fmt.Sprintf("no ε at δ %g: private catalogues used all of δ", delta)
}

// Held returns what the ledger holds of a run, stated as its plan is. It may be more than the run has released: a step
// is charged as a whole before it begins.
func Held(p *accounting.Plan, releases []ledger.Release) (mu, epsilon float64, err error) {
	var total accounting.TotalCost
	for _, r := range releases {
		total = total.PlusRelease(r.Release)
	}
	switch {
	case total.Mu == 0 || p == nil:
		return 0, 0, nil
	case p.Pure:
		return total.Mu, total.PureEpsilon, nil
	}
	epsilon, err = p.Accountant.Epsilon(total.Mu, accounting.RemainingDelta(p.Delta, p.FailureProbability))
	return total.Mu, epsilon, err
}

// Stopped says what holds of a run that ended before its plan did: the planned ε, which was fixed before, and not the ε
// that was charged when it ended. Both are given as they are to be shown.
func Stopped(charged, planned string) string {
	return fmt.Sprintf("charged ε %s of the planned %s; guarantee: ε %s", charged, planned, planned)
}

// StoppedShort is Stopped where there is little room.
func StoppedShort(charged, planned string) string {
	return fmt.Sprintf("guarantee: ε %s, charged %s", planned, charged)
}
