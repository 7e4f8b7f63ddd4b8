package kernel

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Positive solves with the positive semidefinite part of symmetric matrices. It owns its workspace: make one for
// each goroutine. The zero value is ready.
//
// No eigenvector is formed. A matrix is reduced to tridiagonal form, the right-hand side goes along through the
// reflectors and the rotations of the QL algorithm, is divided by what the positive part leaves of the eigenvalues,
// and goes back: about 4/3·r³ + 30·r² operations. Up to 8 matrices of the same order share the QL sweeps.
type Positive struct {
	lane   [lanes]tridiagonal
	vector [lanes][]float64 // right-hand side on its way, padded
	unit   [lanes]float64   // what a unit in the lane is worth
	factor Factor[float64]
	spectrum
	one [1]Problem

	// For Project.
	work  []float64
	sym   *mat.SymDense
	eigen mat.EigenSym
	basis mat.Dense
}

// Problem is one solve with a positive part: find x with (X₊ + Ridge·I)·x = B, where X₊ replaces the negative
// eigenvalues of X by zero. Directions in which X₊ + Ridge·I vanishes get no part of x (the pseudo-inverse).
type Problem struct {
	Upper []float64 // X of order r: the upper triangle packed by rows, r(r+1)/2 elements; kept as it is
	Ridge float64   // ≥ 0
	B     []float64 // of length r; x when solved
	OK    bool      // set by the solve; false, with B as it was, where X, Ridge or B are not finite
}

// SolveBatch solves problems that all have the same order. Eight at a time are as fast as it gets.
func (p *Positive) SolveBatch(problems []Problem) {
	for len(problems) > 0 {
		n := min(len(problems), lanes)
		p.solve(problems[:n], true)
		problems = problems[n:]
	}
}

// Solve solves one problem in place of b, for X as the upper triangle of a full d×d square, which it keeps. It
// reports false, leaving b as it was, where a number is not finite.
func (p *Positive) Solve(x []float64, ridge float64, b []float64) bool {
	p.one[0] = Problem{Upper: x, Ridge: ridge, B: b}
	p.solve(p.one[:], false)
	return p.one[0].OK
}

func (p *Positive) solve(problems []Problem, packed bool) {
	n := len(problems[0].B)
	p.spectrum.resize(n)
	var waiting [lanes]bool
	any := false
	for k := range problems {
		q := &problems[k]
		q.OK = p.cholesky(k, q, packed)
		if !q.OK && p.reduce(k, q, packed) {
			waiting[k], any = true, true
		}
	}
	if !any {
		return
	}
	p.diagonalise()
	for k := range problems {
		if waiting[k] && !p.failed[k] {
			p.divide(k, problems[k].Ridge)
		}
	}
	p.restore()
	for k := range problems {
		if !waiting[k] || p.failed[k] {
			continue
		}
		t, b := &p.lane[k], p.vector[k]
		for i := 0; i < n; i++ {
			b[i] = p.w[i*lanes+k]
		}
		t.back(b)
		if finite(b[:n]) {
			copy(problems[k].B, b)
			problems[k].OK = true
		}
	}
}

// cholesky loads X into its lane. A positive definite X is its own positive part: then it solves the problem at once.
func (p *Positive) cholesky(k int, q *Problem, packed bool) bool {
	t, n := &p.lane[k], len(q.B)
	t.load(n, upper{q.Upper, packed})
	if len(p.vector[k]) != t.columns {
		p.vector[k] = aligned[float64](t.columns)
	}
	definite := p.factor.factorize(t.a, t.layout)
	if definite {
		for i := 0; i < n; i++ {
			t.a[i*t.ld+i] += q.Ridge
		}
		if definite = p.factor.factorize(t.a, t.layout); definite {
			p.factor.solve(p.vector[k], q.B)
			if definite = finite(p.vector[k][:n]); definite {
				copy(q.B, p.vector[k])
				return true
			}
		}
		t.load(n, upper{q.Upper, packed})
	}
	t.clearBelow() // where Cholesky puts an identity
	return false
}

// safe is how far from 1 the norm of a matrix may be without squares leaving the range of a float64.
const safe = 1e100

// reduce makes the loaded matrix tridiagonal and puts it into its lane, with the right-hand side. It reports false
// where a number is not finite.
func (p *Positive) reduce(k int, q *Problem, packed bool) bool {
	t, b, n := &p.lane[k], p.vector[k], len(q.B)
	clear(b)
	copy(b, q.B)
	t.reduce(b)
	norm := t.norm()
	p.unit[k] = 1
	if !(norm <= safe) || norm < 1/safe && norm > 0 {
		x := upper{q.Upper, packed}
		largest := 0.0
		for i := 0; i < n; i++ {
			for _, v := range x.row(n, i) {
				largest = max(largest, math.Abs(v)) // keeps NaN
			}
		}
		if !(largest <= math.MaxFloat64) {
			return false
		}
		_, exponent := math.Frexp(largest)
		p.unit[k] = math.Ldexp(1, max(exponent-1, -1021)) // a power of two whose inverse is finite
		t.load(n, x)
		t.multiply(1 / p.unit[k])
		clear(b)
		copy(b, q.B)
		t.reduce(b)
		norm = t.norm()
	}
	if !finite(b) || !(math.Abs(q.Ridge) <= math.MaxFloat64) {
		return false
	}
	p.set(k, t, norm, b)
	return true
}

// nothing is an eigenvalue that a sweep may make of an exact zero. Norms, unless they are zero, are above 1/safe.
const nothing = 1e-120

// vanishing is the share of the largest eigenvalue below which a direction counts as none.
const vanishing = 1e-12

// divide divides the coordinates of a lane by the eigenvalues of X₊ + ridge·I.
func (p *Positive) divide(k int, ridge float64) {
	largest := 0.0
	for i := 0; i < p.n; i++ {
		if value := p.d[i*lanes+k]; value > nothing {
			largest = max(largest, value)
		}
	}
	unit := p.unit[k]
	least := vanishing * (largest*unit + ridge)
	for i := 0; i < p.n; i++ {
		at := i*lanes + k
		value := p.d[at]
		if value < nothing {
			value = 0
		}
		if s := value*unit + ridge; s > least {
			p.w[at] /= s
		} else {
			p.w[at] = 0
		}
	}
}

func finite(x []float64) bool {
	for _, v := range x {
		if !(math.Abs(v) <= math.MaxFloat64) {
			return false
		}
	}
	return true
}

// Project overwrites X (upper triangle of d×d) with its positive part X₊. X is left as it is if its eigenvalues
// cannot be found.
func (p *Positive) Project(x []float64, d int) {
	if len(p.work) != d*d {
		p.work, p.sym = make([]float64, d*d), mat.NewSymDense(d, nil)
	}
	copy(p.work, x)
	if Cholesky(p.work, d) {
		return
	}
	copy(p.sym.RawSymmetric().Data, x)
	if !p.eigen.Factorize(p.sym, true) {
		return
	}
	value := p.eigen.Values(nil)
	p.eigen.VectorsTo(&p.basis)
	clear(x)
	coord := make([]float64, d)
	for k, v := range value {
		if v <= 0 {
			continue
		}
		mat.Col(coord, k, &p.basis)
		for i := 0; i < d; i++ {
			AddScaled(x[i*d+i:i*d+d], v*coord[i], coord[i:])
		}
	}
}
