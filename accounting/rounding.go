package accounting

import "math"

// The functions of package math are accurate to one or two units in the last place, so margins of a few 2⁻⁵² turn their
// results into bounds.

// Compose returns the cost of any adaptive composition of Gaussian mechanisms of costs a and b, √(a² + b²), rounded
// up ([GDP] Corollary 3.3).
func Compose(a, b float64) float64 { return math.Hypot(a, b) * (1 + 0x1p-51) }

// ln returns ln x for x > 0. It exists because math.Log on amd64 treats subnormal numbers as the smallest normal one.
func ln(x float64) float64 {
	if x < 0x1p-1000 {
		return math.Log(x*0x1p100) - 100*math.Ln2
	}
	return math.Log(x)
}

// EqualSigma returns the σ of each of count equal Gaussian releases that cost μ together, rounded up by more than its
// roundings: √count·sensitivity/μ.
func EqualSigma(mu, sensitivity float64, count int) float64 {
	return sensitivity * math.Sqrt(float64(count)) / mu * (1 + 0x1p-50)
}

// logDown returns a lower bound of ln x for 0 < x < 1.
func logDown(x float64) float64 { return ln(x) * (1 + 0x1p-50) }

// fromLog returns an upper bound of min(1, exp(y)).
func fromLog(y float64) float64 {
	if y >= 0 {
		return 1
	}
	return min(1, math.Nextafter(math.Exp(y*(1-0x1p-50))*(1+0x1p-50), 2))
}

// sumUp returns an upper bound of a sum whose terms are accurate to a few units in the last place.
func sumUp(terms ...float64) float64 {
	sum, size := 0.0, 0.0
	for _, t := range terms {
		sum += t
		size += math.Abs(t)
	}
	return sum + 0x1p-49*size
}
