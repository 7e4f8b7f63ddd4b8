package kernel

import "math"

// tridiagonal reduces a symmetric matrix to X = Q·T·Qᵀ with T tridiagonal and Q a product of Householder reflectors,
// which it keeps in place of the matrix. Golub & Van Loan, Matrix Computations, §8.3.1, row by row and with the update
// of one step and the matrix–vector product of the next in one pass.
type tridiagonal struct {
	layout
	blocks int
	a      []float64 // columns×ld; row k holds the reflector of step k, zero up to column k
	tau    []float64
	d, e   []float64 // of T; e[i] couples i and i+1
	v, w   []float64 // pending update a −= v·wᵀ + w·vᵀ
	y, z   []float64
}

func (t *tridiagonal) resize(n int) {
	if t.n == n {
		return
	}
	at := layoutOf[float64](n)
	vector := func() []float64 { return aligned[float64](at.columns) }
	*t = tridiagonal{layout: at, blocks: at.columns / blockOrder, a: aligned[float64](at.columns * at.ld),
		tau: vector(), d: vector(), e: vector(), v: vector(), w: vector(), y: vector(), z: vector()}
}

// load copies the upper triangle x of a matrix of order n.
func (t *tridiagonal) load(n int, x upper) {
	t.resize(n)
	for i := 0; i < n; i++ {
		to := t.a[i*t.ld+i : i*t.ld+t.columns]
		clear(to[copy(to, x.row(n, i)):])
		for j := i + 1; j < min(n, i/blockOrder*blockOrder+blockOrder); j++ {
			t.a[j*t.ld+i] = to[j-i]
		}
	}
	t.clearBelow()
}

// clearBelow clears what the last block has below the matrix.
func (t *tridiagonal) clearBelow() {
	for i := t.n; i < t.columns; i++ {
		clear(t.a[i*t.ld+t.columns-blockOrder : i*t.ld+t.columns])
	}
}

// multiply multiplies the loaded matrix by a number.
func (t *tridiagonal) multiply(s float64) {
	for i := 0; i < t.n; i++ {
		start := i / blockOrder * blockOrder
		active.scale(t.blocks-start/blockOrder, &t.a[i*t.ld+start], s)
	}
}

// norm returns a bound on the eigenvalues of T within a factor of three, or NaN.
func (t *tridiagonal) norm() (most float64) {
	for i := 0; i < t.n; i++ {
		most = max(most, math.Abs(t.d[i])+math.Abs(t.e[i])) // keeps NaN
	}
	return most
}

// upper is the upper triangle of a symmetric matrix: by rows of a full square, or packed, each row from its diagonal
// on after the one before.
type upper struct {
	values []float64
	packed bool
}

// row returns what row i of a matrix of order n has from its diagonal on.
func (x upper) row(n, i int) []float64 {
	at := i*n + i
	if x.packed {
		at = i*n - i*(i-1)/2
	}
	return x.values[at : at+n-i]
}

// reduce reduces the loaded matrix and applies Qᵀ to b, of length columns and zero beyond n.
func (t *tridiagonal) reduce(b []float64) {
	s := &active.spectral
	clear(t.v)
	clear(t.w)
	clear(t.y)
	n := t.n
	for k := 0; k < n; k++ {
		row := t.a[k*t.ld : k*t.ld+t.columns]
		vk, wk := t.v[k], t.w[k]
		t.d[k] = row[k] - 2*vk*wk
		if k == n-1 {
			t.e[k] = 0
			return
		}
		// What is left starts at column k+1; the columns before it in its block are zero in every vector.
		start := (k + 1) / blockOrder * blockOrder
		left := t.blocks - start/blockOrder
		t.v[k], t.w[k] = 0, 0
		for j := start; j <= k; j++ {
			row[j] = 0
		}
		u := &row[start]
		squares := s.fold(left, u, &t.v[start], &t.w[start], vk, wk)
		alpha := row[k+1]
		beta := -math.Copysign(math.Sqrt(squares), alpha)
		t.e[k] = beta
		if k == n-2 {
			t.e[k], t.tau[k] = alpha, 0
			row[k+1] = 0
		} else if beta == 0 {
			t.tau[k] = 0
		} else {
			t.tau[k] = (beta - alpha) / beta
			s.scale(left, u, 1/(alpha-beta))
			row[k+1] = 1
			s.reflect(left, u, t.tau[k], &b[start])
		}
		s.rankTwo(left, &t.a[start*t.ld+start], t.ld, &t.v[start], &t.w[start], u, &t.y[start], &t.z[start])
		s.turn(left, u, &t.y[start], &t.z[start], &t.v[start], &t.w[start], t.tau[k])
		// Sums for columns up to k are none of ours.
		for j := start; j <= k; j++ {
			t.w[j] = 0
		}
	}
}

// back applies Q to b.
func (t *tridiagonal) back(b []float64) {
	for k := t.n - 3; k >= 0; k-- {
		start := (k + 1) / blockOrder * blockOrder
		active.reflect(t.blocks-start/blockOrder, &t.a[k*t.ld+start], t.tau[k], &b[start])
	}
}
