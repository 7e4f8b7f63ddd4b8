package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// BenchmarkGonum is the same work done by gonum, for comparison: a Gram matrix of 64 rows, a Cholesky solve, and a
// solve with the positive part by eigenvectors.
func BenchmarkGonum(b *testing.B) {
	const count = 64
	r := rand.New(rand.NewPCG(1, 1))
	was := active
	active = &portable // no peak of its own
	defer func() { active = was }()
	for _, n := range []int{16, 32, 64, 128} {
		wide := random(r, count*n)
		narrow := make([]float32, count*n)
		for i := range narrow {
			narrow[i] = float32(wide[i])
		}
		b.Run(fmt.Sprintf("gram/f32/%d", n), func(b *testing.B) {
			a := blas32.General{Rows: count, Cols: n, Stride: n, Data: narrow}
			c := blas32.Symmetric{N: n, Stride: n, Data: make([]float32, n*n), Uplo: blas.Upper}
			share[float32](b, float64(count*n*(n+1)), func() { blas32.Syrk(blas.Trans, 1, a, 1, c) })
		})
		b.Run(fmt.Sprintf("gram/f64/%d", n), func(b *testing.B) {
			a := blas64.General{Rows: count, Cols: n, Stride: n, Data: wide}
			c := blas64.Symmetric{N: n, Stride: n, Data: make([]float64, n*n), Uplo: blas.Upper}
			share[float64](b, float64(count*n*(n+1)), func() { blas64.Syrk(blas.Trans, 1, a, 1, c) })
		})
		sym := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				sym.SetSym(i, j, r.NormFloat64())
			}
		}
		rhs := random(r, n)
		b.Run(fmt.Sprintf("positive/%d", n), func(b *testing.B) {
			share[float64](b, float64(n*n)*(4*float64(n)/3+30), func() { pseudoSolve(sym, 1, rhs) })
		})
		for i := range n {
			sym.SetSym(i, i, 3*float64(n))
		}
		b.Run(fmt.Sprintf("solve/f64/%d", n), func(b *testing.B) {
			var factor mat.Cholesky
			var x mat.VecDense
			share[float64](b, float64(n*n)*(float64(n)/3+2), func() {
				if !factor.Factorize(sym) || factor.SolveVecTo(&x, mat.NewVecDense(n, rhs)) != nil {
					b.Fatal("refused")
				}
			})
		})
	}
}
