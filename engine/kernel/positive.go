package kernel

import "math"

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
	factor cholesky[float64]
	spectrum
	one  [1]Problem
	rows []float64 // eigenvectors, for Project
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
		if Finite(b[:n]) {
			copy(problems[k].B, b)
			problems[k].OK = true
		}
	}
}

// cholesky loads X into its lane. A positive definite X is its own positive part: then it solves the problem at once.
func (p *Positive) cholesky(k int, q *Problem, packed bool) bool {
	t, n := &p.lane[k], len(q.B)
	t.load(n, upper{q.Upper, packed})
	p.reserve(k)
	if p.factor.factorize(t.a, t.layout) {
		if p.definite(k, q.Ridge, q.B) {
			return true
		}
		t.load(n, upper{q.Upper, packed})
	}
	t.clearBelow() // where Cholesky puts an identity
	return false
}

// reserve gives a lane a vector of the order that it has loaded.
func (p *Positive) reserve(k int) {
	if n := p.lane[k].columns; len(p.vector[k]) != n {
		p.vector[k] = aligned[float64](n)
	}
}

// definite solves with the loaded matrix plus a ridge, which it spoils, where that is positive definite.
func (p *Positive) definite(k int, ridge float64, b []float64) bool {
	t, n := &p.lane[k], len(b)
	for i := 0; i < n; i++ {
		t.a[i*t.ld+i] += ridge
	}
	if !p.factor.factorize(t.a, t.layout) {
		return false
	}
	p.factor.solve(p.vector[k], b)
	if !Finite(p.vector[k][:n]) {
		return false
	}
	copy(b, p.vector[k])
	return true
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
	if !Finite(b) || !(math.Abs(q.Ridge) <= math.MaxFloat64) {
		return false
	}
	p.set(k, t, norm, b)
	return true
}

// nothing is an eigenvalue that a sweep may make of an exact zero. Norms, unless they are zero, are above 1/safe.
const nothing = 1e-120

// vanishing is the fraction of the largest eigenvalue below which an eigenvalue counts as zero.
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

// Finite reports whether all values are numbers, neither infinite nor NaN.
func Finite[F float32 | float64](x []F) bool {
	for _, v := range x {
		if 0*v != 0 { // 0 for every number, NaN for infinities and NaN
			return false
		}
	}
	return true
}

// SolveDefinite solves (X + ridge·I)·x = b in place of b by Cholesky alone, for X as the upper triangle of a full d×d
// square, which it keeps. It reports false, leaving b as it was, where X + ridge·I is not positive definite to working
// precision.
func (p *Positive) SolveDefinite(x []float64, ridge float64, b []float64) bool {
	t, n := &p.lane[0], len(b)
	t.load(n, upper{values: x})
	p.reserve(0)
	return p.definite(0, ridge, b)
}

// Project overwrites X, the upper triangle of a d×d square, with its positive part X₊. X is left as it is where its
// eigenvalues cannot be found.
//
// One lane would do for the eigenvalues; all hold the same matrix, so that rotations are taken back from eight
// eigenvectors at once.
func (p *Positive) Project(x []float64, d int) {
	t := &p.lane[0]
	t.load(d, upper{values: x})
	if p.factor.factorize(t.a, t.layout) {
		return
	}
	t.clearBelow()
	p.reserve(0)
	clear(p.vector[0])
	p.one[0] = Problem{Upper: x, B: p.vector[0][:d]}
	p.spectrum.resize(d)
	if !p.reduce(0, &p.one[0], false) {
		return
	}
	for k := 1; k < lanes; k++ {
		p.set(k, t, p.scale[0], p.vector[0])
	}
	p.diagonalise()
	if p.failed[0] {
		return
	}
	p.rows = resized(p.rows, t.columns*t.ld)
	count := 0
	for i := 0; i < d; {
		clear(p.w)
		group := 0
		for ; i < d && group < lanes; i++ {
			if value := p.d[i*lanes]; value > nothing {
				p.w[i*lanes+group] = math.Sqrt(value)
				group++
			}
		}
		if group == 0 {
			break
		}
		p.restore()
		for k := range group {
			row := p.rows[count*t.ld : count*t.ld+t.columns]
			for j := range d {
				row[j] = p.w[j*lanes+k]
			}
			clear(row[d:])
			t.back(row)
			count++
		}
	}
	padded := roundUp(count, 4)
	clear(p.rows[count*t.ld : padded*t.ld])
	clearUpper(t.a, t.layout)
	if padded > 0 {
		addGram(&active.f64, padded, p.rows, t.layout, t.a)
	}
	for i := range d {
		for j := i; j < d; j++ {
			x[i*d+j] = p.unit[0] * t.a[i*t.ld+j]
		}
	}
}
