package format

import (
	"fmt"
	"strconv"

	"dpals/accounting"
)

// Significant digits of costs.
const (
	CostDigits   = 6 // of what a whole run costs
	ChargeDigits = 4 // of what was charged so far
)

// AtLeast writes a cost with 1 to 15 significant digits, rounded up: never as less than it is.
func AtLeast(x float64, digits int) string {
	return fmt.Sprintf("%.*g", digits, accounting.RoundUp(x, digits))
}

// Cost writes what a whole run costs, an ε or a μ.
func Cost(x float64) string { return AtLeast(x, CostDigits) }

// Charge writes what was charged so far, an ε or a μ.
func Charge(x float64) string { return AtLeast(x, ChargeDigits) }

// Epsilon writes an ε that was chosen or is left, with four significant digits.
func Epsilon(x float64) string { return strconv.FormatFloat(x, 'g', ChargeDigits, 64) }

// ChargeOrNone writes what was charged so far; "–" where that is no number, because nothing is charged.
func ChargeOrNone(x float64) string {
	if !(x >= 0) {
		return none
	}
	return Charge(x)
}
