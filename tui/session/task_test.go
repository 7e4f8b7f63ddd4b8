package session

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"
)

// computation is one that a test of Task has begun: its command, and what it is to bring.
type computation struct {
	cmd    tea.Cmd
	number int  // of the request
	epoch  int  // resets before the request
	failed bool // it panics
}

// TestTaskShowsNoStaleResult tries orders of requests, results, panics, stops and resets: a result never follows that of
// a later request, nothing from before a stop or a reset shows, one computation is under way at a time, and when all have
// ended the last request is the one that shows.
func TestTaskShowsNoStaleResult(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		task := &Task[int, int]{What: "counting"}
		var under []*computation // whose commands are with the program, given up ones too
		var late []tea.Msg       // results that have not been received yet
		requests, last, shown, epoch := 0, 0, 0, 0
		begun := map[int]*computation{} // by number of the request
		take := func(cmd tea.Cmd, c *computation) {
			if cmd != nil {
				c.cmd = cmd
				under = append(under, c)
			}
		}
		request := func(fails bool) {
			requests++
			n := requests
			last = n
			c := &computation{number: n, epoch: epoch, failed: fails}
			begun[n] = c
			take(task.Request(t.Context(), n, func(context.Context) (int, error) {
				if c.failed {
					panic("no number")
				}
				return n * 10, nil
			}), c)
		}
		receive := func(msg tea.Msg) {
			version, key, had := task.Version(), task.Key(), task.Known() || task.Err() != nil
			next, changed := task.Receive(msg)
			if !changed {
				if task.Version() != version || next != nil {
					t.Fatal("a dropped result changes the task")
				}
				return
			}
			c := begun[task.Key()]
			switch {
			case task.Version() == version:
				t.Fatal("a result does not change the version")
			case had && task.Key() < key, task.Key() < shown:
				t.Fatalf("the result of request %d follows that of request %d", task.Key(), key)
			case c.epoch != epoch:
				t.Fatalf("the result of request %d shows after a stop", task.Key())
			case c.failed != (task.Err() != nil), !c.failed && task.Value() != 10*c.number:
				t.Fatalf("request %d: %d, %v", c.number, task.Value(), task.Err())
			case c.failed && !strings.Contains(task.Err().Error(), "counting crashed"):
				t.Fatalf("the panic is told as %v", task.Err())
			}
			shown = task.Key()
			if next != nil {
				take(next, begun[task.key])
			}
		}
		compute := func(i int) {
			c := under[i]
			under = append(under[:i], under[i+1:]...)
			late = append(late, c.cmd())
		}
		t.Repeat(map[string]func(*rapid.T){
			"request": func(t *rapid.T) { request(rapid.Bool().Draw(t, "panics")) },
			"request again": func(t *rapid.T) {
				if last > 0 && task.Request(t.Context(), last, nil) != nil {
					t.Fatal("a key that is known or on its way is computed again")
				}
			},
			"compute": func(t *rapid.T) {
				if len(under) > 0 {
					compute(rapid.IntRange(0, len(under)-1).Draw(t, "which"))
				}
			},
			"receive": func(t *rapid.T) {
				if len(late) > 0 {
					i := rapid.IntRange(0, len(late)-1).Draw(t, "which")
					msg := late[i]
					if rapid.Bool().Draw(t, "once") {
						late = append(late[:i], late[i+1:]...)
					}
					receive(msg)
				}
			},
			"stop": func(*rapid.T) {
				task.Stop()
				epoch++
				last = 0
			},
			"reset": func(t *rapid.T) {
				task.Reset()
				epoch++
				last, shown = 0, 0
				if task.Known() || task.Err() != nil || task.Value() != 0 {
					t.Fatal("a reset keeps something")
				}
			},
			"": func(t *rapid.T) {
				now := 0
				for _, c := range under {
					if c.epoch == epoch {
						now++
					}
				}
				if now > 1 {
					t.Fatalf("%d computations are under way", now)
				}
			},
		})
		for len(under) > 0 || len(late) > 0 {
			for len(under) > 0 {
				compute(0)
			}
			msg := late[0]
			late = late[1:]
			receive(msg)
		}
		if task.Running() || last > 0 && task.Key() != last {
			t.Fatalf("at rest request %d shows, and %d was the last", task.Key(), last)
		}
	})
}

func TestTaskStopCancelsTheComputation(t *testing.T) {
	task := &Task[string, int]{What: "counting"}
	cmd := task.Request(t.Context(), "a", func(ctx context.Context) (int, error) { return 1, ctx.Err() })
	task.Stop()
	msg := cmd().(Result[string, int])
	if !errors.Is(msg.Err, context.Canceled) {
		t.Errorf("a stopped computation ends with %v", msg.Err)
	}
	if _, changed := task.Receive(msg); changed || task.Running() {
		t.Error("a stopped computation is received")
	}
}

func TestTaskRefreshComputesAKnownKeyAgain(t *testing.T) {
	n := 0
	task := &Task[string, int]{What: "counting"}
	count := func(context.Context) (int, error) { n++; return n, nil }
	task.Receive(task.Request(t.Context(), "a", count)())
	if task.Request(t.Context(), "a", count) != nil {
		t.Fatal("a known key is requested again")
	}
	first := task.Refresh(t.Context(), "a", count)
	if task.Refresh(t.Context(), "a", count) != nil {
		t.Fatal("two computations are under way")
	}
	second, _ := task.Receive(first())
	task.Receive(second())
	if task.Value() != 3 || task.Running() {
		t.Errorf("value %d", task.Value())
	}
}

func TestTaskTakesOnlyItsOwnResults(t *testing.T) {
	a, b := &Task[int, int]{}, &Task[int, int]{}
	if _, changed := a.Receive(b.Finished(1, 2, nil)); changed || a.Known() {
		t.Error("a task takes the result of another")
	}
	if _, changed := b.Receive(b.Finished(1, 2, nil)); !changed || b.Value() != 2 {
		t.Error("a task does not take a result that is brought to it")
	}
}
