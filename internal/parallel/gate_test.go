package parallel

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

func TestGatePausesWorkBetweenPieces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := new(Gate)
		ctx, cancel := context.WithCancel(WithGate(t.Context(), g)) // as a run derives its own
		defer cancel()
		const pieces = 1000
		var done, doneWhenShut atomic.Int64
		result := make(chan error, 1)
		g.Shut()
		go func() {
			result <- Each(ctx, 2, pieces, func(_, i int) error {
				if done.Add(1) == pieces/2 {
					g.Shut()
					doneWhenShut.Store(done.Load())
				}
				return nil
			})
		}()
		synctest.Wait()
		if n := done.Load(); n != 0 {
			t.Fatalf("%d pieces passed a gate that is shut", n)
		}
		g.Open()
		synctest.Wait()
		if n := done.Load(); n < pieces/2 || n > doneWhenShut.Load()+1 { // the other worker may have been past the gate
			t.Fatalf("%d pieces passed a gate that shut after %d", n, doneWhenShut.Load())
		}
		g.Open()
		g.Open() // opening an open gate does nothing
		if err := <-result; err != nil || done.Load() != pieces {
			t.Errorf("%d of %d pieces were done: %v", done.Load(), pieces, err)
		}
	})
}

func TestPausedWorkCanBeCancelled(t *testing.T) {
	for name, work := range map[string]func(ctx context.Context, piece func()) error{
		"Each": func(ctx context.Context, piece func()) error {
			return Each(ctx, 2, 10, func(int, int) error { piece(); return nil })
		},
		"Repeat": func(ctx context.Context, piece func()) error {
			return Repeat(ctx, 2, func(int) bool { piece(); return false })
		},
		"Blocks": func(ctx context.Context, piece func()) error {
			return Blocks(ctx, 10, 1, func(int, int, int) { piece() })
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := new(Gate)
				g.Shut()
				ctx, cancel := context.WithCancel(WithGate(t.Context(), g))
				result := make(chan error, 1)
				go func() { result <- work(ctx, func() { t.Error("a piece was done") }) }()
				synctest.Wait()
				cancel()
				if err := <-result; !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			})
		})
	}
}
