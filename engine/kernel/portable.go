package kernel

import (
	"math"
	"runtime"
	"unsafe"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
)

// portable is the variant in plain Go.
var portable = kernels{
	name: "portable", f32: portableLoops(gram32), f64: portableLoops(gram64),
	spectral: spectral{
		rankTwo: rankTwoGo, fold: foldGo, scale: scaleGo, turn: turnGo, reflect: reflectGo, sweep: sweepGo, replay: replayGo,
	},
	transpose: transposeGo,
	squares:   squaresGo,
	truncated: truncatedGo,
}

// portableRows and portableLanes are a tile that leaves the compiler registers for the operands.
const portableRows, portableLanes = 4, 4

func portableLoops[F Float](gram func(k, n int, panel *F, ld int, h *F, ldh int)) loops[F] {
	return loops[F]{
		rows: portableRows, lanes: portableLanes, gram: gram, gramFrom: gonumFrom(),
		strip: [4]func(int, *F, *F, int, *F, int, int){
			1: func(k int, a, b *F, ld int, c *F, ldc, tiles int) { stripGo(k, a, b, ld, c, ldc, tiles, 1) },
			2: func(k int, a, b *F, ld int, c *F, ldc, tiles int) { stripGo(k, a, b, ld, c, ldc, tiles, 2) },
			3: func(k int, a, b *F, ld int, c *F, ldc, tiles int) { stripGo(k, a, b, ld, c, ldc, tiles, 3) },
		},
		border: borderGo[F], pivot: pivotGo[F], row: rowGo[F], forward: forwardGo[F], dots: dotsGo[F], gather: gatherGo[F],
		dot:       func(n int, x, y *F) F { return dotGo(from(x, n), from(y, n)) },
		addScaled: func(n int, y *F, s F, x *F) { addScaledGo(from(y, n), s, from(x, n)) },
	}
}

// gonumFrom is the order from which gonum's Gram matrices, in SSE2 on amd64, are faster than the tiles; elsewhere they
// are plain Go like ours, and never are.
func gonumFrom() int {
	if runtime.GOARCH == "amd64" {
		return 24
	}
	return math.MaxInt
}

func gram32(k, n int, panel *float32, ld int, h *float32, ldh int) {
	blas32.Syrk(blas.Trans,
		1, blas32.General{Rows: k, Cols: n, Stride: ld, Data: from(panel, (k-1)*ld+n)},
		1, blas32.Symmetric{N: n, Stride: ldh, Data: from(h, (n-1)*ldh+n), Uplo: blas.Upper})
}

func gram64(k, n int, panel *float64, ld int, h *float64, ldh int) {
	blas64.Syrk(blas.Trans,
		1, blas64.General{Rows: k, Cols: n, Stride: ld, Data: from(panel, (k-1)*ld+n)},
		1, blas64.Symmetric{N: n, Stride: ldh, Data: from(h, (n-1)*ldh+n), Uplo: blas.Upper})
}

// from is the n elements that start at p.
func from[F Float](p *F, n int) []F { return unsafe.Slice(p, n) }

// before is the n elements of which the last so many start at p.
func before[F Float](p *F, n, last int) []F {
	var f F
	return from((*F)(unsafe.Add(unsafe.Pointer(p), -(n-last)*int(unsafe.Sizeof(f)))), n)
}

func stripGo[F Float](k int, a, b *F, ld int, c *F, ldc, tiles, width int) {
	if tiles == 0 {
		return
	}
	rows := tiles * portableRows
	columns := width * portableLanes
	out := from(c, (rows-1)*ldc+columns)
	if k == 0 {
		return
	}
	left, right := from(a, (k-1)*ld+rows), from(b, (k-1)*ld+columns)
	for i := 0; i < rows; i += 2 {
		for j := 0; j < columns; j += portableLanes {
			addTile(k, left[i:], right[j:], ld, out[i*ldc+j:], ldc, 1)
		}
	}
}

// addTile adds sign·AᵀB to a tile of two rows of four: eight sums that stay in registers.
func addTile[F Float](k int, a, b []F, ld int, c []F, ldc int, sign F) {
	var s0, s1, s2, s3, t0, t1, t2, t3 F
	for p := 0; p < k; p++ {
		at := p * ld
		x, y := a[at], a[at+1]
		w := b[at : at+4 : at+4]
		s0 += x * w[0]
		s1 += x * w[1]
		s2 += x * w[2]
		s3 += x * w[3]
		t0 += y * w[0]
		t1 += y * w[1]
		t2 += y * w[2]
		t3 += y * w[3]
	}
	c0, c1 := c[:4], c[ldc:ldc+4]
	c0[0] += sign * s0
	c0[1] += sign * s1
	c0[2] += sign * s2
	c0[3] += sign * s3
	c1[0] += sign * t0
	c1[1] += sign * t1
	c1[2] += sign * t2
	c1[3] += sign * t3
}

func borderGo[F Float](k int, a, b *F, ld int, c *F, ldc, vectors int) {
	columns := vectors * portableLanes
	if k == 0 || columns == 0 {
		return
	}
	left, right, out := from(a, (k-1)*ld+2), from(b, (k-1)*ld+columns), from(c, ldc+columns)
	for j := 0; j < columns; j += portableLanes {
		addTile(k, left, right[j:], ld, out[j:], ldc, 1)
	}
}

// remainder writes H − AᵀB to u, a row block of so many columns.
func remainder[F Float](k int, a, b *F, ld int, h, u *F, columns int) []F {
	n := (portableRows-1)*ld + columns
	out := from(u, n)
	in := from(h, n)
	for i := 0; i < portableRows; i++ {
		copy(out[i*ld:i*ld+columns], in[i*ld:i*ld+columns])
	}
	if k > 0 {
		left, right := from(a, (k-1)*ld+portableRows), from(b, (k-1)*ld+columns)
		for j := 0; j < columns; j += portableLanes {
			addTile(k, left, right[j:], ld, out[j:], ld, -1)
			addTile(k, left[2:], right[j:], ld, out[2*ld+j:], ld, -1)
		}
	}
	return out
}

func pivotGo[F Float](k int, a, b *F, ld int, h, u *F, _ int, least, inverse *F) int {
	tile := remainder(k, a, b, ld, h, u, portableLanes)
	bound, inv := from(least, portableRows), from(inverse, portableRows)
	for i := 0; i < portableRows; i++ {
		row := tile[i*ld : i*ld+portableLanes]
		pivot := row[i]
		if !(pivot > bound[i]) || math.IsInf(float64(pivot), 1) {
			return 0
		}
		inv[i] = 1 / F(math.Sqrt(float64(pivot)))
		for j := i; j < portableLanes; j++ {
			row[j] *= inv[i]
		}
		for l := i + 1; l < portableRows; l++ {
			for j := l; j < portableLanes; j++ {
				tile[l*ld+j] -= row[l] * row[j]
			}
		}
	}
	return 1
}

func rowGo[F Float](k int, a, b *F, ld int, h, u *F, vectors int, diagonal, inverse *F) {
	columns := vectors * portableLanes
	if columns == 0 {
		return
	}
	tile := remainder(k, a, b, ld, h, u, columns)
	triangle, inv := from(diagonal, (portableRows-1)*ld+portableRows), from(inverse, portableRows)
	for i := 0; i < portableRows; i++ {
		row := tile[i*ld : i*ld+columns]
		for j := range row {
			row[j] *= inv[i]
		}
		for l := i + 1; l < portableRows; l++ {
			addScaledGo(tile[l*ld:l*ld+columns], -triangle[i*ld+l], row)
		}
	}
}

func forwardGo[F Float](blocks int, u *F, ld int, inverse, b *F, vectors int) {
	n, columns := blocks*portableRows, vectors*portableLanes
	if n == 0 {
		return
	}
	factor, inv, z := from(u, (n-1)*ld+columns), from(inverse, n), from(b, columns)
	for i := 0; i < n; i++ {
		z[i] *= inv[i]
		addScaledGo(z[i+1:], -z[i], factor[i*ld+i+1:i*ld+columns])
	}
}

func dotsGo[F Float](vectors int, a *F, ld int, x, y *F) {
	out := from(y, portableRows)
	clear(out)
	columns := vectors * portableLanes
	if columns == 0 {
		return
	}
	matrix, right := from(a, (portableRows-1)*ld+columns), from(x, columns)
	for i := range out {
		row := matrix[i*ld : i*ld+columns]
		var s, t F
		for j := 0; j < len(row); j += 2 {
			s += row[j] * right[j]
			t += row[j+1] * right[j+1]
		}
		out[i] = s + t
	}
}

func gatherGo[F Float](count, _ int, index *uint32, rows *float32, rank int, y, panel *F, ld, border int) {
	targets := from(y, count)
	out := from(panel, (count-1)*ld+border+2)
	for k, i := range unsafe.Slice(index, count) {
		row := unsafe.Slice((*float32)(unsafe.Add(unsafe.Pointer(rows), 4*int(i)*rank)), rank)
		to := out[k*ld : k*ld+border+2]
		for j, v := range row {
			to[j] = F(v)
		}
		clear(to[rank:border])
		to[border], to[border+1] = targets[k], 1
	}
}

func transposeGo(down, across int, a *float32, lda int, b *float32, ldb int) {
	rows, columns := down*portableLanes, across*portableLanes
	in, out := from(a, (rows-1)*lda+columns), from(b, (columns-1)*ldb+rows)
	for i := range rows {
		for j, v := range in[i*lda : i*lda+columns] {
			out[j*ldb+i] = v
		}
	}
}

func truncatedGo(count int, index *uint32, rows *float32, rank int, y, sums *float64) {
	total, factors := from(sums, rank), from(y, count)
	for k, i := range unsafe.Slice(index, count) {
		factor := factors[k]
		for d, x := range from((*float32)(unsafe.Add(unsafe.Pointer(rows), 4*int(i)*rank)), rank) {
			total[d] += math.Trunc(factor * float64(x))
		}
	}
}

func squaresGo(n int, x *float32) (s float64) {
	for _, v := range from(x, n) {
		s += float64(v) * float64(v)
	}
	return s
}

func dotGo[F Float](x, y []F) F {
	y = y[:len(x)]
	var s0, s1, s2, s3 F
	i := 0
	for ; i+4 <= len(x); i += 4 {
		s0 += x[i] * y[i]
		s1 += x[i+1] * y[i+1]
		s2 += x[i+2] * y[i+2]
		s3 += x[i+3] * y[i+3]
	}
	for ; i < len(x); i++ {
		s0 += x[i] * y[i]
	}
	return (s0 + s1) + (s2 + s3)
}

func addScaledGo[F Float](y []F, s F, x []F) {
	x = x[:len(y)]
	for i := range y {
		y[i] += s * x[i]
	}
}
