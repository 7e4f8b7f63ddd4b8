package accounting

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A membership attack shows what ε means. The attacker knows everything except one user's ratings, sees every release,
// and tests whether the user took part. At a false positive rate α, the privacy of the releases bounds the true positive
// rate of any test.

// TruePositiveRate returns an upper bound on the true positive rate of any membership test, at a false positive rate in
// [0, 1], against releases of total cost μ ≥ 0: Φ(Φ⁻¹(α) + μ) ([GDP] eq. 6). The optimal test meets it. Guessing has
// the rate α.
func TruePositiveRate(mu, falsePositives float64) float64 {
	switch alpha := falsePositives; {
	case mu == 0 || alpha == 0:
		return alpha // an event without false positives has probability 0 under a Gaussian density
	case alpha >= 1 || math.IsInf(mu, 1):
		return 1
	default:
		power := math.Erfc(-(distuv.UnitNormal.Quantile(alpha)+mu)/math.Sqrt2) / 2
		return min(max(power*(1+0x1p-40), alpha), 1)
	}
}

// TruePositiveRate returns an upper bound on the true positive rate of any membership test, at a false positive rate in
// [0, 1], against all releases of the total. Against a pure ε alone it is min(e^ε·α, 1 − e^(−ε)·(1 − α)). Against both
// kinds it is the least of three bounds. Thresholds add their failure probability
// (docs/privacy/accounting.md#what-an-attacker-can-do).
func (t TotalCost) TruePositiveRate(falsePositives float64) float64 {
	alpha := falsePositives
	if alpha == 0 {
		return min(t.FailureProbability, 1)
	}
	low := TruePositiveRate(t.GaussianMu, min(math.Exp(t.PureEpsilon)*alpha*(1+0x1p-50), 1))
	high := math.Exp(-t.PureEpsilon)*TruePositiveRate(t.GaussianMu, alpha) - math.Expm1(-t.PureEpsilon)
	return min(addPure(min(TruePositiveRate(t.Mu, alpha), low, high*(1+0x1p-50)), t.FailureProbability), 1)
}
