package posterior

import (
	"math"

	"dpals/engine/estimate"
)

// Scales are the rank and the bounds that fix the size of what is released. All are public.
type Scales struct {
	Rank      int
	ClipUser  float64 // Γ_u
	BiasScale float64 // c; 0 where no biases are fitted
}

// Constant returns the coordinate of the item's bias beside a user's factors.
func (s Scales) Constant() float64 { return s.BiasScale * s.ClipUser / math.Sqrt(float64(s.Rank)) }

// Items is what is known of the m items. Its slices are replaced and never changed, so a copy is a snapshot.
type Items struct {
	Bias           []float32 // m
	BiasVariance   []float32 // m: posterior
	Factors        []float32 // m×r by rows
	FactorVariance []float32 // m×r: posterior
	Noise          float64   // τ²: variance of a rating about its prediction
}

// Factor is how much of one factor rose above the noise, as variances of a rating.
type Factor struct {
	Signal float64 // that the factor explains, by the fitted prior; 0: none
	Noise  float64 // of the estimate for the item of median weight
}

// State is the published state of a run. Not safe for concurrent use.
type State struct {
	Scales
	Items

	Users   float64 // released number of users
	Within  float64 // released variance of ratings about their users' means: no item explains more
	Trained []int   // items, ascending

	Factorwise []Factor  // of the last update, strongest first; nil before the first
	Retained   []float64 // by trained item: fraction of its released statistics in the estimate, in [0, 1]

	weight []float64 // n_j = Σ_i ω_ij of the trained items, released or estimated from the counts
	square []float64 // Σ_i ω_ij² of the trained items, estimated

	// Sums over all releases so far about the trained items' biases: Σ h·y/σ² and Σ h²/σ² over releases y ~ N(h·b, σ²).
	evidence, precision []float64
}

// startNoise is τ² over the ratings' variance about their users' means before residuals have been released.
const startNoise = 0.7

// New returns the state before anything is known of items, of which there are so many. Factors are those of the start, not
// released.
func New(scales Scales, users, within float64, items int, trained []int, factors []float32) *State {
	return &State{
		Scales: scales, Users: users, Within: within, Trained: trained,
		Items: Items{
			Bias: make([]float32, items), BiasVariance: make([]float32, items),
			Factors: factors, FactorVariance: make([]float32, len(factors)), Noise: startNoise * within,
		},
		evidence: make([]float64, len(trained)), precision: make([]float64, len(trained)),
	}
}

// WeightsFromCounts returns n_j of the trained items where all ratings are used: ω_ij is h̃_jᵖ over √c_i times its root mean
// square, so n_j follows from the counts h̃.
func (s *State) WeightsFromCounts(counts []float64, exponent float64) []float64 {
	squares, mass := 0.0, 0.0
	for _, j := range s.Trained {
		raw := math.Pow(counts[j], exponent)
		squares += counts[j] * raw * raw
		mass += counts[j]
	}
	weight := make([]float64, len(s.Trained))
	for k, j := range s.Trained {
		weight[k] = counts[j] * math.Pow(counts[j], exponent) / math.Sqrt(squares/mass)
	}
	return weight
}

// SetWeights takes n_j of the trained items and estimates Σ_i ω_ij², where bound is that on Σ_j ω_ij² of a user.
func (s *State) SetWeights(weight []float64, bound float64) {
	s.weight, s.square = weight, make([]float64, len(weight))
	total := 0.0
	for k := range s.weight {
		s.weight[k] = max(s.weight[k], 0)
		total += s.weight[k]
	}
	for k, w := range s.weight {
		s.square[k] = w * s.Users * bound / max(total, 1)
	}
}

// UpdateNoise sets τ² from the released sum over users of mean squared residuals, in units of bound², with noise sigma.
func (s *State) UpdateNoise(released, sigma, bound float64) {
	// An iteration changes the residuals by a part of themselves.
	was := s.Noise / (bound * bound)
	s.Noise = bound * bound * estimate.Usual(was, was/3).Update(released/s.Users, sigma/s.Users, leastResidual, 1)
}

// leastResidual floors the released mean squared residual, over the square of its bound.
const leastResidual = 1e-3

// Clipping returns the mean over users of the fraction that clipping leaves of their residuals, in (0, 1], from a released
// sum of it over users with noise sigma.
func (s *State) Clipping(released, sigma float64) float64 {
	return usualClipping.Update(released/s.Users, sigma/s.Users, leastClipping, 1)
}

// usualClipping is what clipping residuals of the ratings' own spread leaves on average.
var usualClipping = estimate.Usual(0.7, 0.2)

// leastClipping floors the released mean of what clipping leaves.
const leastClipping = 0.05
