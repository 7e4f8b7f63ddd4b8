package kernel

import "math"

const (
	// blockOrder is the order of the diagonal blocks that a matrix under tridiagonalisation holds in full.
	blockOrder = 8
	// lanes is how many tridiagonal matrices are swept side by side.
	lanes = 8
	// tiny replaces an exact zero on the diagonal in a sweep, far below the rounding errors of any matrix there.
	tiny = 1e-140
)

func rankTwoGo(blocks int, a *float64, ld int, v, w, u, y, z *float64) {
	n := blocks * blockOrder
	if n == 0 {
		return
	}
	matrix := from(a, (n-1)*ld+n)
	vs, ws, us, ys, zs := from(v, n), from(w, n), from(u, n), from(y, n), from(z, n)
	for i := 0; i < n; i++ {
		block := i / blockOrder * blockOrder
		right := block + blockOrder
		row := matrix[i*ld : i*ld+n]
		vi, wi, ui := vs[i], ws[i], us[i]
		for j := block; j < right; j++ {
			row[j] -= vi*ws[j] + wi*vs[j]
			ys[j] += ui * row[j]
		}
		dot := 0.0
		if vr, wr, ur, yr := vs[right:n], ws[right:n], us[right:n], ys[right:n]; len(vr) > 0 {
			row := row[right:]
			wr, ur, yr, row = wr[:len(vr)], ur[:len(vr)], yr[:len(vr)], row[:len(vr)]
			for j := range vr {
				x := row[j] - (vi*wr[j] + wi*vr[j])
				row[j] = x
				yr[j] += ui * x
				dot += x * ur[j]
			}
		}
		zs[i] = dot
	}
}

func foldGo(blocks int, a, v, w *float64, s, t float64) (squares float64) {
	row, vs, ws := from(a, blocks*blockOrder), from(v, blocks*blockOrder), from(w, blocks*blockOrder)
	for j := range row {
		row[j] -= s*ws[j] + t*vs[j]
		squares += row[j] * row[j]
	}
	return squares
}

func scaleGo(blocks int, x *float64, s float64) {
	row := from(x, blocks*blockOrder)
	for j := range row {
		row[j] *= s
	}
}

func turnGo(blocks int, u, y, z, v, w *float64, tau float64) {
	n := blocks * blockOrder
	us, ys, zs, vs, ws := from(u, n), from(y, n), from(z, n), from(v, n), from(w, n)
	dot := 0.0
	for j := range us {
		ws[j] = tau * (ys[j] + zs[j])
		ys[j] = 0
		dot += ws[j] * us[j]
	}
	dot *= tau / 2
	for j := range us {
		ws[j] -= dot * us[j]
		vs[j] = us[j]
	}
}

func reflectGo(blocks int, u *float64, tau float64, b *float64) {
	us, bs := from(u, blocks*blockOrder), from(b, blocks*blockOrder)
	dot := 0.0
	for j := range us {
		dot += us[j] * bs[j]
	}
	addScaledGo(bs, -tau*dot, us)
}

func sweepGo(steps int, d, e, w, shift, record *float64) {
	n := (steps + 1) * lanes
	ds, es, ws := before(d, n, lanes), before(e, n, lanes), before(w, n, lanes)
	sigma, out := from(shift, lanes), from(record, 2*lanes*steps)
	for k := 0; k < lanes; k++ {
		at := steps*lanes + k
		p, c, s, h := ds[at]-sigma[k]+tiny, 1.0, 0.0, ws[at]
		for i, o := at-lanes, k; i >= 0; i, o = i-lanes, o+2*lanes {
			below := i + lanes
			r := math.Sqrt(p*p + es[i]*es[i])
			g, q := c*es[i], c*p
			es[below] = s * r
			inv := 1 / r
			x := ds[i] - sigma[k]
			s, c, p = es[i]*inv, p*inv, (x*p-es[i]*g)*inv+tiny
			ds[below] = q + sigma[k] + s*(c*g+s*x)
			ws[below] = s*ws[i] + c*h
			h = c*ws[i] - s*h
			out[o], out[o+lanes] = c, s
		}
		es[k], ds[k], ws[k] = s*p, c*p+sigma[k], h
	}
}

func replayGo(steps int, w, record *float64) {
	ws, in := from(w, (steps+1)*lanes), before(record, 2*lanes*steps, 2*lanes)
	for k := 0; k < lanes; k++ {
		h := ws[k]
		for i, o := 0, len(in)-2*lanes; i < steps; i, o = i+1, o-2*lanes {
			c, s := in[o+k], in[o+lanes+k]
			x := ws[(i+1)*lanes+k]
			ws[i*lanes+k] = c*h + s*x
			h = c*x - s*h
		}
		ws[steps*lanes+k] = h
	}
}
