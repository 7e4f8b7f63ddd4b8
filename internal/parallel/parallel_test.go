package parallel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

func TestBlocksCoverEveryIndexOnce(t *testing.T) {
	for _, n := range []int{0, 1, 99, 100, 101, 1000} {
		visits := make([]int, n)
		err := Blocks(context.Background(), n, 100, func(worker, from, to int) {
			if worker < 0 || worker >= Processors() || from%100 != 0 || to > n || to-from > 100 {
				t.Errorf("n = %d: worker %d has block %d to %d", n, worker, from, to)
			}
			for i := from; i < to; i++ {
				visits[i]++
			}
		})
		if err != nil || slices.ContainsFunc(visits, func(v int) bool { return v != 1 }) {
			t.Errorf("n = %d: visits %v, error %v", n, visits, err)
		}
	}
}

func TestBlocksReportACancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	err := Blocks(ctx, 1, 1, func(int, int, int) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a context that ends during the last block gives error %v", err)
	}
}

func TestRepeatStopsWhenNoWorkIsLeft(t *testing.T) {
	const pieces = 100
	var taken, done atomic.Int64
	err := Repeat(context.Background(), 4, func(worker int) bool {
		if worker < 0 || worker >= 4 {
			t.Errorf("worker %d of 4", worker)
		}
		if taken.Add(1) > pieces {
			return false
		}
		done.Add(1)
		return true
	})
	if err != nil || done.Load() != pieces {
		t.Errorf("%d of %d pieces were done, error %v", done.Load(), pieces, err)
	}
}

func TestEachStopsAtTheFirstError(t *testing.T) {
	wrong := errors.New("wrong")
	done := 0
	err := Each(context.Background(), 1, 100, func(_, i int) error {
		done++
		if i == 3 {
			return wrong
		}
		return nil
	})
	if err != wrong || done != 4 {
		t.Errorf("%d pieces were started, error %v", done, err)
	}
}

func TestPanicsReachTheCaller(t *testing.T) {
	ctx := context.Background()
	for name, work := range map[string]func(){
		"Each":   func() { _ = Each(ctx, 2, 100, func(_, i int) error { breakAt(i); return nil }) },
		"Blocks": func() { _ = Blocks(ctx, 100, 1, func(_, from, _ int) { breakAt(from) }) },
		"Repeat": func() {
			var calls atomic.Int64
			_ = Repeat(ctx, 2, func(int) bool { breakAt(int(calls.Add(1))); return true })
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				p, ok := recover().(*Panic)
				if !ok || p.Value != "broken" || !strings.Contains(fmt.Sprint(p), "breakAt") {
					t.Errorf("panic %v, want one that names its value and where it happened", p)
				}
			}()
			work()
			t.Error("no panic")
		})
	}
}

func breakAt(i int) {
	if i == 50 {
		panic("broken")
	}
}
