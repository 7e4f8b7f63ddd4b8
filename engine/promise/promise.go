// Package promise words what is guaranteed and on which condition, so that commands, screens and exports all say the
// same: of the runs on a data set, of a run that ended before its plan, and of ratings whose item list or range was read
// off the ratings themselves.
//
// A guarantee is of something that was fixed before: the plan of a run, or the limit of a data set. The sum of what was
// charged up to a moment is none, because its owner may choose the moment by looking at results.
package promise

import (
	"fmt"

	"dpals/accounting/ledger"
)

// Condition is what the limit of a data set must fulfil to be a guarantee of all its runs. The ledger does not know when
// a limit was set.
const Condition = "if the limit was set before the first run and not changed since"

// NoLimit says what the sum of all charges is while no limit is set, and NoLimitShort where there is little room.
const (
	NoLimit      = "sum of what was charged; a guarantee only with a limit set before"
	NoLimitShort = "no limit, no guarantee"
)

// Guarantee is what holds of all runs on a data set together, whatever was decided between them.
type Guarantee struct {
	Epsilon   float64 `json:"epsilon"`
	Delta     float64 `json:"delta"`
	Condition string  `json:"condition"`
}

// OfAllRuns returns what is guaranteed of all runs on a data set: its limit; nil where it has none.
func OfAllRuns(s ledger.Status) *Guarantee {
	if s.Limit == nil {
		return nil
	}
	return &Guarantee{s.Limit.Epsilon, s.Limit.Delta, Condition}
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
