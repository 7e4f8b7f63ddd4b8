package accounting

import "math"

// Statistics are sums over users that must not depend on the order of addition, or on a rounding that another user's
// presence changes. So every contribution lies on a grid 2^e and has a budget of bits: it is at most 2^bits units. With
// at most MaxUsers of them every partial sum is an integer below 2⁵³, which a float64 holds exactly.
const (
	MaxUsers = 1 << 24 // that a statistic may sum over

	// SumBits is the budget of a contribution: sums stay below 2⁵⁰ units, and the noise of an ε down to a few
	// thousandths below noise.MaxSigma.
	SumBits = 26

	// FactorBits is the budget of each factor where a contribution is a product of two: it has 28 bits, its sums 52.
	FactorBits = 14
)

// GridFor returns the exponent e of the finest grid 2^e on which values of magnitude up to bound fit a budget of bits:
// bound ≤ 2^(e+bits). The bound is positive and finite.
func GridFor(bound float64, bits int) int {
	fraction, exponent := math.Frexp(bound)
	if fraction == 0.5 {
		exponent-- // a power of two needs no bit more
	}
	return exponent - bits
}

// Truncate moves a finite x to the grid 2^grid towards zero, so that no norm ever grows; |grid| ≤ 400.
func Truncate(x float64, grid int) float64 {
	return math.Trunc(x*powerOfTwo(-grid)) * powerOfTwo(grid)
}

// powerOfTwo returns 2^e for |e| ≤ 1022.
func powerOfTwo(e int) float64 { return math.Float64frombits(uint64(1023+e) << 52) }
