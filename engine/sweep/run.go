package sweep

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"sync"
	"time"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/store"
)

// Status is where a sweep stands.
type Status string

// A sweep is running or paused until it is one of the others.
const (
	Running   Status = "running"
	Paused    Status = "paused"    // nothing new begins; what was begun goes on
	Done      Status = "done"      // every point, or all but those that failed
	Cancelled Status = "cancelled" // to be resumed
	Refused   Status = "refused"   // by the limit of a data set
)

// Cell is one place of the grid with the repeats that are done.
type Cell struct {
	Data     string // name of the ratings
	Method   string
	Trust    method.Trust      // model of trust that ε holds under
	Settings map[string]string // the parameters that the sweep varies, as typed
	Epsilon  float64           // target, or what typed noise comes to; 0 where nothing is released

	N, Of           int // repeats that are done, of all
	Running, Failed int
	Mean, Deviation float64 // of the error in rating units; Deviation, of the sample, is 0 for one repeat; NaN for none
	Private         bool    // the error is a release
	Runs            []int64 // numbers in the store, in the order they finished

	data   int
	errors []float64
}

// Name is the method with the parameters that the sweep varies: "dpals k=20".
func (c Cell) Name() string { return c.Method + suffix(c.Settings) }

// add counts a point that is done.
func (c *Cell) add(p *point) {
	v := p.result.TestRMSE
	if p.result.MetricsPrivate {
		v, c.Private = p.result.ValidRMSE, true
	}
	c.errors = append(c.errors, v)
	c.N, c.Runs = len(c.errors), append(c.Runs, p.run)
	c.Mean, c.Deviation = 0, 0
	for _, v := range c.errors {
		c.Mean += v / float64(c.N)
	}
	for _, v := range c.errors {
		c.Deviation += (v - c.Mean) * (v - c.Mean)
	}
	if c.N > 1 {
		c.Deviation = math.Sqrt(c.Deviation / float64(c.N-1))
	}
}

// Result is one run of a sweep that is done.
type Result struct {
	Point  int // from 0
	Cell   int
	Repeat int
	Run    int64 // in the store; 0 where it is not kept
	engine.Result
}

// Snapshot is where a sweep stands at one moment.
type Snapshot struct {
	ID        int64
	Spec      Spec
	Status    Status
	Cells     []Cell
	Results   []Result // by point
	Done      int      // points
	Failed    int
	Total     int
	Elapsed   time.Duration // since it was started or resumed
	Remaining time.Duration // estimate; negative where unknown
	Err       error         // why it ended early, or what failed
}

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
	next    int // point that nobody has taken yet
	err     error
	finish  time.Time
	readers map[chan struct{}]struct{}
}

// Start trains the points that are left, in the background. It is called once. Cancelling the context stops the sweep,
// as Cancel does.
func (s *Sweep) Start(ctx context.Context) *Run {
	ctx, cancel := context.WithCancel(ctx)
	r := &Run{sweep: s, cancel: cancel, done: make(chan struct{}), start: time.Now(), status: Running, readers: make(map[chan struct{}]struct{})}
	r.wake = sync.NewCond(&r.mu)
	// Who waits for an end of the pause must notice a cancellation too.
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

// train trains a point. It counts as done once it is kept.
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
		id, _ = kept.Wait() // the store has told why, where it is not kept
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
		// What was begun is paid for, and goes on.
		r.err, r.status, r.paused = err, Refused, false
		r.wake.Broadcast()
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
	default:
		q.failed = err
		cell.Failed++
	}
	r.nudge()
}

// end settles how the sweep has ended.
func (r *Run) end(ctx context.Context) {
	_ = r.sweep.Close() // its points are kept; that all of them are is seen again when it is taken up
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
			r.err = fmt.Errorf("%d of %d runs failed, the first of them: %w", failed, of, first)
		}
	}
	r.finish = time.Now()
	r.nudge()
}

// Pause lets nothing new begin until Resume.
func (r *Run) Pause() { r.setPaused(true) }

// Resume goes on after Pause.
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

// Cancel asks the sweep to stop; it can be resumed later. It returns at once, Done tells when nothing trains any more.
func (r *Run) Cancel() { r.cancel() }

// Done is closed when the sweep has ended and no goroutine of it is left.
func (r *Run) Done() <-chan struct{} { return r.done }

// Wait waits for the end. The error says why points are missing; a store that could not be told of the end is no error.
func (r *Run) Wait() (Snapshot, error) {
	<-r.done
	s := r.Snapshot()
	return s, s.Err
}

// Subscribe returns a channel with one slot that is filled, without ever blocking the sweep, when something has
// happened since it was last emptied. Call release when done with it.
func (r *Run) Subscribe() (nudge <-chan struct{}, release func()) {
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

// Snapshot says where the sweep stands.
func (r *Run) Snapshot() Snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.sweep.snapshot()
	s.Status, s.Err = r.status, r.err
	s.Elapsed, s.Remaining = time.Since(r.start), r.sweep.remaining()
	if !r.finish.IsZero() {
		s.Elapsed, s.Remaining = r.finish.Sub(r.start), 0
	}
	return s
}

// Snapshot says what was done before the start.
func (s *Sweep) Snapshot() Snapshot { return s.snapshot() }

func (s *Sweep) snapshot() Snapshot {
	out := Snapshot{ID: s.ID, Spec: s.Spec, Total: len(s.points), Remaining: s.remaining(), Cells: make([]Cell, len(s.cells))}
	for i, c := range s.cells {
		c.Settings = maps.Clone(c.Settings)
		c.Runs = append([]int64(nil), c.Runs...)
		c.errors = nil
		out.Cells[i] = c
	}
	for i, p := range s.points {
		switch {
		case p.result != nil:
			out.Done++
			out.Results = append(out.Results, Result{Point: i, Cell: p.cell, Repeat: p.repeat, Run: p.run, Result: *p.result})
		case p.failed != nil:
			out.Failed++
		}
	}
	return out
}

// remaining estimates how long the rest takes: a point takes as long as those of its method and data that are done, or
// as any where there is none yet.
func (s *Sweep) remaining() time.Duration {
	type kind struct {
		data   int
		method string
	}
	took, count := make(map[kind]time.Duration), make(map[kind]int)
	var all time.Duration
	n := 0
	for _, p := range s.points {
		if p.result != nil {
			k := kind{s.cells[p.cell].data, p.config.Method}
			took[k], count[k] = took[k]+p.result.Elapsed, count[k]+1
			all, n = all+p.result.Elapsed, n+1
		}
	}
	var rest time.Duration
	for _, p := range s.points {
		if p.result != nil || p.failed != nil {
			continue
		}
		if n == 0 {
			return -1
		}
		k := kind{s.cells[p.cell].data, p.config.Method}
		if count[k] > 0 {
			rest += took[k] / time.Duration(count[k])
		} else {
			rest += all / time.Duration(n)
		}
	}
	return rest / time.Duration(max(1, min(s.environment.Jobs, len(s.points))))
}
