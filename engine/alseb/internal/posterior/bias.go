package posterior

import (
	"math"

	"dpals/engine/estimate"
)

// AddBiasSums adds to what is known of the biases: sums y_j ~ N(left·n_j·b_j, σ²) of the trained items.
func (s *State) AddBiasSums(sums []float64, left, sigma float64) {
	for k, y := range sums {
		h := left * s.weight[k]
		s.evidence[k] += h * y / (sigma * sigma)
		s.precision[k] += h * h / (sigma * sigma)
	}
}

// ShrinkBiases sets the biases to their posterior means and returns the variance of their prior, fitted to what is known
// of them. The ratings' own scatter is the same in all releases, so it does not average out.
func (s *State) ShrinkBiases() (prior float64) {
	trained := s.Trained
	mean, one, noise := make([]float64, len(trained)), make([]float64, len(trained)), make([]float64, len(trained))
	for k := range mean {
		if s.precision[k] > 0 {
			one[k] = 1
			mean[k] = s.evidence[k] / s.precision[k]
			noise[k] = 1/s.precision[k] + s.Noise*s.square[k]/(s.weight[k]*s.weight[k])
		} else {
			noise[k] = 1 // nothing is known: h is 0
		}
	}
	prior = estimate.FitPrior(mean, one, noise, s.Within)
	bias, variance := make([]float32, len(s.Bias)), make([]float32, len(s.Bias))
	for j := range variance {
		variance[j] = float32(prior)
	}
	for k, j := range trained {
		if one[k] > 0 {
			bias[j] = float32(prior * mean[k] / (prior + noise[k]))
			variance[j] = float32(prior * noise[k] / (prior + noise[k]))
		}
	}
	s.Bias, s.BiasVariance = bias, variance
	return prior
}

// DropBiases fits no biases from now on: users' factors take over their part of the contribution, at the same sensitivity.
func (s *State) DropBiases() {
	s.ClipUser, s.BiasScale = math.Hypot(s.ClipUser, s.Constant()), 0
}

// learnBiases adds the first coordinate of the moments to what is known: w_j ~ N(c·ρ̄·n_j·(b − b_j), σ²), b_j what the
// residuals were taken about.
func (s *State) learnBiases(m Moments, left float64) {
	if m.Constant == 0 {
		return
	}
	sums := make([]float64, len(s.Trained))
	for k, j := range s.Trained {
		sums[k] = m.Released[k*(s.Rank+1)] + m.Constant*left*s.weight[k]*float64(s.Bias[j])
	}
	s.AddBiasSums(sums, m.Constant*left, m.Sigma)
	s.ShrinkBiases()
}
