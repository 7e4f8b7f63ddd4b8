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

// maxFailures bounds what is kept for the log; the first failures tell most.
const maxFailures = 100

// failed keeps a failure until the screen is gone: the log may be the same terminal.
func (s *Session) failed(r *Run, err error) {
	if len(s.Failures) < maxFailures {
		s.Failures = append(s.Failures, Failure{r.Method.Name, err})
	}
}

// LogFailure keeps what the screen has no room for: the stack of a crash.
func LogFailure(log *slog.Logger, name string, err error) {
	args := []any{"method", name, "error", FirstLine(err)}
	var crash *parallel.Panic
	if errors.As(err, &crash) {
		args = append(args, "stack", string(crash.Stack))
	}
	log.Error("a run failed", args...)
}
