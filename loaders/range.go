package loaders

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpals/internal/parallel"
)

// MaxRating bounds the absolute value of a rating, in rating units. Ratings are float32: with larger ones, sums and
// products would consist of rounding errors.
const MaxRating = 1e9

// minWidth is the least width of a rating range, in rating units and relative to the larger bound, for the same reason.
const minWidth = 1e-6

// CheckRange returns why low to high cannot be a rating range, or nil: it must not be empty, and many float32 numbers must
// lie in it.
func CheckRange(low, high float64) error {
	largest := max(math.Abs(low), math.Abs(high))
	switch {
	case !(low < high) || math.IsInf(high-low, 0):
		return fmt.Errorf("rating range %g to %g: give two finite numbers, the lower one first", low, high)
	case largest > MaxRating:
		return fmt.Errorf("rating range %g to %g: it must lie within ±%g; scale the ratings down", low, high, MaxRating)
	case high-low < minWidth*max(1, largest):
		return fmt.Errorf("rating range %.9g to %.9g: it must be at least %.3g wide; scale the ratings up, or declare a wider range", low, high, minWidth*max(1, largest))
	}
	return nil
}

// observedRange returns the smallest and the largest value. Where they are equal, it widens the range on both sides by ½,
// or by a millionth of a large value. Without values it returns 0 and 1.
func observedRange(ctx context.Context, values []float32) (low, high float64, err error) {
	if len(values) == 0 {
		return 0, 1, nil
	}
	lows, highs := make([]float32, parallel.Processors()), make([]float32, parallel.Processors())
	for w := range lows {
		lows[w], highs[w] = values[0], values[0]
	}
	err = parallel.Blocks(ctx, len(values), stride, func(worker, lo, hi int) {
		lows[worker] = min(lows[worker], slices.Min(values[lo:hi]))
		highs[worker] = max(highs[worker], slices.Max(values[lo:hi]))
	})
	low, high = float64(slices.Min(lows)), float64(slices.Max(highs))
	if low == high {
		margin := max(0.5, minWidth*math.Abs(low))
		return low - margin, high + margin, err
	}
	return low, high, err
}
