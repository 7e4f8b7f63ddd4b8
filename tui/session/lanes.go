package session

import (
	"sync"
	"time"
)

// Lane lets one run train at a time: the next waits until the one before has ended. Safe for concurrent use.
type Lane struct {
	mu   sync.Mutex
	busy <-chan struct{}
}

// InLane calls start as soon as the run before in the lane is done.
func InLane[F interface{ Done() <-chan struct{} }](l *Lane, start func() (F, error)) (F, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.busy != nil {
		<-l.busy
	}
	h, err := start()
	if err == nil {
		l.busy = h.Done()
	}
	return h, err
}

// Lanes are the lanes whose runs train at the same time: the run of the knobs, baseline and reference, and the sweep.
type Lanes struct {
	front, back, Sweep Lane
	Prepare            sync.Mutex // held while a stored sweep is opened, of which only one may be open
}

// Wait waits until all lanes are empty, at most for patience.
func (l *Lanes) Wait(patience time.Duration) {
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		for _, lane := range []*Lane{&l.front, &l.back, &l.Sweep} {
			lane.mu.Lock()
			if lane.busy != nil {
				<-lane.busy
			}
			lane.mu.Unlock()
		}
	}()
	select {
	case <-gone:
	case <-time.After(patience):
	}
}
