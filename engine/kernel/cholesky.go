package kernel

import "unsafe"

// cholesky is a Cholesky factor H = Uᵀ·U. It owns its memory and is reused. The zero value is ready.
type cholesky[F Float] struct {
	layout
	u       []F // rows×ld, upper triangle
	inverse []F // of the diagonal of U
	least   []F // pivots at or below it are rounding errors
	z, x    []F // right-hand side and solution under way, padded
	sums    [8]F
}

// resize keeps the memory where it is large enough: nothing below reads what it has not written.
func (f *cholesky[F]) resize(at layout) {
	f.layout = at
	f.u = resized(f.u, at.columns*at.ld)
	f.inverse = resized(f.inverse, at.columns)
	f.least = resized(f.least, at.columns)
	f.z = resized(f.z, at.columns)
	f.x = resized(f.x, at.columns)
}

// factorize finds the factor of h, the upper triangle in the given layout, whose padding is zero or was set here
// before. It reports false when a pivot falls below the rounding error of its diagonal entry: h is then not positive
// definite to working precision.
func (f *cholesky[F]) factorize(h []F, at layout) bool {
	f.resize(at)
	l := loopsOf[F]()
	bound := spacing[F]() * F(f.n)
	for i := 0; i < f.n; i++ {
		d := h[i*f.ld+i]
		f.least[i] = bound * max(d, 0)
	}
	for i := f.n; i < f.rows; i++ {
		h[i*f.ld+i], f.least[i] = 1, 0 // the identity below H keeps row blocks whole
	}
	vectors := roundUp(f.n, l.lanes) / l.lanes
	for i := 0; i < f.n; i += l.rows {
		j := i / l.lanes
		here, next := j*l.lanes, min((j+1)*l.lanes, f.columns)
		if l.pivot(i, &f.u[i], &f.u[here], f.ld, &h[i*f.ld+here], &f.u[i*f.ld+here], i-here, &f.least[i], &f.inverse[i]) == 0 {
			return false
		}
		l.row(i, &f.u[i], &f.u[next], f.ld, &h[i*f.ld+next], &f.u[i*f.ld+next], vectors-j-1, &f.u[i*f.ld+i], &f.inverse[i])
	}
	return true
}

// solve writes the solution of Uᵀ·U·x = b to x, of length n.
func (f *cholesky[F]) solve(x, b []F) {
	f.right(f.z, b)
	f.forward(f.z)
	f.backward(x, f.z)
}

// right copies b, of length n, to z and pads it.
func (f *cholesky[F]) right(z, b []F) { clear(z[copy(z, b[:f.n]):]) }

// forward solves Uᵀ·z = b in place of b, which is padded with zeros.
func (f *cholesky[F]) forward(b []F) {
	l := loopsOf[F]()
	l.forward(roundUp(f.n, l.rows)/l.rows, &f.u[0], f.ld, &f.inverse[0], &b[0], roundUp(f.n, l.lanes)/l.lanes)
}

// backward writes the solution of U·x = z to x, of length n, row block by row block from the last.
func (f *cholesky[F]) backward(x, z []F) {
	l := loopsOf[F]()
	clear(f.x)
	vectors := roundUp(f.n, l.lanes) / l.lanes
	for i := roundUp(f.n, l.rows) - l.rows; i >= 0; i -= l.rows {
		// From the vector that holds the block on: of the block and before it nothing is solved yet, so x is zero.
		j := i / l.lanes
		l.dots(vectors-j, &f.u[i*f.ld+j*l.lanes], f.ld, &f.x[j*l.lanes], &f.sums[0])
		own := f.x[i : i+l.rows]
		for a := l.rows - 1; a >= 0; a-- {
			row := f.u[(i+a)*f.ld+i : (i+a)*f.ld+i+l.rows]
			s := z[i+a] - f.sums[a]
			for b := a + 1; b < l.rows; b++ {
				s -= row[b] * own[b]
			}
			own[a] = s * f.inverse[i+a]
		}
	}
	copy(x[:f.n], f.x)
}

// spacing is the distance from 1 to the next number of the type.
func spacing[F Float]() F {
	var f F
	if unsafe.Sizeof(f) == 4 {
		return 0x1p-23
	}
	return 0x1p-52
}
