package accounting

import "math"

// Sums over users must not depend on the order of addition, nor on roundings that change with another user's presence. So
// every contribution lies on a grid 2^e and is at most 2^bits units of it. With at most MaxUsers contributions, every
// partial sum is an integer below 2⁵³ units, which a float64 holds exactly.
const (
	MaxUsers = 1 << 24 // that may contribute to one sum

	// SumBits is the size of a contribution in bits: sums stay below 2⁵⁰ units, and the noise of an ε as small as a few
	// thousandths stays below noise.MaxSigma.
	SumBits = 26

	// FactorBits is the size of each factor where a contribution is a product of two: the product has 28 bits, its sums 52.
	FactorBits = 14
)

// GridFor returns the exponent e of the finest grid 2^e on which every value up to bound has at most the given bits:
// bound ≤ 2^(e+bits). The bound is positive and finite.
func GridFor(bound float64, bits int) int {
	fraction, exponent := math.Frexp(bound)
	if fraction == 0.5 {
		exponent-- // a power of two needs no extra bit
	}
	return exponent - bits
}

// Truncate returns x rounded towards zero to the grid 2^grid, so that no norm grows. x is finite and |grid| ≤ 400.
func Truncate(x float64, grid int) float64 {
	return math.Trunc(x*powerOfTwo(-grid)) * powerOfTwo(grid)
}

// powerOfTwo returns 2^e for |e| ≤ 1022.
func powerOfTwo(e int) float64 { return math.Float64frombits(uint64(1023+e) << 52) }
