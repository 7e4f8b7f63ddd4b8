package session

import (
	"errors"
	"log/slog"

	"dpals/internal/parallel"
)

// Failure is a run that failed, for the log.
type Failure struct {
	Method string
	Err    error
}

// maxFailures is the maximum number of failures that are logged.
const maxFailures = 100

// failed keeps a failure until the screen is left: the log may be the same terminal.
func (s *Session) failed(r *Run, err error) {
	if len(s.Failures) < maxFailures {
		s.Failures = append(s.Failures, Failure{r.Method.Name, err})
	}
}

// LogFailure logs a failure, with the stack of a panic.
func LogFailure(log *slog.Logger, name string, err error) {
	args := []any{"method", name, "error", FirstLine(err)}
	var crash *parallel.Panic
	if errors.As(err, &crash) {
		args = append(args, "stack", string(crash.Stack))
	}
	log.Error("a run failed", args...)
}
