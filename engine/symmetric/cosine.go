package symmetric

import "math"

// SquaredCosine returns the squared cosine, in [0, 1], between the leading eigenvector v of a noisy sum of outer products
// W = Σ_i a_i·a_iᵀ + N and the eigenvector without noise; 0 where the eigenvalue may be noise alone. λ and the
// diagonal are W's, sigma is the s.d. of N off the diagonal, users how many terms there are. All of these are released,
// so it is post-processing.
//
// Eigenvalues of noise lie in a half circle of radius 2e, e = √m times the s.d. of an entry (Wigner); θ > e beside it
// shows as θ + e²/θ, at a squared cosine of 1 − e²/θ² (Benaych-Georges, Nadakuditi 2011). To N comes the chance in which
// entries were observed, of s.d. about Σ‖a_i‖²/(m·√n). And an observed entry adds its square to the diagonal, signal
// or not: what rows have in common is off it, so the diagonal's part of λ does not count.
func SquaredCosine(lambda float64, v, diagonal []float64, sigma, users float64) float64 {
	m, trace := float64(len(diagonal)), 0.0
	for j, d := range diagonal {
		trace += d
		lambda -= v[j] * v[j] * d
	}
	e := math.Sqrt(m) * math.Hypot(sigma, max(trace, 0)/(m*math.Sqrt(max(users, 1))))
	if !(lambda > 2*e) {
		return 0
	}
	theta := (lambda + math.Sqrt((lambda-2*e)*(lambda+2*e))) / 2
	return 1 - (e/theta)*(e/theta)
}
