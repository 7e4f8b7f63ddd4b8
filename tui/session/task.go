package session

import (
	"context"
	"fmt"
	"runtime/debug"

	tea "charm.land/bubbletea/v2"

	"dpals/internal/parallel"
)

// Task computes a value in commands, off the Update goroutine, one computation at a time, and keeps the latest result.
// All work of the screens that takes longer than a key may wait is a Task. What is asked for while a computation is under
// way replaces what was asked for before and is computed next, so that the last request is always computed. Results
// arrive in the order of their requests; a result from before Reset or Stop is dropped. A panic becomes an error.
//
// The zero Task with What set is ready. It is owned by the Update goroutine and must not be copied.
type Task[K comparable, V any] struct {
	What string // what is computed, for the error of a panic: "reading the ledger"

	last    Result[K, V] // shown
	has     bool         // last is a result
	version int

	begun  int // number of the computation that was begun last
	ended  int // number of the last computation that was received or given up
	key    K   // of the computation under way
	cancel context.CancelFunc
	next   *request[K, V] // to be computed after the one under way; nil for none
}

type request[K comparable, V any] struct {
	ctx     context.Context
	key     K
	compute func(context.Context) (V, error)
}

// Result is the message that ends a computation.
type Result[K comparable, V any] struct {
	Key   K // as it was requested
	Value V
	Err   error

	task   *Task[K, V]
	number int
}

// Request returns the command that computes the value for key, and nil where there is nothing to begin: the result for
// key is there or on its way, or another computation is under way, after which this one begins. The context that compute
// is given ends with ctx, Stop and Reset.
func (t *Task[K, V]) Request(ctx context.Context, key K, compute func(context.Context) (V, error)) tea.Cmd {
	switch {
	case t.next != nil && t.next.key == key:
		return nil
	case t.Running() && t.key == key:
		t.next = nil
		return nil
	case !t.Running() && t.has && t.last.Key == key:
		return nil
	}
	return t.Refresh(ctx, key, compute)
}

// Refresh is Request for a value that may have changed though its key is the same: it is computed in any case.
func (t *Task[K, V]) Refresh(ctx context.Context, key K, compute func(context.Context) (V, error)) tea.Cmd {
	r := request[K, V]{ctx, key, compute}
	if t.Running() {
		t.next = &r
		return nil
	}
	return t.begin(r)
}

func (t *Task[K, V]) begin(r request[K, V]) tea.Cmd {
	t.begun++
	ctx, cancel := context.WithCancel(r.ctx)
	t.key, t.cancel, t.next = r.key, cancel, nil
	m, what := Result[K, V]{Key: r.key, task: t, number: t.begun}, t.What
	return func() tea.Msg {
		defer cancel()
		m.Value, m.Err = Try(what, func() (V, error) { return r.compute(ctx) })
		return m
	}
}

// Receive takes a message. Where it is the result of the computation under way, it keeps it, reports that the task has
// changed, and returns the command of the next computation, nil where none was requested.
func (t *Task[K, V]) Receive(msg tea.Msg) (next tea.Cmd, changed bool) {
	m, ok := msg.(Result[K, V])
	if !ok || m.task != t || m.number <= t.ended {
		return nil, false
	}
	t.ended = m.number
	t.last, t.has = m, true
	t.version++
	if t.next != nil {
		next = t.begin(*t.next)
	}
	return next, true
}

// Finished returns the message of a result that was not computed by a command of the task: it ends the computation under
// way, if there is one. Tests and pictures bring their own results with it.
func (t *Task[K, V]) Finished(key K, value V, err error) tea.Msg {
	if !t.Running() {
		t.begun++
	}
	return Result[K, V]{key, value, err, t, t.begun}
}

// Stop gives up the computation under way and what was requested after it. The latest result stays.
func (t *Task[K, V]) Stop() {
	if t.cancel != nil {
		t.cancel()
	}
	t.ended, t.cancel, t.next = t.begun, nil, nil
}

// Reset is Stop, and forgets the latest result.
func (t *Task[K, V]) Reset() {
	t.Stop()
	t.last, t.has = Result[K, V]{}, false
	t.version++
}

// Running reports whether a computation is under way.
func (t *Task[K, V]) Running() bool { return t.begun > t.ended }

// Known reports whether there is a value: the latest computation has ended without an error.
func (t *Task[K, V]) Known() bool { return t.has && t.last.Err == nil }

// Key returns what the latest result was requested with; the zero key where there is none.
func (t *Task[K, V]) Key() K { return t.last.Key }

// Value returns the latest value; the zero value where there is none.
func (t *Task[K, V]) Value() V { return t.last.Value }

// Err returns why the latest computation brought no value, nil where it did.
func (t *Task[K, V]) Err() error { return t.last.Err }

// Version returns a number that changes with Key, Value and Err: what is drawn from them is drawn again with it.
func (t *Task[K, V]) Version() int { return t.version }

// Try returns what compute returns. A panic becomes an error that names what was computed and holds the stack.
func Try[V any](what string, compute func() (V, error)) (value V, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%s crashed: %w", what, &parallel.Panic{Value: v, Stack: debug.Stack()})
		}
	}()
	return compute()
}
