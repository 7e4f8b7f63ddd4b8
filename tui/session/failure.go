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

// maxFailures is how many failures are kept for the log, the first ones.
const maxFailures = 100

// failed keeps a failure until the dashboard has ended, because the log may be written to the same terminal.
func (s *Session) failed(r *Run, err error) {
	if len(s.Failures) < maxFailures {
		s.Failures = append(s.Failures, Failure{r.Method.Name, err})
	}
}

// LogFailure writes a failure to the log, with the stack of a crash.
func LogFailure(log *slog.Logger, name string, err error) {
	args := []any{"method", name, "error", FirstLine(err)}
	var crash *parallel.Panic
	if errors.As(err, &crash) {
		args = append(args, "stack", string(crash.Stack))
	}
	log.Error("a run failed", args...)
}
