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
