package engine

import (
	"context"
	"sync"
	"time"

	"dpals/engine/method"
)

// History holds the events of a run. The trainer appends them and never waits for a reader; readers pull.
// Safe for concurrent use.
type History struct {
	cancel context.CancelFunc
	start  time.Time
	done   chan struct{}

	mu       sync.Mutex
	events   []Event
	progress Progress
	model    method.Model
	account  int64 // see Account
	readers  map[chan struct{}]struct{}
}

func newHistory(cancel context.CancelFunc) *History {
	return &History{cancel: cancel, start: time.Now(), done: make(chan struct{}), readers: make(map[chan struct{}]struct{})}
}

// Events returns a copy of the events from index from on.
func (h *History) Events(from int) []Event {
	h.mu.Lock()
	defer h.mu.Unlock()
	if from >= len(h.events) {
		return nil
	}
	return append([]Event(nil), h.events[from:]...)
}

// Progress returns the position of the run.
func (h *History) Progress() Progress {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.progress
	if len(h.events) == 0 || !h.ended() {
		p.Elapsed = time.Since(h.start)
	}
	return p
}

// Subscribe returns a channel with one slot that is filled, without ever blocking the trainer, when something has
// happened since it was last emptied. Call unsubscribe to end the subscription.
func (h *History) Subscribe() (nudge <-chan struct{}, unsubscribe func()) {
	c := make(chan struct{}, 1)
	c <- struct{}{}
	h.mu.Lock()
	h.readers[c] = struct{}{}
	h.mu.Unlock()
	return c, func() {
		h.mu.Lock()
		delete(h.readers, c)
		h.mu.Unlock()
	}
}

// Cancel stops the run. It returns at once; Done is closed when the run has stopped.
func (h *History) Cancel() { h.cancel() }

// Done is closed when the run has ended and no goroutine of it is left.
func (h *History) Done() <-chan struct{} { return h.done }

// Wait waits for the end of the run. The result is nil unless the run is done, and the error is why.
func (h *History) Wait() (*Result, error) {
	<-h.done
	h.mu.Lock()
	defer h.mu.Unlock()
	end := h.events[len(h.events)-1].(Ended)
	return end.Result, end.Err
}

// Account returns the run's number in the ledger, 0 while it has none: before its first release, and where nothing is
// charged.
func (h *History) Account() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.account
}

// Model returns the model of the last finished iteration, nil before the first.
func (h *History) Model() method.Model {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.model
}

// ended reports whether the last event is an Ended; the caller holds the lock.
func (h *History) ended() bool {
	if len(h.events) == 0 {
		return false
	}
	_, ok := h.events[len(h.events)-1].(Ended)
	return ok
}

func (h *History) append(e Event) {
	h.mu.Lock()
	h.events = append(h.events, e)
	h.nudge()
	h.mu.Unlock()
}

func (h *History) setProgress(change func(*Progress)) {
	h.mu.Lock()
	change(&h.progress)
	h.nudge()
	h.mu.Unlock()
}

// nudge fills every reader's slot; the caller holds the lock.
func (h *History) nudge() {
	for c := range h.readers {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

func (h *History) setModel(m method.Model) {
	h.mu.Lock()
	h.model = m
	h.mu.Unlock()
}
