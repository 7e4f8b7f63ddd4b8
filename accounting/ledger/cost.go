package ledger

import (
	"math"
	"math/big"
)

// Costs are compared exactly, so that no rounding admits a run that exceeds the limit or refuses one that just fits. A cost
// is a sum of μ², an integer in units of 2⁻²⁵⁶: the square of a float64 μ ≥ 2⁻⁷⁵ is a whole number of them, and a smaller μ
// is first rounded up to a multiple of 2⁻¹²⁸.
const unitBits = 128 // of μ; a cost has twice as many

// square returns the cost of a finite μ ≥ 0.
func square(mu float64) *big.Int {
	scaled := new(big.Float).SetMantExp(new(big.Float).SetFloat64(mu), unitBits)
	n, accuracy := scaled.Int(nil)
	if accuracy == big.Below {
		n.Add(n, big.NewInt(1))
	}
	return n.Mul(n, n)
}

// rootUp returns the least float64 that is at least the μ of a cost.
func rootUp(cost *big.Int) float64 {
	r := new(big.Int).Sqrt(cost)
	if new(big.Int).Mul(r, r).Cmp(cost) < 0 {
		r.Add(r, big.NewInt(1))
	}
	return unscaled(r, big.ToPositiveInf)
}

// rootDown returns the largest float64 that is at most the μ of a cost, 0 for a negative cost.
func rootDown(cost *big.Int) float64 {
	if cost.Sign() <= 0 {
		return 0
	}
	return unscaled(new(big.Int).Sqrt(cost), big.ToNegativeInf)
}

func unscaled(n *big.Int, mode big.RoundingMode) float64 {
	f := new(big.Float).SetPrec(53).SetMode(mode).SetInt(n)
	mu, _ := f.SetMantExp(f, -unitBits).Float64()
	return mu
}

// sum returns the sum of costs.
func sum(costs ...*big.Int) *big.Int {
	total := new(big.Int)
	for _, c := range costs {
		total.Add(total, c)
	}
	return total
}

// isChargeable reports whether μ can be charged.
func isChargeable(mu float64) bool { return mu > 0 && !math.IsInf(mu, 1) }
