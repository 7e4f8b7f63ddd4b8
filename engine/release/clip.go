package release

import (
	"math"

	"dpals/engine/kernel"
	"dpals/engine/method"
)

// Clip scales row down so that its Euclidean norm, in exact arithmetic, is at most bound. A row that is not finite, or
// cannot be scaled that far in float32, becomes zero.
func Clip(row []float32, bound float64) {
	norm := kernel.Norm(row)
	if norm <= bound*method.Margin {
		return
	}
	scale := bound * method.Margin / norm
	for i := range row {
		row[i] = float32(float64(row[i]) * scale)
	}
	if !(kernel.Norm(row) <= bound*(1-0x1p-30)) {
		clear(row)
	}
}

// normalise scales row so that its Euclidean norm, in exact arithmetic, is below 1 by a margin; a row that is zero, or not
// finite, becomes zero.
func normalise(row []float32) {
	norm := kernel.Norm(row)
	if norm == 0 || math.IsInf(1/norm, 0) {
		clear(row)
		return
	}
	Scale(row, method.Margin/norm)
	if !(kernel.Norm(row) <= 1-0x1p-30) {
		clear(row)
	}
}

// Scale multiplies every number of row.
func Scale(row []float32, by float64) {
	for i, x := range row {
		row[i] = float32(float64(x) * by)
	}
}
