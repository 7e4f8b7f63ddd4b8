package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// randomPacked returns a packed symmetric matrix of independent normal entries, like an item's Gram matrix that noise
// drowns: about half of its eigenvalues are negative.
func randomPacked(r *rand.Rand, n int) ([]float64, *mat.SymDense) {
	sym := mat.NewSymDense(n, nil)
	var packed []float64
	for i := 0; i < n; i++ {
		for j := i; j < n; j++ {
			v := r.NormFloat64()
			packed = append(packed, v)
			sym.SetSym(i, j, v)
		}
	}
	return packed, sym
}

func TestSolveBatchAgreesWithEigenvectors(t *testing.T) {
	each(t, func(t *testing.T) {
		var p Positive
		for _, n := range ranks {
			t.Run(fmt.Sprintf("order %d", n), func(t *testing.T) {
				r := rand.New(rand.NewPCG(uint64(n), 4))
				count := 1 + n%9
				problems := make([]Problem, count)
				want := make([]*mat.VecDense, count)
				for k := range problems {
					packed, sym := randomPacked(r, n)
					b := make([]float64, n)
					for i := range b {
						b[i] = r.NormFloat64()
					}
					ridge := 0.5 + r.Float64()
					want[k] = pseudoSolve(sym, ridge, b)
					problems[k] = Problem{Upper: packed, Ridge: ridge, B: b}
				}
				p.SolveBatch(problems)
				for k, q := range problems {
					if !q.OK {
						t.Fatalf("problem %d: no solution", k)
					}
					for i, x := range q.B {
						if math.Abs(x-want[k].AtVec(i)) > 1e-11*float64(n)*(1+mat.Norm(want[k], 2)) {
							t.Fatalf("problem %d: coordinate %d is %g, want %g", k, i, x, want[k].AtVec(i))
						}
					}
				}
			})
		}
	})
}

// pseudoSolve is the reference: a full eigendecomposition, whatever the matrix.
func pseudoSolve(sym *mat.SymDense, ridge float64, b []float64) *mat.VecDense {
	var eigen mat.EigenSym
	eigen.Factorize(sym, true)
	var q mat.Dense
	eigen.VectorsTo(&q)
	values := eigen.Values(nil)
	var c, x mat.VecDense
	c.MulVec(q.T(), mat.NewVecDense(len(b), append([]float64(nil), b...)))
	for i, v := range values {
		if s := max(v, 0) + ridge; s > vanishing*(max(values[len(b)-1], 0)+ridge) {
			c.SetVec(i, c.AtVec(i)/s)
		} else {
			c.SetVec(i, 0)
		}
	}
	x.MulVec(&q, &c)
	return &x
}

func BenchmarkSolveBatch(b *testing.B) {
	eachBench(b, func(b *testing.B) {
		for _, n := range []int{32, 128} {
			b.Run(fmt.Sprint(n), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 1))
				problems := make([]Problem, lanes)
				rhs := make([][]float64, lanes)
				for k := range problems {
					packed, _ := randomPacked(r, n)
					rhs[k] = make([]float64, n)
					for i := range rhs[k] {
						rhs[k][i] = r.NormFloat64()
					}
					problems[k] = Problem{Upper: packed, Ridge: 1, B: make([]float64, n)}
				}
				var p Positive
				solve := func() {
					for k := range problems {
						copy(problems[k].B, rhs[k])
					}
					p.SolveBatch(problems)
				}
				share[float64](b, lanes*float64(n*n)*(4*float64(n)/3+30), solve)
				t := &p.lane[0]
				best := int64(1 << 62)
				for range 300 {
					t.load(n, upper{problems[0].Upper, true})
					best = min(best, burst(1, func() { t.reduce(p.vector[0]) }).Nanoseconds())
				}
				b.ReportMetric(float64(best), "reduce-ns")
				bd, br := int64(1<<62), int64(1<<62)
				for range 100 {
					p.spectrum.resize(n)
					for k := range lanes {
						p.set(k, &p.lane[k], p.lane[k].norm(), p.vector[k])
					}
					bd = min(bd, burst(1, p.diagonalise).Nanoseconds())
					br = min(br, burst(1, p.restore).Nanoseconds())
				}
				b.ReportMetric(float64(bd), "ql-ns")
				b.ReportMetric(float64(br), "restore-ns")
				b.ReportMetric(float64(len(p.first)), "sweeps")
			})
		}
	})
}
