package format

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// none stands where there is no number.
const none = "–"

// Number writes a measured number with three significant digits, without an exponent where it can be avoided.
func Number(v float64) string {
	v = Round(v, 3)
	a := math.Abs(v)
	switch {
	case math.IsNaN(v):
		return none
	case math.IsInf(v, 0):
		return "∞"
	case v == 0:
		return "0"
	case a < 1e-3 || a >= 1e6:
		return shortExponent(strconv.FormatFloat(v, 'g', -1, 64))
	case a >= 1000:
		return Thousands(int(math.Round(v)))
	}
	decimals := 2 - int(math.Floor(math.Log10(a)))
	return strconv.FormatFloat(v, 'f', max(0, decimals), 64)
}

// Setting writes a number that was chosen and not measured: all its digits, up to six, and 1.0 for a whole number below
// ten, which need not be one.
func Setting(v float64) string {
	a := math.Abs(v)
	if v != 0 && (a < 1e-3 || a >= 1e6) {
		return Number(v)
	}
	s := strconv.FormatFloat(Round(v, 6), 'f', -1, 64)
	if a < 10 && !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// RMSE writes an error in rating units with four decimals, or four significant digits where the scale of the ratings
// makes it very small or large.
func RMSE(v float64) string {
	switch {
	case math.IsNaN(v):
		return none
	case v != 0 && (math.Abs(v) < 1e-3 || math.Abs(v) >= 1e4):
		return fmt.Sprintf("%.4g", v)
	}
	return fmt.Sprintf("%.4f", v)
}

// ShortRMSE writes an error in rating units with three decimals, for few cells.
func ShortRMSE(v float64) string {
	if math.IsNaN(v) {
		return none
	}
	if v >= 100 {
		return Number(v)
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

// NoisyRMSE writes a released error with the standard deviation of its noise; one of 0 is left out.
func NoisyRMSE(v, deviation float64) string {
	if deviation > 0 {
		return RMSE(v) + " ± " + RMSE(deviation)
	}
	return RMSE(v)
}

// MeanRMSE writes the mean of errors with their standard deviation, to the decimals of the mean.
func MeanRMSE(mean, deviation float64) string {
	if math.Abs(mean) < 1e-3 || math.Abs(mean) >= 1e4 {
		return RMSE(mean) + " ± " + fmt.Sprintf("%.2g", deviation)
	}
	return RMSE(mean) + " ± " + fmt.Sprintf("%.4f", deviation)
}

// Percent writes a fraction in [0, 1]; neither 0 % nor 100 % for what is only close to it.
func Percent(v float64) string {
	switch p := 100 * v; {
	case math.IsNaN(v):
		return none
	case p > 0 && p < 0.1:
		return "<0.1 %"
	case p >= 99.95 && v < 1:
		return ">99.9 %"
	case p < 10 && p != math.Round(p):
		return fmt.Sprintf("%.1f %%", p)
	case p > 99 && v < 1:
		return fmt.Sprintf("%.1f %%", p)
	default:
		return fmt.Sprintf("%.0f %%", p)
	}
}

// Exact writes a number with all its digits, so that it reads back the same.
func Exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// ExactOrEmpty writes a number with all its digits, and nothing where there is none: a column of a CSV file.
func ExactOrEmpty(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return Exact(v)
}

func shortExponent(s string) string {
	return strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(s)
}
