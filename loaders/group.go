package loaders

import (
	"context"

	"dpals/internal/parallel"
)

// stride is how many ratings are processed between two checks of the context: a few milliseconds of work.
const stride = 1 << 18

// group sorts the positions of keys by key, stably and in parallel: the positions that hold key k, ascending, are
// order[ptr[k]:ptr[k+1]]. Every key must be below n; there may be at most 2³²−1 keys.
func group(ctx context.Context, keys []uint32, n int) (ptr []int64, order []uint32, err error) {
	// Every part has counters of its own for all keys, so more parts than positions per key would cost more than they save.
	parts := max(1, min(parallel.Processors(), len(keys)/(n+1)))
	size := max(1, (len(keys)+parts-1)/parts)
	next := make([][]uint32, parts)
	eachKey := func(visit func(counts []uint32, position int, key uint32)) error {
		return parallel.Blocks(ctx, len(keys), size, func(_, lo, hi int) {
			counts := next[lo/size]
			for ; lo < hi && ctx.Err() == nil; lo += stride {
				for i, k := range keys[lo:min(hi, lo+stride)] {
					visit(counts, lo+i, k)
				}
			}
		})
	}
	for p := range next {
		next[p] = make([]uint32, n)
	}
	if err := eachKey(func(counts []uint32, _ int, key uint32) { counts[key]++ }); err != nil {
		return nil, nil, err
	}
	ptr = make([]int64, n+1)
	at := uint32(0)
	for k := range n {
		ptr[k] = int64(at)
		for _, counts := range next {
			counts[k], at = at, at+counts[k]
		}
	}
	ptr[n] = int64(at)
	order = make([]uint32, len(keys))
	err = eachKey(func(counts []uint32, position int, key uint32) {
		order[counts[key]] = uint32(position)
		counts[key]++
	})
	if err != nil {
		return nil, nil, err
	}
	return ptr, order, nil
}
