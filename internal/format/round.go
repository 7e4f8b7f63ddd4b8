package format

import "math"

// Round returns the nearest number with that many significant digits.
func Round(v float64, digits int) float64 {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return v
	}
	scale := math.Pow(10, float64(digits-1)-math.Floor(math.Log10(math.Abs(v))))
	return math.Round(v*scale) / scale
}

// RoundDown returns the largest number with that many significant digits that is not above v, which must be positive.
func RoundDown(v float64, digits int) float64 {
	down := Round(v, digits)
	if down > v {
		unit := math.Pow(10, math.Floor(math.Log10(v))-float64(digits-1))
		down = Round(down-unit, digits)
	}
	return down
}
