package kernel

import (
	"math"
	"unsafe"
)

// Dot returns x·y for slices of equal length.
func Dot(x, y []float32) float32 {
	y = y[:len(x)]
	return active.f32.dot(len(x), unsafe.SliceData(x), unsafe.SliceData(y))
}

// Norm returns the Euclidean norm of x, summed in float64.
func Norm(x []float32) float64 { return math.Sqrt(active.squares(len(x), unsafe.SliceData(x))) }

// AddScaled adds s·x to y, of equal length.
func AddScaled[F Float](y []F, s F, x []F) {
	x = x[:len(y)]
	loopsOf[F]().addScaled(len(y), unsafe.SliceData(y), s, unsafe.SliceData(x))
}

// AddTruncated adds Σ_k trunc(y_k·v_k) to sums for the gathered rows v_k = v[index_k] of a matrix of rows as long as
// sums; index and y have the same length. Sums of whole numbers below 2⁵³ are exact, so their bits depend neither on
// the order of the rows nor on the variant.
func AddTruncated(sums []float64, v []float32, index []uint32, y []float64) {
	y = y[:len(index)]
	check(v, index, len(sums))
	if len(index) > 0 {
		active.truncated(len(index), &index[0], &v[0], len(sums), &y[0], &sums[0])
	}
}
