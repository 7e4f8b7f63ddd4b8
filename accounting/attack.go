package accounting

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// What ε means is told by an attack: somebody who knows everything but one user's ratings, and sees all that was
// released, tests whether they took part. A test that accuses by mistake with probability α, its rate of false positives,
// finds them with a probability, its rate of true positives, that the privacy of the releases bounds.

// TruePositiveRate returns the best rate of true positives of any test at a rate of false positives in [0, 1], against
// releases of total cost μ ≥ 0, from above: Φ(Φ⁻¹(α) + μ), which is met ([GDP] eq. 6). Chance alone has α.
func TruePositiveRate(mu, falsePositives float64) float64 {
	switch alpha := falsePositives; {
	case mu == 0 || alpha == 0:
		return alpha // what has a Gaussian density is never certain
	case alpha >= 1 || math.IsInf(mu, 1):
		return 1
	default:
		power := math.Erfc(-(distuv.UnitNormal.Quantile(alpha)+mu)/math.Sqrt2) / 2
		return min(max(power*(1+0x1p-40), alpha), 1)
	}
}

// TruePositiveRate returns the best rate of true positives of any test at a rate of false positives in [0, 1], against all
// that was charged to the total, from above. Against a pure ε alone it is min(e^ε·α, 1 − e^(−ε)·(1 − α)); against both
// kinds the least of three bounds, and thresholds add their failure (docs/privacy/accounting.md#what-an-attacker-can-do).
func (t TotalCost) TruePositiveRate(falsePositives float64) float64 {
	alpha := falsePositives
	if alpha == 0 {
		return min(t.FailureProbability, 1)
	}
	low := TruePositiveRate(t.GaussianMu, min(math.Exp(t.PureEpsilon)*alpha*(1+0x1p-50), 1))
	high := math.Exp(-t.PureEpsilon)*TruePositiveRate(t.GaussianMu, alpha) - math.Expm1(-t.PureEpsilon)
	return min(addPure(min(TruePositiveRate(t.Mu, alpha), low, high*(1+0x1p-50)), t.FailureProbability), 1)
}
