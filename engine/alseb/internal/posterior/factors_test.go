package posterior

import (
	"math"
	"slices"
	"testing"

	"dpals/engine/estimate"
)

// A factor without signal has the size of a start again and is parallel to what was released of it.
func TestRestartedFactorIsParallelToItsRelease(t *testing.T) {
	s := &State{Scales: Scales{Rank: 2}, Trained: []int{0, 1, 3}}
	q, y := make([]float32, 8), []float64{3, -4, 0}
	s.restartFactor(q, 1, y)
	norm := math.Sqrt(float64(q[1]*q[1]+q[3]*q[3]+q[7]*q[7]) / 3)
	if math.Abs(norm-estimate.StartSize) > 1e-6 || q[1] <= 0 || math.Abs(float64(q[3]/q[1])+4./3) > 1e-6 || q[0] != 0 || q[5] != 0 {
		t.Errorf("factors %v, want column 1 of items 0, 1 and 3 along %v with s.d. %g", q, y, estimate.StartSize)
	}
	before := slices.Clone(q)
	if s.restartFactor(q, 1, []float64{0, 0, 0}); !slices.Equal(q, before) {
		t.Fatalf("an empty release changed the factors to %v", q)
	}
}

// An update replaces slices and changes none, so a model made before it stays as it was.
func TestUpdateLeavesSnapshotsAlone(t *testing.T) {
	s := New(Scales{Rank: 2, ClipUser: 1, BiasScale: 1}, 100, 1, 3, []int{0, 2}, []float32{1, 2, 0, 0, 3, 4})
	s.SetWeights([]float64{5, 7}, 1)
	was := s.Items
	factors, bias := slices.Clone(was.Factors), slices.Clone(was.Bias)
	c := s.Curvature([]float64{50, 1, 2, 30, 3, 40}, 0.1, s.Constant())
	m := Moments{Released: []float64{1, 2, 3, 4, 5, 6}, Sigma: 0.1, Constant: s.Constant()}
	if err := s.Update(t.Context(), 2, c, m); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(was.Factors, factors) || !slices.Equal(was.Bias, bias) {
		t.Error("the items before the update were changed")
	}
	if slices.Equal(s.Factors, factors) || len(s.Factorwise) != 2 || len(s.Retained) != 2 {
		t.Errorf("the update did nothing: %+v", s.Items)
	}
}
