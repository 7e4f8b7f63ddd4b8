package kernel

import (
	"gonum.org/v1/gonum/mat"
)

// Positive solves with the positive semidefinite part of a symmetric matrix. It owns its workspace: make one for
// each goroutine. The zero value is ready.
type Positive struct {
	d     int
	work  []float64
	sym   *mat.SymDense
	eigen mat.EigenSym
	value []float64
	basis mat.Dense
	coord []float64
}

// Solve finds x with (X₊ + ridge·I)·x = b and writes it over b, where X₊ replaces the negative eigenvalues of X
// (upper triangle of d×d, kept as it is) by zero. Directions in which X₊ + ridge·I vanishes get no part of x (the
// pseudo-inverse). It reports false, leaving b as it was, if the eigenvalues cannot be found.
//
// A positive definite X is its own positive part, so Cholesky is tried first, at a ninth of the cost.
func (p *Positive) Solve(x []float64, ridge float64, b []float64) bool {
	p.resize(len(b))
	d := p.d
	copy(p.work, x)
	if Cholesky(p.work, d) {
		copy(p.work, x)
		for i := 0; i < d; i++ {
			p.work[i*d+i] += ridge
		}
		copy(p.coord, b)
		if CholeskySolve(p.work, p.coord) {
			copy(b, p.coord)
			return true
		}
	}
	copy(p.sym.RawSymmetric().Data, x)
	if !p.eigen.Factorize(p.sym, true) {
		return false
	}
	p.eigen.Values(p.value)
	p.eigen.VectorsTo(&p.basis)
	largest := max(p.value[d-1], 0) + ridge
	in, out := mat.NewVecDense(d, p.coord), mat.NewVecDense(d, b)
	in.MulVec(p.basis.T(), out)
	for i, v := range p.value {
		if s := max(v, 0) + ridge; s > 1e-12*largest {
			p.coord[i] /= s
		} else {
			p.coord[i] = 0
		}
	}
	out.MulVec(&p.basis, in)
	return true
}

func (p *Positive) resize(d int) {
	if p.d == d {
		return
	}
	*p = Positive{
		d:     d,
		work:  make([]float64, d*d),
		sym:   mat.NewSymDense(d, nil),
		value: make([]float64, d),
		coord: make([]float64, d),
	}
}

// Project overwrites X (upper triangle of d×d) with its positive part X₊. X is left as it is if its eigenvalues
// cannot be found.
func (p *Positive) Project(x []float64, d int) {
	p.resize(d)
	copy(p.work, x)
	if Cholesky(p.work, d) {
		return
	}
	copy(p.sym.RawSymmetric().Data, x)
	if !p.eigen.Factorize(p.sym, true) {
		return
	}
	p.eigen.Values(p.value)
	p.eigen.VectorsTo(&p.basis)
	clear(x)
	for k, v := range p.value {
		if v <= 0 {
			continue
		}
		mat.Col(p.coord, k, &p.basis)
		for i := 0; i < d; i++ {
			AddScaled(x[i*d+i:i*d+d], v*p.coord[i], p.coord[i:])
		}
	}
}
