package sweep

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"dpals/engine"
	"dpals/engine/store"
)

// Run is a sweep that trains. Safe for concurrent use.
type Run struct {
	sweep  *Sweep
	cancel context.CancelFunc
	done   chan struct{}
	start  time.Time

	mu      sync.Mutex
	wake    *sync.Cond // when paused may have changed
	paused  bool
	status  Status
	next    int // first point that no worker has taken
	err     error
	finish  time.Time
	readers map[chan struct{}]struct{}
}

// Start trains the points that are left, in the background. Call it once. Cancelling the context stops the sweep, as
// Cancel does.
func (s *Sweep) Start(ctx context.Context) *Run {
	ctx, cancel := context.WithCancel(ctx)
	r := &Run{sweep: s, cancel: cancel, done: make(chan struct{}), start: time.Now(), status: Running, readers: make(map[chan struct{}]struct{})}
	r.wake = sync.NewCond(&r.mu)
	// Workers that wait for the end of a pause must notice a cancellation too.
	stop := context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.wake.Broadcast()
	})
	var workers sync.WaitGroup
	left, _ := s.Left()
	for range min(s.environment.Jobs, left) {
		workers.Go(func() { r.work(ctx) })
	}
	go func() {
		workers.Wait()
		stop()
		r.end(ctx)
		cancel()
		close(r.done)
	}()
	return r
}

// work trains points until none is left.
func (r *Run) work(ctx context.Context) {
	for {
		i, ok := r.take(ctx)
		if !ok {
			return
		}
		r.train(ctx, i)
	}
}

// take waits until the sweep is not paused, and returns the next point.
func (r *Run) take(ctx context.Context) (i int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.paused && ctx.Err() == nil {
		r.wake.Wait()
	}
	points := r.sweep.points
	for r.next < len(points) && points[r.next].result != nil {
		r.next++
	}
	if ctx.Err() != nil || r.status == Refused || r.next >= len(points) {
		return 0, false
	}
	i = r.next
	r.next++
	r.sweep.cells[points[i].cell].Running++
	r.nudge()
	return i, true
}

// train trains a point. The point is done once it is kept.
func (r *Run) train(ctx context.Context, i int) {
	s, e := r.sweep, r.sweep.environment
	p := s.points[i]
	problem := s.problems[s.cells[p.cell].data]
	config := p.config
	config.Ledger, config.Threads = e.Ledger, max(1, e.Threads/min(e.Jobs, len(s.points)))
	var result *engine.Result
	var id int64
	recording := make(chan *store.Recording, 1)
	config.Keep = func(result *engine.Result) {
		(<-recording).Finish(result)
	}
	h, err := engine.Run(ctx, problem, config)
	if err == nil {
		kept := e.Store.Record(h, problem, config, store.Origin{Command: "sweep", Sweep: s.ID, Point: i})
		recording <- kept
		result, err = h.Wait()
		id, _ = kept.Wait() // if it is not kept, the store has reported why
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	cell := &s.cells[p.cell]
	cell.Running--
	switch q := &s.points[i]; {
	case err == nil:
		q.result, q.run = result, id
		cell.add(q)
	case errors.Is(err, engine.ErrRefused):
		// Runs that have started are charged already, and continue.
		r.err, r.status, r.paused = err, Refused, false
		r.wake.Broadcast()
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
	default:
		q.failed = err
		cell.Failed++
	}
	r.nudge()
}

// end sets the status and the error of the ended sweep.
func (r *Run) end(ctx context.Context) {
	_ = r.sweep.Close() // an error loses no point: they are kept, and are found when the sweep is resumed
	r.mu.Lock()
	defer r.mu.Unlock()
	failed, of := 0, len(r.sweep.points)
	var first error
	left := false
	for _, p := range r.sweep.points {
		if p.failed != nil {
			if failed++; first == nil {
				first = fmt.Errorf("%s: %w", r.sweep.cells[p.cell].Name(), p.failed)
			}
		} else if p.result == nil {
			left = true
		}
	}
	switch {
	case r.status == Refused:
	case left && ctx.Err() != nil:
		r.status, r.err = Cancelled, ctx.Err()
	default:
		r.status = Done
		if failed > 0 {
			r.err = fmt.Errorf("%d of %d runs failed, first: %w", failed, of, first)
		}
	}
	r.finish = time.Now()
	r.nudge()
}

// Pause starts no further run until Resume.
func (r *Run) Pause() { r.setPaused(true) }

// Resume continues after Pause.
func (r *Run) Resume() { r.setPaused(false) }

func (r *Run) setPaused(paused bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.status == Running || r.status == Paused {
		r.paused, r.status = paused, Running
		if paused {
			r.status = Paused
		}
	}
	r.wake.Broadcast()
	r.nudge()
}

// Cancel stops the sweep, which can be resumed later. It returns at once; Done is closed when no run trains any more.
func (r *Run) Cancel() { r.cancel() }

// Done is closed when the sweep has ended and no goroutine of it is left.
func (r *Run) Done() <-chan struct{} { return r.done }

// Wait waits for the end. The error tells why points are missing. A failure to store the end is not an error.
func (r *Run) Wait() (Snapshot, error) {
	<-r.done
	s := r.Snapshot()
	return s, s.Err
}

// Subscribe returns a channel with one slot that is filled, without ever blocking the sweep, when something has
// changed since it was last emptied. Call unsubscribe when done with it.
func (r *Run) Subscribe() (nudge <-chan struct{}, unsubscribe func()) {
	c := make(chan struct{}, 1)
	c <- struct{}{}
	r.mu.Lock()
	r.readers[c] = struct{}{}
	r.mu.Unlock()
	return c, func() {
		r.mu.Lock()
		delete(r.readers, c)
		r.mu.Unlock()
	}
}

// nudge fills every reader's slot; the caller holds the lock.
func (r *Run) nudge() {
	for c := range r.readers {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}
