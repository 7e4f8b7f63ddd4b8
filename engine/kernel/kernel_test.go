package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// The reference projects by a full eigendecomposition, whatever the matrix.
func TestPositiveSolvesWithThePositivePart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 24).Draw(t, "d")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		shift := rapid.Float64Range(-3, 12).Draw(t, "shift") // from hardly to wholly positive
		ridge := rapid.Float64Range(0, 2).Draw(t, "ridge")
		x := make([]float64, d*d)
		sym := mat.NewSymDense(d, nil)
		for i := 0; i < d; i++ {
			for j := i; j < d; j++ {
				v := r.NormFloat64()
				if i == j {
					v += shift
				}
				x[i*d+j] = v
				sym.SetSym(i, j, v)
			}
		}
		b := make([]float64, d)
		for i := range b {
			b[i] = r.NormFloat64()
		}
		var eigen mat.EigenSym
		eigen.Factorize(sym, true)
		var q mat.Dense
		eigen.VectorsTo(&q)
		values := eigen.Values(nil)
		var c, want mat.VecDense
		c.MulVec(q.T(), mat.NewVecDense(d, append([]float64(nil), b...)))
		for i, v := range values {
			if s := max(v, 0) + ridge; s > 1e-12*(max(values[d-1], 0)+ridge) {
				c.SetVec(i, c.AtVec(i)/s)
			} else {
				c.SetVec(i, 0)
			}
		}
		want.MulVec(&q, &c)
		var p Positive
		if !p.Solve(x, ridge, b) {
			t.Fatal("no solution")
		}
		scale := 1 + mat.Norm(&want, 2)
		for i := range b {
			if math.Abs(b[i]-want.AtVec(i)) > 1e-6*scale {
				t.Fatalf("coordinate %d is %g, want %g", i, b[i], want.AtVec(i))
			}
		}
	})
}
