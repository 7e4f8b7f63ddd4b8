package kernel

import "math"

// Exact sums products of integers exactly: X = Σ z·zᵀ and g = Σ t·z over gathered rows, where z = trunc(scale·v) and t
// are at most IntegerBound in absolute value. Sums are whole numbers, so their bits depend neither on the order of the
// rows nor on the variant, as long as they stay below 2⁵³, which those of 2²⁴ rows do. An Exact owns its memory and is
// reused. The zero value is ready; it is not safe for concurrent use.
type Exact struct {
	layout
	h     []float64 // (columns + 2)×ld: the upper triangle of X, then g and a row that stays zero
	pairs []uint32  // panel of pairs of 16-bit integers: pairs, high limbs, low limbs, t
	width int       // columns of one of the three
	plain []float64 // panel of float64, for a variant without integers

	// The last row of an odd number, with itself times nothing as its partner.
	lastRow   [2]uint32
	lastScale [2]float64
}

// IntegerBound is the largest absolute value of an integer in an Exact; what is larger is clamped to it.
const IntegerBound = 1 << 14

// pairsOf is the rows in a panel of pairs, over two: few enough for 32-bit sums, enough to load and store sums seldom.
const pairsOf = 128

// plainRows is the rows in a panel of float64.
const plainRows = 32

// Reset empties the sums and sets the length r ≥ 1 of the rows.
func (q *Exact) Reset(rank int) {
	if q.n != rank {
		*q = Exact{layout: layoutOf[float64](roundUp(rank, 16))}
		q.n = rank
		q.h = aligned[float64]((q.columns + 2) * q.ld)
		q.width = q.columns
	} else {
		clear(q.h)
	}
	if active.gatherIntegers == nil && q.plain == nil {
		q.plain = aligned[float64](plainRows * q.ld)
	}
	if active.gatherIntegers != nil && q.pairs == nil {
		q.pairs = aligned[uint32](pairsOf * q.pitch())
	}
}

// pitch is the distance between rows of a panel of pairs: three parts and a line for t.
func (q *Exact) pitch() int { return 3*q.width + line/4 }

// Gather adds the rows v[index] of a matrix of rows of length r, each times its scale, with their t. scale and t are
// as long as index. A coordinate that is not a number counts as 0.
func (q *Exact) Gather(v []float32, index []uint32, scale, t []float64) {
	scale, t = scale[:len(index)], t[:len(index)]
	check(v, index, q.n)
	if active.gatherIntegers == nil {
		q.gatherPlain(v, index, scale, t)
		return
	}
	for len(index) > 0 {
		count := min(len(index), 2*pairsOf)
		q.gatherPairs(v, index, scale[:count], t[:count])
		index, scale, t = index[count:], scale[count:], t[count:]
	}
}

// gatherPairs adds the first len(t) rows of index.
func (q *Exact) gatherPairs(v []float32, index []uint32, scale, t []float64) {
	ld, whole := q.pitch(), len(t)/2
	if whole > 0 {
		active.gatherIntegers(whole, len(index), &index[0], &v[0], q.n, &scale[0], &q.pairs[0], ld, q.width)
	}
	for k := range whole {
		q.pairs[k*ld+3*q.width] = uint32(uint16(whole16(t[2*k]))) | uint32(uint16(whole16(t[2*k+1])))<<16
	}
	pairs := whole
	if last := len(t) - 1; last%2 == 0 {
		q.lastRow, q.lastScale = [2]uint32{index[last], index[last]}, [2]float64{scale[last], 0}
		active.gatherIntegers(1, 2, &q.lastRow[0], &v[0], q.n, &q.lastScale[0], &q.pairs[whole*ld], ld, q.width)
		q.pairs[whole*ld+3*q.width] = uint32(uint16(whole16(t[last])))
		pairs++
	}
	rows := active.f64.rows
	for j := 0; j < roundUp(q.n, active.words); j += active.words {
		high, low := &q.pairs[q.width+j], &q.pairs[2*q.width+j]
		tiles := roundUp(min(j+active.words, q.n), rows) / rows
		active.stripIntegers(pairs, &q.pairs[0], high, low, ld, &q.h[j], q.ld, tiles)
		active.borderIntegers(pairs, &q.pairs[3*q.width], high, low, ld, &q.h[q.columns*q.ld+j], q.ld, 1)
	}
}

// whole16 clamps and truncates as the assembly does.
func whole16(x float64) int16 {
	if x != x {
		return 0
	}
	return int16(min(max(x, -IntegerBound), IntegerBound))
}

func (q *Exact) gatherPlain(v []float32, index []uint32, scale, t []float64) {
	l := &active.f64
	vectors := roundUp(q.n, l.lanes) / l.lanes
	for len(index) > 0 {
		count := min(len(index), plainRows)
		for k, i := range index[:count] {
			row := q.plain[k*q.ld : k*q.ld+q.ld]
			for j, x := range v[int(i)*q.n : int(i)*q.n+q.n] {
				row[j] = math.Trunc(min(max(scale[k]*float64(x), -IntegerBound), IntegerBound))
				if row[j] != row[j] {
					row[j] = 0
				}
			}
			row[q.columns], row[q.columns+1] = float64(whole16(t[k])), 0
		}
		rows := roundUp(count, 4)
		clear(q.plain[count*q.ld : rows*q.ld])
		addGram(l, rows, q.plain, q.layout, q.h)
		l.border(rows, &q.plain[q.columns], &q.plain[0], q.ld, &q.h[q.columns*q.ld], q.ld, vectors)
		index, scale, t = index[count:], scale[count:], t[count:]
	}
}

// Upper writes the upper triangle of X, packed by rows (r(r+1)/2 elements) and each times unit, to dst.
func (q *Exact) Upper(dst []float64, unit float64) {
	for i := 0; i < q.n; i++ {
		row := q.h[i*q.ld+i : i*q.ld+q.n]
		for j, x := range row {
			dst[j] = x * unit
		}
		dst = dst[len(row):]
	}
}

// Right writes g, each element times unit, to dst, of length r.
func (q *Exact) Right(dst []float64, unit float64) {
	for i, x := range q.h[q.columns*q.ld : q.columns*q.ld+q.n] {
		dst[i] = x * unit
	}
}
