package parallel

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Panic is a panic of a piece of work, carried to the goroutine that called.
type Panic struct {
	Value any
	Stack []byte // of the goroutine that ran the piece
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Each calls piece(worker, i) for every i in [0, n), in no particular order, on at most threads goroutines; worker
// in [0, threads) names the goroutine, for its workspace. It starts no further piece after the first error or when the
// context ends, and returns that error; while the gate of the context is shut it starts none.
func Each(ctx context.Context, threads, n int, piece func(worker, i int) error) error {
	var next atomic.Int64
	gate := gateOf(ctx)
	return run(min(threads, n), func(worker int, stopped func() bool) error {
		for !stopped() {
			i := int(next.Add(1)) - 1
			if i >= n {
				return nil
			}
			if err := gate.pass(ctx); err != nil {
				return err
			}
			if err := piece(worker, i); err != nil {
				return err
			}
		}
		return nil
	})
}

// Repeat calls piece(worker) again and again on at most threads goroutines, each until a call of its own returns false
// because no work is left. It is Each for work whose number of pieces is not known before it is done, as the lines of a
// file. It starts no further piece when the context ends, and returns its error; while the gate of the context is shut
// it starts none.
func Repeat(ctx context.Context, threads int, piece func(worker int) (more bool)) error {
	gate := gateOf(ctx)
	return run(threads, func(worker int, stopped func() bool) error {
		for !stopped() {
			if err := gate.pass(ctx); err != nil {
				return err
			}
			if !piece(worker) {
				return nil
			}
		}
		return nil
	})
}

// run calls work(worker, stopped) for each worker in [0, threads), at least one, all at the same time, and returns the
// first error once all calls have returned. stopped reports whether a call has failed.
func run(threads int, work func(worker int, stopped func() bool) error) error {
	threads = max(1, threads)
	var (
		stop  atomic.Bool
		once  sync.Once
		first error
		group sync.WaitGroup
	)
	fail := func(err error) {
		once.Do(func() { first = err })
		stop.Store(true)
	}
	call := func(worker int) {
		defer group.Done()
		defer func() {
			if v := recover(); v != nil {
				fail(&Panic{Value: v, Stack: debug.Stack()})
			}
		}()
		if err := work(worker, stop.Load); err != nil {
			fail(err)
		}
	}
	group.Add(threads)
	for w := 1; w < threads; w++ {
		go call(w)
	}
	call(0)
	group.Wait()
	if p, ok := first.(*Panic); ok {
		panic(p)
	}
	return first
}
