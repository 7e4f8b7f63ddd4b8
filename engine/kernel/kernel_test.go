package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// gram returns the upper triangle of Σ row·rowᵀ for count random rows, beside gonum's full matrix.
func gram(r *rand.Rand, d, count int) ([]float64, *mat.SymDense) {
	h := make([]float64, d*d)
	want := mat.NewSymDense(d, nil)
	rows := make([][]float64, count)
	for i := range rows {
		rows[i] = make([]float64, d)
		for j := range rows[i] {
			rows[i][j] = r.NormFloat64()
		}
		want.SymRankOne(want, 1, mat.NewVecDense(d, rows[i]))
	}
	i := 0
	for ; i+4 <= count; i += 4 {
		AddGram4(h, rows[i], rows[i+1], rows[i+2], rows[i+3])
	}
	for ; i < count; i++ {
		AddGram(h, rows[i])
	}
	return h, want
}

func TestGramAgreesWithGonum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, count := rapid.IntRange(1, 40).Draw(t, "d"), rapid.IntRange(0, 60).Draw(t, "rows")
		h, want := gram(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)), d, count)
		for i := 0; i < d; i++ {
			for j := i; j < d; j++ {
				if math.Abs(h[i*d+j]-want.At(i, j)) > 1e-10*(1+math.Abs(want.At(i, j))) {
					t.Fatalf("entry %d,%d is %g, want %g", i, j, h[i*d+j], want.At(i, j))
				}
			}
		}
	})
}

func TestCholeskySolveLeavesNoResidual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 40).Draw(t, "d")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		h, a := gram(r, d, 2*d+3)
		b, x := make([]float64, d), make([]float64, d)
		for i := range b {
			b[i] = r.NormFloat64()
		}
		copy(x, b)
		if !CholeskySolve(h, x) {
			t.Fatal("a Gram matrix of full rank was refused")
		}
		var back mat.VecDense
		back.MulVec(a, mat.NewVecDense(d, x))
		for i := range b {
			if math.Abs(back.AtVec(i)-b[i]) > 1e-6 {
				t.Fatalf("row %d: A·x = %g, want %g", i, back.AtVec(i), b[i])
			}
		}
	})
}

func TestCholeskyRefuses(t *testing.T) {
	for name, h := range map[string][]float64{
		"negative pivot": {1, 2, 0, 1},
		"singular":       {1, 1, 0, 1},
		"zero":           {0, 0, 0, 0},
		"not a number":   {math.NaN(), 0, 0, 1},
		"infinite":       {math.Inf(1), 0, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if Cholesky(h, 2) {
				t.Fatal("factorised")
			}
		})
	}
}

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
