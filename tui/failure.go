package tui

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"dpals/internal/parallel"
)

// panicError turns a panic into the error that the engine would have made of it.
func panicError(what string, v any) error {
	return fmt.Errorf("%s crashed: %w", what, &parallel.Panic{Value: v, Stack: debug.Stack()})
}

// failure is a run that failed, for the log.
type failure struct {
	method string
	err    error
}

// maxFailures bounds what is kept for the log; the first failures tell most.
const maxFailures = 100

// failed keeps a failure until the screen is gone: the log may be the same terminal.
func (b *bench) failed(r *run, err error) {
	if len(b.failures) < maxFailures {
		b.failures = append(b.failures, failure{r.method.Name, err})
	}
}

// logFailure keeps what the screen has no room for: the stack of a crash.
func logFailure(log *slog.Logger, name string, err error) {
	args := []any{"method", name, "error", firstLine(err)}
	var crash *parallel.Panic
	if errors.As(err, &crash) {
		args = append(args, "stack", string(crash.Stack))
	}
	log.Error("a run failed", args...)
}
