package accounting

import "math"

// DPALSNoise holds the settings that the cost of Differentially Private Alternating Least Squares depends on ([DPALS]
// Table 4): k ratings per user, T iterations, and noise multipliers.
type DPALSNoise struct {
	K, Iterations int
	Gram          float64 // σ_G, in units of Γ_u²
	RHS           float64 // σ_g, in units of Γ_u·Γ_M
	Pre           float64 // σ_p, of the counts (in ratings) and of the means (in units of Γ_M)
}

// DPALSPublished returns the μ from which [DPALS] computes its ε, μ² = T·k·(1/σ_G² + 1/σ_g²) + (2k+2)/σ_p², with the
// Mironov accountant. It is too small: see DPALSCorrected.
func DPALSPublished(n DPALSNoise) (mu float64) {
	k := float64(n.K)
	return math.Sqrt(n.iterationCost() + (2*k+2)/(n.Pre*n.Pre))
}

// DPALSCorrected returns the correct μ of the same noise. The private mean sums a user's k ratings into one number, so its
// sensitivity is k·Γ_M and not √k·Γ_M; with the noise used, the four releases of the pre-processing cost 4k/σ_p².
func DPALSCorrected(n DPALSNoise) (mu float64) {
	return math.Sqrt(n.iterationCost() + 4*float64(n.K)/(n.Pre*n.Pre))
}

// iterationCost returns the μ² of the iterations: both the Gram matrices and the right-hand sides depend on the user.
func (n DPALSNoise) iterationCost() float64 {
	return float64(n.Iterations) * float64(n.K) * (1/(n.Gram*n.Gram) + 1/(n.RHS*n.RHS))
}
