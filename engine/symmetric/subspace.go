package symmetric

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// subspace is an orthonormal basis q_1 … q_size and what is known of the operator on it. The first `expanded` of them
// were multiplied by A: column i of h holds qᵀ·A·q_i, and A·q_i lies in the span of the whole basis, so that a Ritz
// vector y of the expanded part has the residual ‖h_rest·y‖ exactly.
type subspace struct {
	n, r  int // order; pairs wanted
	order Order
	room  int // largest size

	q              []float64 // room×n by rows
	h              []float64 // room×room; symmetric in the expanded part
	size, expanded int
	random         *rand.Rand

	w, coefficient []float64 // of one product
	theta          []float64 // Ritz values, leading first
	y              *mat.Dense
	place          []int // of the leading Ritz vectors among the columns of y
}

// spare is how many Ritz vectors a restart keeps beyond those wanted: the ones about to converge next.
const spare = 8

// growth is how many vectors a restarted basis grows by before the next restart, at least.
const growth = 48

func newSubspace(n, r int, order Order, random *rand.Rand) *subspace {
	s := &subspace{n: n, r: r, order: order, random: random, room: min(n, 3*r+spare+growth)}
	s.q = make([]float64, s.room*n)
	s.h = make([]float64, s.room*s.room)
	s.w, s.coefficient = make([]float64, n), make([]float64, s.room)
	for s.size < r {
		s.begin()
	}
	return s
}

func (s *subspace) row(i int) []float64 { return s.q[i*s.n : (i+1)*s.n] }

// exhausted reports whether nothing is left to multiply: the basis spans an invariant subspace.
func (s *subspace) exhausted() bool { return s.expanded == s.size }

// full reports whether there is no room for the outcome of another product. A basis of the whole space needs none.
func (s *subspace) full() bool { return s.size == s.room && s.room < s.n }

// begin adds a random vector to the basis.
func (s *subspace) begin() {
	for left := 0.0; left == 0; {
		for i := range s.w {
			s.w[i] = s.random.NormFloat64()
		}
		left = s.orthogonalise()
	}
	s.append()
}

// expand multiplies the next vector of the basis by A and adds what leaves the span of the basis. It reports whether
// the product is finite.
func (s *subspace) expand(op func(dst, src []float64)) bool {
	i := s.expanded
	op(s.w, s.row(i))
	size := s.size
	left := s.orthogonalise()
	if !finite(left) {
		return false
	}
	for k, c := range s.coefficient[:size] {
		s.h[k*s.room+i], s.h[i*s.room+k] = c, c
	}
	s.expanded++
	if left > 0 && s.size < s.room {
		s.append()
		s.h[size*s.room+i], s.h[i*s.room+size] = left, left
	}
	return true
}

// orthogonalise takes the basis out of w, twice, and scales what is left to norm 1. It leaves the coefficients and
// returns the norm that was left: 0 where that was no more than rounding.
func (s *subspace) orthogonalise() float64 {
	before := floats.Norm(s.w, 2)
	if before == 0 || !finite(before) {
		clear(s.coefficient)
		return before
	}
	basis := blas64.General{Rows: s.size, Cols: s.n, Stride: s.n, Data: s.q}
	total, pass := s.coefficient[:s.size], make([]float64, s.size)
	w := blas64.Vector{N: s.n, Inc: 1, Data: s.w}
	clear(total)
	if s.size > 0 {
		for range 2 {
			p := blas64.Vector{N: s.size, Inc: 1, Data: pass}
			blas64.Gemv(blas.NoTrans, 1, basis, w, 0, p)
			blas64.Gemv(blas.Trans, -1, basis, p, 1, w)
			floats.Add(total, pass)
		}
	}
	left := floats.Norm(s.w, 2)
	if left <= 1e-13*before*math.Sqrt(float64(s.n)) {
		return 0
	}
	floats.Scale(1/left, s.w)
	return left
}

// append puts w into the basis.
func (s *subspace) append() {
	copy(s.row(s.size), s.w)
	for k := range s.size + 1 {
		s.h[k*s.room+s.size], s.h[s.size*s.room+k] = 0, 0
	}
	s.size++
}

// ritz solves for the Ritz pairs of the expanded part and reports whether the wanted ones have converged.
func (s *subspace) ritz(tolerance float64) bool {
	// Scaled to about 1, because the small solver fails on numbers near either end of what a float64 can be.
	_, exponent := math.Frexp(max(floats.Max(s.h), -floats.Min(s.h)))
	small := mat.NewSymDense(s.expanded, nil)
	for i := range s.expanded {
		for k := i; k < s.expanded; k++ {
			small.SetSym(i, k, math.Ldexp(s.h[i*s.room+k], -exponent))
		}
	}
	var e mat.EigenSym
	if !e.Factorize(small, true) {
		return false
	}
	all := e.Values(nil)
	for i := range all {
		all[i] = math.Ldexp(all[i], exponent)
	}
	s.y = mat.NewDense(s.expanded, s.expanded, nil)
	e.VectorsTo(s.y)
	s.place = make([]int, s.expanded)
	for i := range s.place {
		s.place[i] = i
	}
	slices.SortStableFunc(s.place, func(a, b int) int {
		if s.order == Magnitude {
			return cmp.Compare(math.Abs(all[b]), math.Abs(all[a]))
		}
		return cmp.Compare(all[b], all[a])
	})
	s.theta = s.theta[:0]
	for _, p := range s.place {
		s.theta = append(s.theta, all[p])
	}
	if s.expanded < s.r {
		return false
	}
	scale := max(math.Abs(all[0]), math.Abs(all[len(all)-1]))
	for k := range s.r {
		if s.residual(k) > tolerance*scale {
			return false
		}
	}
	return true
}

// residual is ‖A·v − θ·v‖ of the k-th Ritz pair.
func (s *subspace) residual(k int) float64 {
	total := 0.0
	for u := s.expanded; u < s.size; u++ {
		x := 0.0
		for i := range s.expanded {
			x += s.h[u*s.room+i] * s.y.At(i, s.place[k])
		}
		total += x * x
	}
	return math.Sqrt(total)
}

// leading returns the wanted Ritz pairs.
func (s *subspace) leading() (values, vectors []float64) {
	r := min(s.r, len(s.theta))
	return slices.Clone(s.theta[:r]), s.combine(r)
}

// combine returns the first count Ritz vectors, by rows.
func (s *subspace) combine(count int) []float64 {
	out := make([]float64, count*s.n)
	basis := blas64.General{Rows: s.expanded, Cols: s.n, Stride: s.n, Data: s.q}
	column := make([]float64, s.expanded)
	for k := range count {
		mat.Col(column, s.place[k], s.y)
		blas64.Gemv(blas.Trans, 1, basis, blas64.Vector{N: s.expanded, Inc: 1, Data: column}, 0,
			blas64.Vector{N: s.n, Inc: 1, Data: out[k*s.n : (k+1)*s.n]})
	}
	return out
}

// restart replaces the expanded part by its leading Ritz vectors; what was not expanded stays, and so does the coupling
// between the two.
func (s *subspace) restart() {
	keep, rest := min(s.r+spare, s.expanded), s.size-s.expanded
	coupling := make([]float64, rest*keep)
	for u := range rest {
		for k := range keep {
			for i := range s.expanded {
				coupling[u*keep+k] += s.h[(s.expanded+u)*s.room+i] * s.y.At(i, s.place[k])
			}
		}
	}
	kept := s.combine(keep)
	for u := range rest {
		copy(s.row(keep+u), s.row(s.expanded+u))
	}
	copy(s.q, kept)
	clear(s.h)
	for k := range keep {
		s.h[k*s.room+k] = s.theta[k]
		for u := range rest {
			s.h[k*s.room+keep+u], s.h[(keep+u)*s.room+k] = coupling[u*keep+k], coupling[u*keep+k]
		}
	}
	s.expanded, s.size = keep, keep+rest
}
