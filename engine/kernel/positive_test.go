package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
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

// solved is a problem with the solution that gonum's eigenvectors give.
type solved struct {
	Problem
	want []float64
}

func random(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

func TestSolveBatchAgreesWithEigenvectors(t *testing.T) {
	var batches [][]solved
	for k, n := range ranks {
		r := rand.New(rand.NewPCG(uint64(n), 4))
		batch := make([]solved, 1+k%9)
		if n > 70 {
			batch = batch[:1]
		}
		for k := range batch {
			packed, sym := randomPacked(r, n)
			q := Problem{Upper: packed, Ridge: 0.5 + r.Float64(), B: random(r, n)}
			batch[k] = solved{q, pseudoSolve(sym, q.Ridge, q.B)}
		}
		batches = append(batches, batch)
	}
	each(t, func(t *testing.T) {
		var p Positive
		for _, batch := range batches {
			problems := make([]Problem, len(batch))
			for k, q := range batch {
				problems[k] = q.Problem
				problems[k].B = append([]float64(nil), q.B...)
			}
			p.SolveBatch(problems)
			for k, q := range problems {
				if !q.OK {
					t.Fatalf("order %d, problem %d: no solution", len(q.B), k)
				}
				if off := distance(q.B, batch[k].want); off > 1e-11*float64(len(q.B)) {
					t.Fatalf("order %d, problem %d: off by %g", len(q.B), k, off)
				}
			}
		}
	})
}

// distance is ‖x − want‖ over 1 + ‖want‖.
func distance(x, want []float64) float64 {
	off, size := 0.0, 0.0
	for i := range x {
		off += (x[i] - want[i]) * (x[i] - want[i])
		size += want[i] * want[i]
	}
	return math.Sqrt(off) / (1 + math.Sqrt(size))
}

// Matrices that break a careless eigenvalue solver. What they share is the order, so that they go side by side.
func TestSolveBatchOfHardMatrices(t *testing.T) {
	const n = 20
	r := rand.New(rand.NewPCG(5, 5))
	fill := func(f func(i, j int) float64) *mat.SymDense {
		s := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				s.SetSym(i, j, f(i, j))
			}
		}
		return s
	}
	low := fill(func(i, j int) float64 { return 0 })
	for range 3 {
		low.SymRankOne(low, 1, mat.NewVecDense(n, random(r, n)))
	}
	noise := fill(func(i, j int) float64 { return r.NormFloat64() })
	var huge, small mat.SymDense
	huge.ScaleSym(1e250, noise)
	small.ScaleSym(1e-250, noise)
	named := []struct {
		name  string
		x     mat.Symmetric
		ridge float64
	}{
		{"zero", fill(func(i, j int) float64 { return 0 }), 2},
		{"zero without a ridge", fill(func(i, j int) float64 { return 0 }), 0},
		{"identity", fill(func(i, j int) float64 { return float64(btoi(i == j)) }), 0},
		{"minus identity", fill(func(i, j int) float64 { return -float64(btoi(i == j)) }), 1},
		{"diagonal of both signs", fill(func(i, j int) float64 { return float64(btoi(i == j) * (i - 9)) }), 0.5},
		{"rank three without a ridge", low, 0},
		{"two blocks", fill(func(i, j int) float64 {
			if i/10 != j/10 {
				return 0
			}
			return float64(i + j - 18)
		}), 1},
		{"one eigenvalue many times", fill(func(i, j int) float64 { return 1 - 5*float64(btoi(i == j)) }), 1},
		{"already tridiagonal", fill(func(i, j int) float64 { return float64(btoi(j-i < 2)) }), 1},
		{"graded", fill(func(i, j int) float64 { return math.Pow(10, -float64(i+j)) * r.NormFloat64() }), 1e-3},
		{"huge", &huge, 1e250},
		{"tiny", &small, 1e-250},
	}
	problems, want := make([]Problem, len(named)), make([][]float64, len(named))
	for k, c := range named {
		q := Problem{Ridge: c.ridge, B: random(r, n)}
		for i := range n {
			for j := i; j < n; j++ {
				q.Upper = append(q.Upper, c.x.At(i, j))
			}
		}
		problems[k] = q
		// The reference knows nothing of scales near the ends of the range.
		unit := max(mat.Max(c.x), -mat.Min(c.x))
		if unit == 0 {
			unit = 1
		}
		var scaled mat.SymDense
		scaled.ScaleSym(1/unit, c.x)
		want[k] = pseudoSolve(&scaled, c.ridge/unit, q.B)
		for i := range want[k] {
			want[k][i] /= unit
		}
	}
	each(t, func(t *testing.T) {
		var p Positive
		batch := append([]Problem(nil), problems...)
		for k := range batch {
			batch[k].B = append([]float64(nil), batch[k].B...)
		}
		p.SolveBatch(batch)
		for k, q := range batch {
			if !q.OK {
				t.Errorf("%s: no solution", named[k].name)
				continue
			}
			largest := 0.0
			for _, x := range want[k] {
				largest = max(largest, math.Abs(x))
			}
			for i, x := range q.B {
				if !(math.Abs(x-want[k][i]) <= 1e-9*largest) {
					t.Errorf("%s: coordinate %d is %g, want %g", named[k].name, i, x, want[k][i])
				}
			}
		}
	})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A problem that is not finite keeps its B and leaves its neighbours alone.
func TestSolveBatchRefusesWhatIsNotFinite(t *testing.T) {
	const n = 9
	r := rand.New(rand.NewPCG(6, 6))
	good, sym := randomPacked(r, n)
	b := random(r, n)
	want := pseudoSolve(sym, 1, b)
	spoil := func(x []float64, at int, v float64) []float64 {
		x = append([]float64(nil), x...)
		x[at] = v
		return x
	}
	each(t, func(t *testing.T) {
		bad := []Problem{
			{Upper: spoil(good, 0, math.NaN()), Ridge: 1, B: b},
			{Upper: spoil(good, 7, math.Inf(1)), Ridge: 1, B: b},
			{Upper: spoil(good, len(good)-1, math.Inf(-1)), Ridge: 1, B: b},
			{Upper: good, Ridge: math.NaN(), B: b},
			{Upper: good, Ridge: math.Inf(1), B: b},
			{Upper: good, Ridge: 1, B: spoil(b, 3, math.NaN())},
		}
		batch := slices.Concat(bad, []Problem{{Upper: good, Ridge: 1, B: b}})
		before := make([][]float64, len(batch))
		for k := range batch {
			before[k] = batch[k].B
			batch[k].B = append([]float64(nil), batch[k].B...)
		}
		var p Positive
		p.SolveBatch(batch)
		for k, q := range batch[:len(bad)] {
			if q.OK {
				t.Errorf("problem %d has a solution, %v", k, q.B)
			}
			for i, x := range q.B {
				if math.Float64bits(x) != math.Float64bits(before[k][i]) {
					t.Errorf("problem %d: B[%d] became %g", k, i, x)
				}
			}
		}
		last := batch[len(bad)]
		if !last.OK || distance(last.B, want) > 1e-10 {
			t.Errorf("the sound problem beside them is off by %g", distance(last.B, want))
		}
	})
}

func TestProjectAgreesWithEigenvectors(t *testing.T) {
	type projection struct{ x, want *mat.SymDense }
	var cases []projection
	for _, n := range []int{1, 2, 3, 5, 7, 8, 9, 16, 17, 33, 65} {
		r := rand.New(rand.NewPCG(uint64(n), 9))
		for _, shift := range []float64{-100, -1, 0, 2, 100} {
			if n > 9 && shift != 0 {
				continue
			}
			_, sym := randomPacked(r, n)
			for i := range n {
				sym.SetSym(i, i, sym.At(i, i)+shift)
			}
			var eigen mat.EigenSym
			eigen.Factorize(sym, true)
			var q mat.Dense
			eigen.VectorsTo(&q)
			want := mat.NewSymDense(n, nil)
			for i, v := range eigen.Values(nil) {
				if v > 0 {
					want.SymRankOne(want, v, q.ColView(i))
				}
			}
			cases = append(cases, projection{sym, want})
		}
	}
	each(t, func(t *testing.T) {
		var p Positive
		for _, c := range cases {
			n := c.x.SymmetricDim()
			x := append([]float64(nil), c.x.RawSymmetric().Data...)
			p.Project(x, n)
			for i := range n {
				for j := i; j < n; j++ {
					if w := c.want.At(i, j); !(math.Abs(x[i*n+j]-w) <= 1e-11*(float64(n)+mat.Norm(c.x, 1))) {
						t.Fatalf("order %d: element %d,%d is %g, want %g", n, i, j, x[i*n+j], w)
					}
				}
			}
		}
	})
}

func TestSolveDefinite(t *testing.T) {
	each(t, func(t *testing.T) {
		var p Positive
		b := []float64{1, 2}
		if p.SolveDefinite([]float64{1, 3, 0, 1}, 1, b) || b[0] != 1 || b[1] != 2 {
			t.Errorf("an indefinite matrix is solved, or spoils b: %v", b)
		}
		// [2 1; 1 3]⁻¹·[1 2] = [1 3]/5
		if !p.SolveDefinite([]float64{1, 1, 0, 2}, 1, b) || distance(b, []float64{0.2, 0.6}) > 1e-15 {
			t.Errorf("x is %v, want [0.2 0.6]", b)
		}
	})
}

// pseudoSolve is the reference: a full eigendecomposition, whatever the matrix.
func pseudoSolve(sym *mat.SymDense, ridge float64, b []float64) []float64 {
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
	return x.RawVector().Data
}
