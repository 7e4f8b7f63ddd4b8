// Package parallel runs pieces of work on a few goroutines that are all gone when the call returns, whether it
// finished, was cancelled or panicked. Nothing a piece computes may depend on which goroutine runs it.
package parallel

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Panic is a panic of a worker, carried to the goroutine that called Each.
type Panic struct {
	Value any
	Stack []byte // of the worker
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Each calls piece(worker, i) for every i in [0, n), in no particular order, on at most threads goroutines; worker
// in [0, threads) names the goroutine, for its workspace. It stops handing out pieces at the first error or when the
// context ends, and returns that error; while the gate of the context is shut it hands out none. A panic of a piece
// becomes a panic of the caller, of type *Panic.
func Each(ctx context.Context, threads, n int, piece func(worker, i int) error) error {
	threads = max(1, min(threads, n))
	var (
		next  atomic.Int64
		stop  atomic.Bool
		once  sync.Once
		first error
		group sync.WaitGroup
	)
	gate := gateOf(ctx)
	fail := func(err error) {
		once.Do(func() { first = err })
		stop.Store(true)
	}
	work := func(worker int) {
		defer group.Done()
		defer func() {
			if v := recover(); v != nil {
				fail(&Panic{Value: v, Stack: debug.Stack()})
			}
		}()
		for !stop.Load() {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			gate.pass(ctx)
			if err := ctx.Err(); err != nil {
				fail(err)
				return
			}
			if err := piece(worker, i); err != nil {
				fail(err)
				return
			}
		}
	}
	group.Add(threads)
	for w := 1; w < threads; w++ {
		go work(w)
	}
	work(0)
	group.Wait()
	if p, ok := first.(*Panic); ok {
		panic(p)
	}
	return first
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
