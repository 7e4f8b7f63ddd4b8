package kernel

import "math"

// AddGram4 adds the outer products of four rows of length d to the upper triangle of h (d×d): one pass over h for
// four rows, because loading and storing h is what the plain loop waits for.
func AddGram4[F float32 | float64](h []F, a, b, c, e []F) {
	d := len(a)
	b, c, e = b[:d], c[:d], e[:d]
	for i := 0; i < d; i++ {
		x, y, z, w := a[i], b[i], c[i], e[i]
		row := h[i*d+i : i*d+d]
		p, q, r, s := a[i:d], b[i:d], c[i:d], e[i:d]
		p, q, r, s = p[:len(row)], q[:len(row)], r[:len(row)], s[:len(row)]
		for j := range row {
			row[j] += (x*p[j] + y*q[j]) + (z*r[j] + w*s[j])
		}
	}
}

// AddGram adds the outer product of one row of length d to the upper triangle of h (d×d).
func AddGram[F float32 | float64](h []F, a []F) {
	d := len(a)
	for i := 0; i < d; i++ {
		x := a[i]
		row := h[i*d+i : i*d+d]
		p := a[i:d]
		p = p[:len(row)]
		for j := range row {
			row[j] += x * p[j]
		}
	}
}

// CholeskySolve solves H·x = b in place of b, for a symmetric positive definite H (upper triangle of d×d), which it
// overwrites with its factor Uᵀ·U. It reports false, leaving b undefined, when H is not positive definite to working
// precision.
func CholeskySolve[F float32 | float64](h, b []F) bool {
	if !Cholesky(h, len(b)) {
		return false
	}
	d := len(b)
	for i := 0; i < d; i++ { // Uᵀ·y = b
		b[i] /= h[i*d+i]
		if x := b[i]; x != 0 {
			addScaledGo(b[i+1:], -x, h[i*d+i+1:i*d+d])
		}
	}
	for i := d - 1; i >= 0; i-- { // U·x = y
		s := b[i]
		row := h[i*d : i*d+d]
		for j := i + 1; j < d; j++ {
			s -= row[j] * b[j]
		}
		b[i] = s / row[i]
	}
	return true
}

// Cholesky overwrites the upper triangle of the d×d matrix h with U, H = Uᵀ·U. It reports false when a pivot falls
// below the rounding error of its diagonal entry: H is then not positive definite to working precision.
func Cholesky[F float32 | float64](h []F, d int) bool {
	// Spacing of the type at 1, times d, bounds what rounding can leave of a zero pivot.
	eps := F(1)
	for 1+eps/2 > 1 {
		eps /= 2
	}
	for i := 0; i < d; i++ {
		row := h[i*d+i : i*d+d]
		pivot := row[0]
		if !(pivot > 0) || math.IsInf(float64(pivot), 0) {
			return false
		}
		root := F(math.Sqrt(float64(pivot)))
		inv := 1 / root
		for j := range row {
			row[j] *= inv
		}
		row[0] = root
		for k := i + 1; k < d; k++ {
			x := row[k-i]
			was := h[k*d+k]
			addScaledGo(h[k*d+k:k*d+d], -x, row[k-i:])
			if h[k*d+k] <= eps*F(d)*was {
				return false
			}
		}
	}
	return true
}
