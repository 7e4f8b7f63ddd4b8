package session

import (
	"sync"
	"time"
)

// Lane lets one run train at a time: the next waits until the one before has left. Safe for concurrent use.
type Lane struct {
	mu   sync.Mutex
	busy <-chan struct{}
}

// InLane starts something once what was launched before is done.
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

// Lanes are those that train side by side: the run that the knobs ask for, the comparisons, and the sweep.
type Lanes struct {
	front, back, Sweep Lane
	Prepare            sync.Mutex // held while a sweep of the store is taken up, which one can at a time
}

// Wait waits until all lanes are empty, or patience ends.
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
