package kernel

import "math"

// Normal is the normal equations of a least-squares problem over gathered rows v_k (of length r) and targets y_k:
//
//	H = Σ v·vᵀ,  g = Σ y·v,  s = Σ v
//
// where s is the row that a constant feature adds to H. Gram matrix, right-hand side and sums come out of one pass,
// block by block through a panel that stays in the first cache. A Normal owns its memory and is reused: after the
// first use with a rank nothing is allocated. The zero value is ready; it is not safe for concurrent use.
type Normal[F Float] struct {
	layout
	block  int // rows of the panel
	filled int
	panel  []F // block×ld; the border columns are y and 1
	h      []F // (columns + 2)×ld: the upper triangle of H, then g and s
	factor cholesky[F]
	border []F // second solution, of the bordered system
}

// panelBytes is what a panel may take of the first cache; the rest is for the sums.
const panelBytes = 32 << 10

// Reset empties the equations and sets their rank r ≥ 1.
func (q *Normal[F]) Reset(rank int) {
	if q.n != rank {
		q.layout = layoutOf[F](rank)
		q.block = max(16, min(256, panelBytes/(q.ld*line/(layoutOf[F](1).columns))/4*4))
		q.panel = aligned[F](q.block * q.ld)
		q.h = aligned[F]((q.columns + 2) * q.ld)
		q.border = aligned[F](q.columns)
	} else {
		clearUpper(q.h, q.layout)
		clear(q.h[q.columns*q.ld:])
	}
	q.filled = 0
}

// clearUpper clears the upper triangle of h, and whatever the tiles along its diagonal hold besides.
func clearUpper[F Float](h []F, at layout) {
	per := layoutOf[F](1).columns
	for i := 0; i < at.columns; i++ {
		clear(h[i*at.ld+i/per*per : i*at.ld+at.columns])
	}
}

// Gather adds the rows v[index] of a matrix of rows of length r, with their targets; index and y have the same length.
func (q *Normal[F]) Gather(v []float32, index []uint32, y []F) {
	y = y[:len(index)]
	check(v, index, q.n)
	l := loopsOf[F]()
	for len(index) > 0 {
		count := min(len(index), q.block-q.filled)
		l.gather(count, len(index), &index[0], &v[0], q.n, &y[0], &q.panel[q.filled*q.ld], q.ld, q.columns)
		if q.filled += count; q.filled == q.block {
			q.flush()
		}
		index, y = index[count:], y[count:]
	}
}

// check panics where an index names a row that v does not have: the loops behind it trust their arguments.
func check(v []float32, index []uint32, rank int) {
	most := uint32(0)
	for _, i := range index {
		most = max(most, i)
	}
	if len(index) > 0 {
		_ = v[int(most)*rank+rank-1]
	}
}

// Add adds one row of length r and its target.
func (q *Normal[F]) Add(v []float32, y F) {
	row := q.panel[q.filled*q.ld : q.filled*q.ld+q.ld]
	for i, x := range v[:q.n] {
		row[i] = F(x)
	}
	clear(row[q.n:q.columns])
	row[q.columns], row[q.columns+1] = y, 1
	if q.filled++; q.filled == q.block {
		q.flush()
	}
}

// flush adds the rows in the panel to the sums.
func (q *Normal[F]) flush() {
	if q.filled == 0 {
		return
	}
	k := roundUp(q.filled, 4)
	clear(q.panel[q.filled*q.ld : k*q.ld])
	q.filled = 0
	l := loopsOf[F]()
	addGram(l, k, q.panel, q.layout, q.h)
	l.border(k, &q.panel[q.columns], &q.panel[0], q.ld, &q.h[q.columns*q.ld], q.ld, roundUp(q.n, l.lanes)/l.lanes)
}

// addGram adds PᵀP for k rows of a panel to the tiles of h that touch its upper triangle.
func addGram[F Float](l *loops[F], k int, panel []F, at layout, h []F) {
	if l.gram != nil && at.n >= l.gramFrom {
		l.gram(k, at.n, &panel[0], at.ld, &h[0], at.ld)
		return
	}
	vectors := roundUp(at.n, l.lanes) / l.lanes
	rows := roundUp(at.n, l.rows)
	// Narrow strips first, where columns are short.
	width := (vectors-1)%3 + 1
	for j := 0; j < vectors; {
		column := j * l.lanes
		top := min(column+l.lanes, rows)
		l.strip[width](k, &panel[0], &panel[column], at.ld, &h[column], at.ld, top/l.rows)
		for w := width - 1; w > 0; w-- {
			column += l.lanes
			tiles := (min(column+l.lanes, rows) - column) / l.rows
			l.strip[w](k, &panel[column], &panel[column], at.ld, &h[column*at.ld+column], at.ld, tiles)
		}
		j += width
		width = 3
	}
}

// Each calls f with every row of the upper triangle of H from its diagonal on: r−i elements, which f may change.
func (q *Normal[F]) Each(f func(i int, row []F)) {
	q.flush()
	for i := 0; i < q.n; i++ {
		f(i, q.h[i*q.ld+i:i*q.ld+q.n])
	}
}

// AddUpper adds a matrix to H: the upper triangle of an r×r square.
func (q *Normal[F]) AddUpper(x []F) {
	q.Each(func(i int, row []F) { AddScaled(row, 1, x[i*q.n+i:i*q.n+q.n]) })
}

// Trace returns the sum of the diagonal of H.
func (q *Normal[F]) Trace() (sum F) {
	q.flush()
	for i := 0; i < q.n; i++ {
		sum += q.h[i*q.ld+i]
	}
	return sum
}

// AddDiagonal adds x to every diagonal element of H.
func (q *Normal[F]) AddDiagonal(x F) {
	for i := 0; i < q.n; i++ {
		q.h[i*q.ld+i] += x
	}
}

// Right returns g.
func (q *Normal[F]) Right() []F {
	q.flush()
	return q.h[q.columns*q.ld : q.columns*q.ld+q.n]
}

// Sums returns s.
func (q *Normal[F]) Sums() []F {
	q.flush()
	return q.h[(q.columns+1)*q.ld : (q.columns+1)*q.ld+q.n]
}

// Solve writes the solution of H·x = g to x. It reports false, leaving x undefined, where H is not positive definite
// to working precision; H and g are kept either way.
func (q *Normal[F]) Solve(x []F) bool {
	q.flush()
	if !q.factor.factorize(q.h, q.layout) {
		return false
	}
	q.factor.solve(x, q.h[q.columns*q.ld:])
	return true
}

// SolveBordered solves for x and one more unknown, the coefficient of a constant feature:
//
//	[ H  s ] [x]   [g]
//	[ sᵀ c ]·[a] = [b]
//
// It reports false, leaving x undefined, where the matrix is not positive definite to working precision.
func (q *Normal[F]) SolveBordered(x []F, c, b F) (a F, ok bool) {
	q.flush()
	f := &q.factor
	if !f.factorize(q.h, q.layout) {
		return 0, false
	}
	z, s := f.z, q.border
	f.right(z, q.h[q.columns*q.ld:])
	f.right(s, q.h[(q.columns+1)*q.ld:])
	f.forward(z)
	f.forward(s)
	pivot := c
	for i, v := range s[:q.n] {
		pivot -= v * v
		b -= v * z[i]
	}
	if !(pivot > spacing[F]()*F(q.n+1)*c) || math.IsInf(float64(pivot), 1) {
		return 0, false
	}
	a = b / pivot
	for i, v := range s[:q.n] {
		z[i] -= a * v
	}
	f.backward(x, z)
	return a, true
}
