package tui

import (
	"sync"
	"time"
)

// lane lets one run train at a time: the next waits until the one before has left. Safe for concurrent use.
type lane struct {
	mu   sync.Mutex
	busy <-chan struct{}
}

// inLane starts something once what was launched before is done.
func inLane[F interface{ Done() <-chan struct{} }](l *lane, start func() (F, error)) (F, error) {
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

// lanes are those that train side by side: the run that the knobs ask for, the comparisons, and the sweep.
type lanes struct {
	front, back, sweep lane
	prepare            sync.Mutex // held while a sweep of the store is taken up, which one can at a time
}

// wait waits until all lanes are empty, or patience ends.
func (l *lanes) wait(patience time.Duration) {
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		for _, lane := range []*lane{&l.front, &l.back, &l.sweep} {
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
