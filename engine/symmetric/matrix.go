package symmetric

import (
	"context"

	"dpals/engine/kernel"
	"dpals/internal/parallel"
)

// Matrix is a full symmetric matrix in single precision, to be multiplied with: m² numbers of 4 bytes. Safe for
// concurrent reading.
type Matrix struct {
	order int
	rows  []float32 // order×order
}

// NewMatrix returns a zero matrix.
func NewMatrix(order int) *Matrix { return &Matrix{order: order, rows: make([]float32, order*order)} }

// Row returns row j.
func (a *Matrix) Row(j int) []float32 { return a.rows[j*a.order : (j+1)*a.order] }

// Set makes a the matrix of a sum, every entry (j, l), j ≤ l, changed by f.
func (a *Matrix) Set(ctx context.Context, threads int, o *Outer, f func(j, l int, x float64) float64) error {
	// By square blocks, so that writing down the columns stays in the cache.
	const edge = 64
	across := (a.order + edge - 1) / edge
	return parallel.Each(ctx, threads, across, func(_, b int) error {
		for right := b; right < across; right++ {
			for j := b * edge; j < min((b+1)*edge, a.order); j++ {
				row := o.packed[o.start(j):o.start(j+1)]
				for l := max(j, right*edge); l < min((right+1)*edge, a.order); l++ {
					x := row[l-j]
					if l == j {
						x *= o.diagonal()
					}
					y := float32(f(j, l, x))
					a.rows[j*a.order+l], a.rows[l*a.order+j] = y, y
				}
			}
		}
		return nil
	})
}

// Multiplier returns x ↦ A·x on the threads, for Top. Sums are in single precision: right to some 1e-6 of ‖A‖.
func (a *Matrix) Multiplier(threads int) func(dst, src []float64) {
	x := make([]float32, a.order)
	const together = 128 // rows of a piece
	return func(dst, src []float64) {
		for j, v := range src {
			x[j] = float32(v)
		}
		// The context ends between products; a product takes some milliseconds.
		_ = parallel.Each(context.Background(), threads, (a.order+together-1)/together, func(_, b int) error {
			for j := b * together; j < min((b+1)*together, a.order); j++ {
				dst[j] = float64(kernel.Dot(a.Row(j), x))
			}
			return nil
		})
	}
}
