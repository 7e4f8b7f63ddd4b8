package kernel

import "unsafe"

// Factor is a Cholesky factor H = Uᵀ·U. It owns its memory and is reused. The zero value is ready.
type Factor[F Float] struct {
	layout
	u       []F // rows×ld, upper triangle
	inverse []F // of the diagonal of U
	least   []F // pivots at or below it are rounding errors
	z       []F // solution under way, padded
}

func (f *Factor[F]) resize(at layout) {
	if f.n == at.n {
		return
	}
	*f = Factor[F]{
		layout: at,
		u:      aligned[F](at.columns * at.ld), inverse: aligned[F](at.ld), least: aligned[F](at.ld), z: aligned[F](at.ld),
	}
}

// factorize finds the factor of h, the upper triangle in the given layout, whose padding is zero or was set here
// before. It reports false when a pivot falls below the rounding error of its diagonal entry: h is then not positive
// definite to working precision.
func (f *Factor[F]) factorize(h []F, at layout) bool {
	f.resize(at)
	l := loopsOf[F]()
	bound := spacing[F]() * F(f.n)
	for i := 0; i < f.n; i++ {
		d := h[i*f.ld+i]
		f.least[i] = bound * max(d, 0)
	}
	for i := f.n; i < f.rows; i++ {
		h[i*f.ld+i] = 1 // the identity below H keeps row blocks whole
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
func (f *Factor[F]) solve(x, b []F) {
	clear(f.z)
	copy(f.z, b[:f.n])
	f.forward(f.z)
	f.backward(f.z)
	copy(x[:f.n], f.z)
}

// forward solves Uᵀ·z = b in place of b, which is zero beyond n.
func (f *Factor[F]) forward(b []F) {
	l := loopsOf[F]()
	l.forward(roundUp(f.n, l.rows)/l.rows, &f.u[0], f.ld, &f.inverse[0], &b[0], roundUp(f.n, l.lanes)/l.lanes)
}

// backward solves U·x = z in place of z, which is zero beyond n.
func (f *Factor[F]) backward(z []F) {
	var sums [8]F
	l := loopsOf[F]()
	width := roundUp(f.n, l.lanes)
	for i := roundUp(f.n, l.rows) - l.rows; i >= 0; i -= l.rows {
		right := i + l.rows
		if right < width {
			// The last vector may reach beyond the columns into padding, where z and U are zero.
			l.dots((width-right+l.lanes-1)/l.lanes, &f.u[i*f.ld+right], f.ld, &z[right], &sums[0])
		} else {
			clear(sums[:])
		}
		for a := l.rows - 1; a >= 0; a-- {
			row := f.u[(i+a)*f.ld+i : (i+a)*f.ld+i+l.rows]
			s := z[i+a] - sums[a]
			for b := a + 1; b < l.rows; b++ {
				s -= row[b] * z[i+b]
			}
			z[i+a] = s * f.inverse[i+a]
		}
	}
}

// spacing is the distance from 1 to the next number of the type.
func spacing[F Float]() F {
	var f F
	if unsafe.Sizeof(f) == 4 {
		return 0x1p-23
	}
	return 0x1p-52
}
