package release

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A clipped row is below its bound as it is stored, in float32, by as much as the proofs take it to be: 1 − 2⁻²¹. Without
// the margin its rounding alone would pass the bound every other time.
func TestClippedRowsStayBelowTheirBound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		row := make([]float32, 1+r.IntN(64))
		size := math.Exp(20 * (r.Float64() - 0.5))
		for d := range row {
			row[d] = float32(size * r.NormFloat64())
		}
		bound := math.Exp(6 * (r.Float64() - 0.5))
		Clip(row, bound)
		square := 0.0 // products of two float32 are exact in float64
		for _, x := range row {
			square += float64(x) * float64(x)
		}
		if norm := math.Sqrt(square); norm > bound*(1-0x1p-21) {
			t.Fatalf("a row of %d numbers has norm %.17g, clipped to %.17g", len(row), norm, bound)
		}
	}
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), math.MaxFloat32} {
		row := []float32{1, bad, bad}
		Clip(row, 1)
		if norm := math.Hypot(float64(row[0]), math.Hypot(float64(row[1]), float64(row[2]))); !(norm <= 1) {
			t.Errorf("a row with %g is clipped to %v", bad, row)
		}
	}
}
