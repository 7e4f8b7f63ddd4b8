package posterior

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"dpals/engine/estimate"
)

// Curvature is the decomposed pooled curvature: the eigenvectors (r×r, by columns) and eigenvalues of the factors' part of
// S̃/ñ, ascending and positive, and the mean over users of what clipping leaves.
type Curvature struct {
	basis    *mat.Dense
	values   []float64
	positive []bool // the eigenvalue rises above zero
	left     float64
}

// Curvature takes the released sum S = Σ_i ρ_i·(c, p̂_i)(c, p̂_i)ᵀ, a packed upper triangle, with noise sigma; constant is c.
func (s *State) Curvature(packed []float64, sigma, constant float64) *Curvature {
	r, c := s.Rank, constant
	out := &Curvature{basis: new(mat.Dense), values: make([]float64, r), positive: make([]bool, r),
		left: 1} // not used without biases
	if c > 0 {
		out.left = usualClipping.Update(packed[0]/(s.Users*c*c), sigma/(s.Users*c*c), leastClipping, 1)
	}
	full := make([]float64, r*r)
	estimate.Unpack(full, packed[r+1:], r)
	pooled := mat.NewSymDense(r, full)
	pooled.ScaleSym(1/s.Users, pooled)
	var eigen mat.EigenSym
	if eigen.Factorize(pooled, true) {
		eigen.Values(out.values)
		eigen.VectorsTo(out.basis)
	} else { // only if the iteration does not converge: the factors then stay as they are
		out.basis.CloneFrom(mat.NewDiagDense(r, slices.Repeat([]float64{1}, r)))
	}
	for d, v := range out.values {
		out.positive[d] = v > 0
		out.values[d] = max(v, leastCurvature*s.ClipUser*s.ClipUser)
	}
	return out
}

// leastCurvature floors eigenvalues of S/n, over Γ_u²: noise can make them negative.
const leastCurvature = 1e-6
