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

// InLane calls start once what was started in the lane before is done.
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

// Lanes are the lanes that train side by side: of the current run, of the baseline and the reference, and of sweeps.
type Lanes struct {
	front, back, Sweep Lane
	Prepare            sync.Mutex // held while a sweep of the store is prepared: one at a time
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
