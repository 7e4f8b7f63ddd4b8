package loaders

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
)

// parallel calls work for consecutive blocks [lo, hi) of [0, n), at most size long, from workers 0 ≤ w < GOMAXPROCS
// that run at the same time. It stops between blocks once ctx is done and returns ctx's error. A panic in a worker
// becomes a panic of the caller, who may recover it.
func parallel(ctx context.Context, n, size int, work func(worker, lo, hi int)) error {
	blocks := (n + size - 1) / size
	var next atomic.Int64
	together(min(runtime.GOMAXPROCS(0), blocks), func(worker int, stopped func() bool) {
		for ctx.Err() == nil && !stopped() {
			b := int(next.Add(1)) - 1
			if b >= blocks {
				return
			}
			work(worker, b*size, min(n, (b+1)*size))
		}
	})
	return ctx.Err()
}

// together calls run for every worker 0 ≤ w < workers at the same time and returns once all have. A panic in one becomes
// a panic of the caller; the others learn of it from stopped.
func together(workers int, run func(worker int, stopped func() bool)) {
	var failure atomic.Pointer[string]
	stopped := func() bool { return failure.Load() != nil }
	if workers <= 1 {
		run(0, stopped)
		return
	}
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					text := fmt.Sprintf("%v\n%s", p, debug.Stack())
					failure.Store(&text)
				}
			}()
			run(w, stopped)
		})
	}
	all.Wait()
	if text := failure.Load(); text != nil {
		panic(*text)
	}
}

// stride is how many entries a worker handles between two looks at its context: a few milliseconds of work.
const stride = 1 << 18

// group sorts the positions of keys by key, stably and in parallel: the positions that hold key k, ascending, are
// order[ptr[k]:ptr[k+1]]. Every key must be below n; there may be at most 2³²−1 keys.
func group(ctx context.Context, keys []uint32, n int) (ptr []int64, order []uint32, err error) {
	// Every part counts for itself, so more parts than keys per bucket would cost more than they save.
	parts := max(1, min(runtime.GOMAXPROCS(0), len(keys)/(n+1)))
	size := max(1, (len(keys)+parts-1)/parts)
	next := make([][]uint32, parts)
	eachKey := func(visit func(counts []uint32, position int, key uint32)) error {
		return parallel(ctx, len(keys), size, func(_, lo, hi int) {
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

// sortIndices returns 0 to n−1 in the order of compare, in which no two are equal. It sorts short runs and merges
// them, in parallel.
func sortIndices(ctx context.Context, n int, compare func(a, b uint32) int) ([]uint32, error) {
	const run = 1 << 14
	sorted, spare := make([]uint32, n), make([]uint32, n)
	err := parallel(ctx, n, run, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			sorted[i] = uint32(i)
		}
		slices.SortFunc(sorted[lo:hi], compare)
	})
	for width := run; width < n && err == nil; width *= 2 {
		err = parallel(ctx, n, 2*width, func(_, lo, hi int) {
			middle := min(hi, lo+width)
			left, right := sorted[lo:middle], sorted[middle:hi]
			for k := lo; k < hi; k++ {
				if k%stride == 0 && ctx.Err() != nil {
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
