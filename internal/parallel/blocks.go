package parallel

import (
	"context"
	"runtime"
)

// Processors returns how many threads Blocks uses: as many as Go runs at the same time.
func Processors() int { return runtime.GOMAXPROCS(0) }

// Blocks calls work(worker, from, to) for consecutive blocks [from, to) of [0, n), at most size long, on all
// processors; worker is in [0, Processors()). It starts no further block when the context ends. A block may end early
// once the context has ended, since Blocks then returns the error of the context.
func Blocks(ctx context.Context, n, size int, work func(worker, from, to int)) error {
	err := Each(ctx, Processors(), (n+size-1)/size, func(worker, b int) error {
		work(worker, b*size, min(n, (b+1)*size))
		return nil
	})
	if err != nil {
		return err
	}
	return ctx.Err()
}

// Workspaces returns one workspace for each worker of Blocks.
func Workspaces[T any](create func() T) []T {
	all := make([]T, Processors())
	for i := range all {
		all[i] = create()
	}
	return all
}

// Ranges cuts rows 0 … len(ptr)-2 of a compressed matrix into consecutive ranges of about size entries each (a row
// counts as one entry more than it holds). Range b is rows bounds[b] up to bounds[b+1]. The cut depends on the data
// alone, so sums over ranges in their order do not depend on the number of threads.
func Ranges(ptr []int64, size int) (bounds []int) {
	rows := len(ptr) - 1
	bounds = append(bounds, 0)
	for from := 0; from < rows; {
		to := from
		for to < rows && (to == from || ptr[to+1]-ptr[from]+int64(to+1-from) <= int64(size)) {
			to++
		}
		bounds = append(bounds, to)
		from = to
	}
	return bounds
}
