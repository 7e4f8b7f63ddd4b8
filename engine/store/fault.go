package store

import (
	"errors"
	"fmt"
	"syscall"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// ErrNoRun marks that there is no run, or sweep, of a number.
var ErrNoRun = errors.New("no such run")

// ErrBusy marks a run that cannot be deleted, because it is under way.
var ErrBusy = errors.New("the run is under way")

// ErrSweep marks a sweep that cannot be taken up.
var ErrSweepUnavailable = errors.New("the sweep cannot be taken up")

// faultError is a sentence for the person, and its cause.
type faultError struct {
	text  string
	cause error
}

func (e *faultError) Error() string { return e.text }
func (e *faultError) Unwrap() error { return e.cause }

// fault turns what went wrong in the database into a sentence about the store.
func (s *Store) fault(err error) error {
	var told *faultError
	var bad *damage
	var fault *sqlite.Error
	switch {
	case err == nil || errors.As(err, &told):
		return err
	case errors.As(err, &bad):
		return s.damaged(err)
	case !errors.As(err, &fault):
		return s.told(err, "%v", err)
	}
	switch fault.Code() & 0xff {
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED:
		return s.told(err, "another process has held the run store for more than %v: end it, or try again", s.wait)
	case codes.SQLITE_READONLY, codes.SQLITE_PERM, codes.SQLITE_CANTOPEN, codes.SQLITE_AUTH:
		return s.told(err, "the run store cannot be written: make its folder writable, or choose another with --state")
	case codes.SQLITE_FULL:
		return s.told(err, "the disk is full and the run store cannot be written: free some space")
	case codes.SQLITE_IOERR:
		return s.told(err, "the run store cannot be read or written, %v: check the disk and its free space", err)
	case codes.SQLITE_CORRUPT, codes.SQLITE_NOTADB, codes.SQLITE_MISMATCH, codes.SQLITE_CONSTRAINT, codes.SQLITE_ERROR:
		return s.damaged(err)
	}
	return s.told(err, "the run store failed: %v", err)
}

func (s *Store) damaged(err error) error {
	return s.told(err, "the run store is damaged, %v: restore the state folder from a backup, or choose another with --state", err)
}

func (s *Store) told(err error, format string, args ...any) error {
	return &faultError{fmt.Sprintf("%s: "+format, append([]any{s.path}, args...)...), err}
}

// unwritable is an error of the file system.
func (s *Store) unwritable(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EFBIG) {
		return &faultError{fmt.Sprintf("the disk is full and the run store cannot be written: %v; free some space", err), err}
	}
	return &faultError{fmt.Sprintf("the run store cannot be written: %v; make its folder writable, or choose another with --state", err), err}
}
