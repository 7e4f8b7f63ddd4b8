package kernel

import "math"

// spectrum finds the eigenvalues of up to 8 tridiagonal matrices side by side, by the QL algorithm with explicit
// shifts (EISPACK's tql2), and turns a vector into the coordinates of each one's eigenvectors and back. The
// eigenvectors themselves are never formed: the rotations are recorded and taken back.
type spectrum struct {
	n      int
	d, e   []float64 // n×8: diagonal, then eigenvalues; e[i] couples i and i+1
	w      []float64 // n×8: one vector for each
	record []float64 // cosines and sines of every rotation
	first  []int     // row at which each sweep ended
	scale  [lanes]float64
	shift  [lanes]float64 // of the sweep under way
	failed [lanes]bool
}

// resize empties the spectrum for matrices of order n: lanes that are not set are zero.
func (q *spectrum) resize(n int) {
	if q.n != n {
		*q = spectrum{
			n: n, d: aligned[float64](n * lanes), e: aligned[float64](n * lanes), w: aligned[float64](n * lanes),
			record: q.record, first: q.first,
		}
		return
	}
	clear(q.d)
	clear(q.e)
	clear(q.w)
	q.failed = [lanes]bool{}
}

// set puts a tridiagonal matrix of some norm and a vector into a lane.
func (q *spectrum) set(lane int, t *tridiagonal, norm float64, w []float64) {
	for i := 0; i < q.n; i++ {
		at := i*lanes + lane
		q.d[at], q.e[at], q.w[at] = t.d[i], t.e[i], w[i]
	}
	q.scale[lane] = norm
}

// mostSweeps bounds the sweeps per eigenvalue; two are usual.
const mostSweeps = 60

// diagonalise turns d into eigenvalues and w into coordinates.
func (q *spectrum) diagonalise() {
	var (
		at   [lanes]int // row under work in each lane; those before it are found
		used int
		last = q.n - 1
	)
	q.first = q.first[:0]
	for len(q.first) < mostSweeps*q.n {
		first := last
		for k := range at {
			for at[k] < last && math.Abs(q.e[at[k]*lanes+k]) <= 0x1p-53*q.scale[k] {
				q.e[at[k]*lanes+k] = 0
				at[k]++
			}
			q.shift[k] = 0
			if l := at[k]*lanes + k; at[k] < last {
				first = min(first, at[k])
				q.shift[k] = wilkinson(q.d[l], q.d[l+lanes], q.e[l])
			}
		}
		if first == last {
			return
		}
		steps := last - first
		if need := used + 2*lanes*steps; need > len(q.record) {
			grown := aligned[float64](max(2*len(q.record), need, 3*lanes*q.n*q.n))
			copy(grown, q.record[:used])
			q.record = grown
		}
		end := last * lanes
		active.sweep(steps, &q.d[end], &q.e[end], &q.w[end], &q.shift[0], &q.record[used])
		used += 2 * lanes * steps
		q.first = append(q.first, first)
	}
	for k := range at {
		q.failed[k] = at[k] < last
	}
}

// restore turns coordinates w back into vectors.
func (q *spectrum) restore() {
	end := 0
	for _, first := range q.first {
		end += 2 * lanes * (q.n - 1 - first)
	}
	for i := len(q.first) - 1; i >= 0; i-- {
		steps := q.n - 1 - q.first[i]
		active.replay(steps, &q.w[q.first[i]*lanes], &q.record[end-2*lanes])
		end -= 2 * lanes * steps
	}
}

// wilkinson returns the eigenvalue of [a e; e b] that is nearer to a.
func wilkinson(a, b, e float64) float64 {
	half := (b - a) / 2
	return a - e*e/(half+math.Copysign(math.Sqrt(half*half+e*e), half))
}
