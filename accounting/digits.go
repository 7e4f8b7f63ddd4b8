package accounting

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// RoundUp returns the least number with the given count of significant decimal digits (1 to 15) that is at least x. It
// is used to show costs and recommended noise, which must never appear smaller than they are. Formatting the result with
// %g and as many digits writes it exactly. 0, NaN and the infinities are returned unchanged.
func RoundUp(x float64, digits int) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	text := strconv.FormatFloat(x, 'e', digits-1, 64) // 1.234e+05
	mantissa, exponent, _ := strings.Cut(text, "e")
	last, _ := strconv.Atoi(strings.Replace(mantissa, ".", "", 1)) // 1234: the number in units of its last digit
	unit, _ := strconv.Atoi(exponent)
	for ; ; last++ {
		v, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", last, unit-(digits-1)), 64) // +Inf beyond the largest
		if v >= x {
			return v
		}
	}
}
