package kernel

import "math"

// Dual solves regularised least squares of d rows v_k (of length r) with fewer rows than unknowns, through a d×d
// system in place of an r×r one:
//
//	u = Vᵀ·z,  (V·Vᵀ + λ·I)·z = y − a·1
//
// It pays where d is below about ¾·r. The ridge is λ > 0 on all of u; the coefficient a of a constant feature has a
// ridge of its own. A Dual owns its memory and is reused: nothing is allocated once the largest d has been seen. The
// zero value is ready; it is not safe for concurrent use.
type Dual struct {
	rows   []float32 // V, d×r, padded
	panel  []float32 // Vᵀ, r×d, padded
	h      []float32 // V·Vᵀ + λ·I
	factor cholesky[float32]
	ones   []float32 // second right-hand side
	u      []float32
}

// Solve writes the solution u of Σ (y_k − u·v_k)² + λ·‖u‖² → min to x, of length rank, for the rows v[index] of a
// matrix of rows of that length. It reports false, leaving x undefined, where the system is not positive definite to
// working precision.
func (q *Dual) Solve(v []float32, rank int, index []uint32, y []float32, lambda float32, x []float32) bool {
	if len(index) == 0 {
		clear(x[:rank])
		return true
	}
	if !q.factorize(v, rank, index, y, lambda) {
		return false
	}
	f := &q.factor
	f.right(f.z, y)
	f.forward(f.z)
	q.expand(rank, x)
	return true
}

// SolveBordered solves for u and the coefficient a of a constant feature:
//
//	Σ (y_k − u·v_k − a)² + λ·‖u‖² + c·a² − 2·b·a → min
//
// so that c is the ridge of a plus the number of rows that contain a alone, and b the sum of their targets.
func (q *Dual) SolveBordered(v []float32, rank int, index []uint32, y []float32, lambda, c, b float32, x []float32) (a float32, ok bool) {
	d := len(index)
	if d == 0 {
		clear(x[:rank])
		return b / c, c > 0
	}
	if !q.factorize(v, rank, index, y, lambda) {
		return 0, false
	}
	f := &q.factor
	q.ones = resized(q.ones, f.columns)
	for i := range d {
		q.ones[i] = 1
	}
	clear(q.ones[d:])
	f.right(f.z, y)
	f.forward(f.z)
	f.forward(q.ones)
	// a·(c + λ·1ᵀM⁻¹1) = b + λ·1ᵀM⁻¹y for M = V·Vᵀ + λ·I = Uᵀ·U.
	c += lambda * Dot(q.ones[:d], q.ones[:d])
	b += lambda * Dot(q.ones[:d], f.z[:d])
	if !(c > 0) || math.IsInf(float64(c), 1) {
		return 0, false
	}
	a = b / c
	AddScaled(f.z[:d], -a, q.ones[:d])
	q.expand(rank, x)
	return a, true
}

// factorize factorises V·Vᵀ + λ·I.
func (q *Dual) factorize(v []float32, rank int, index []uint32, y []float32, lambda float32) bool {
	d := len(index)
	y = y[:d]
	check(v, index, rank)
	l := &active.f32
	wide, tall := layoutOf[float32](rank), layoutOf[float32](d)
	q.rows = resized(q.rows, tall.columns*wide.ld)
	q.panel = resized(q.panel, wide.columns*tall.ld)
	q.h = resized(q.h, tall.columns*tall.ld)
	l.gather(d, d, &index[0], &v[0], rank, &y[0], &q.rows[0], wide.ld, wide.columns)
	for k := range tall.columns {
		row := q.rows[k*wide.ld : k*wide.ld+wide.columns]
		if k < d {
			row = row[rank:]
		}
		clear(row)
	}
	active.transpose(tall.columns/l.lanes, wide.columns/l.lanes, &q.rows[0], wide.ld, &q.panel[0], tall.ld)
	clearUpper(q.h, tall)
	addGram(l, roundUp(rank, 4), q.panel, tall, q.h)
	for i := range d {
		q.h[i*tall.ld+i] += lambda
	}
	return q.factor.factorize(q.h, tall)
}

// expand writes u = Vᵀ·U⁻¹·z to x, of length rank, for the z that the factor holds.
func (q *Dual) expand(rank int, x []float32) {
	f, l := &q.factor, &active.f32
	f.backward(f.x[:f.n], f.z)
	q.u = resized(q.u, roundUp(rank, l.rows))
	for c := 0; c < rank; c += l.rows {
		l.dots(roundUp(f.n, l.lanes)/l.lanes, &q.panel[c*f.ld], f.ld, &f.x[0], &q.u[c])
	}
	copy(x[:rank], q.u)
}
