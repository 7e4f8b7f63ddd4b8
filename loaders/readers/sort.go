package readers

import (
	"context"
	"slices"

	"dpals/internal/parallel"
)

// sortIndices returns 0 to n−1 in the order of compare, for which no two are equal. It sorts short runs and merges them,
// on all processors.
func sortIndices(ctx context.Context, n int, compare func(a, b uint32) int) ([]uint32, error) {
	const run = 1 << 14
	const checkEvery = 1 << 18 // indices between two checks of the context, a few milliseconds
	sorted, spare := make([]uint32, n), make([]uint32, n)
	err := parallel.Blocks(ctx, n, run, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			sorted[i] = uint32(i)
		}
		slices.SortFunc(sorted[lo:hi], compare)
	})
	for width := run; width < n && err == nil; width *= 2 {
		err = parallel.Blocks(ctx, n, 2*width, func(_, lo, hi int) {
			middle := min(hi, lo+width)
			left, right := sorted[lo:middle], sorted[middle:hi]
			for k := lo; k < hi; k++ {
				if k%checkEvery == 0 && ctx.Err() != nil {
					return
				}
				if len(right) == 0 || (len(left) > 0 && compare(left[0], right[0]) < 0) {
					spare[k], left = left[0], left[1:]
				} else {
					spare[k], right = right[0], right[1:]
				}
			}
		})
		sorted, spare = spare, sorted
	}
	return sorted, err
}
