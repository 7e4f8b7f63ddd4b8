package parallel

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

func TestGateHoldsWorkBetweenItsPieces(t *testing.T) {
	g := new(Gate)
	ctx, cancel := context.WithCancel(WithGate(t.Context(), g)) // as a run makes its own
	defer cancel()
	const pieces = 1000
	var made, madeByThen atomic.Int64
	reached, done := make(chan struct{}), make(chan error)
	g.Shut()
	go func() {
		done <- Each(ctx, 2, pieces, func(_, i int) error {
			if made.Add(1) == pieces/2 {
				g.Shut()
				madeByThen.Store(made.Load())
				close(reached)
			}
			return nil
		})
	}()
	time.Sleep(20 * time.Millisecond)
	if n := made.Load(); n != 0 {
		t.Fatalf("%d pieces passed a gate that is shut", n)
	}
	g.Open()
	<-reached
	time.Sleep(20 * time.Millisecond)
	if n := made.Load(); n > madeByThen.Load()+1 { // the other worker may have been past the gate
		t.Fatalf("%d pieces passed a gate that shut after %d", n, madeByThen.Load())
	}
	g.Open()
	g.Open() // as often as one likes
	if err := <-done; err != nil || made.Load() != pieces {
		t.Errorf("%d pieces were made: %v", made.Load(), err)
	}
}

func TestWorkThatIsHeldCanBeCancelled(t *testing.T) {
	g := new(Gate)
	g.Shut()
	ctx, cancel := context.WithCancel(WithGate(t.Context(), g))
	time.AfterFunc(10*time.Millisecond, cancel)
	err := Each(ctx, 2, 10, func(int, int) error { return errors.New("a piece was made") })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
