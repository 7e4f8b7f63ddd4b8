package ledger

import (
	"errors"
	"fmt"
	"syscall"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// damage is what a ledger shows that no program wrote.
type damage struct{ what string }

func damaged(format string, args ...any) error { return &damage{fmt.Sprintf(format, args...)} }

func (d *damage) Error() string { return d.what }

// fault turns what went wrong in the database into a sentence about the ledger. Refusals and faults pass unchanged.
func (l *Ledger) fault(err error) error {
	var refused *RefusedError
	var told *faultError
	if err == nil || errors.As(err, &refused) || errors.As(err, &told) {
		return err
	}
	var bad *damage
	if errors.As(err, &bad) {
		return l.damaged(err)
	}
	var fault *sqlite.Error
	if !errors.As(err, &fault) {
		return l.told(err, "%v", err)
	}
	switch fault.Code() & 0xff {
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED:
		return l.told(err, "another process has held the ledger for more than %v: end it, or try again", l.wait)
	case codes.SQLITE_READONLY, codes.SQLITE_PERM, codes.SQLITE_CANTOPEN, codes.SQLITE_AUTH:
		return l.told(err, "the ledger cannot be written: make its folder writable, or choose another with --state")
	case codes.SQLITE_FULL:
		return l.told(err, "the disk is full and the ledger cannot be written: free some space")
	case codes.SQLITE_IOERR:
		return l.told(err, "the ledger cannot be read or written, %v: check the disk and its free space", err)
	case codes.SQLITE_CORRUPT, codes.SQLITE_NOTADB, codes.SQLITE_MISMATCH, codes.SQLITE_CONSTRAINT, codes.SQLITE_ERROR:
		return l.damaged(err)
	}
	return l.told(err, "the ledger failed: %v", err)
}

func (l *Ledger) damaged(err error) error {
	return l.told(err, "the ledger is damaged, %v: nothing is released on it; restore the state folder from a backup, or move it away, which forgets what was spent", err)
}

func (l *Ledger) told(err error, format string, args ...any) error {
	return &faultError{fmt.Sprintf("%s: "+format, append([]any{l.path}, args...)...), err}
}

// unwritable is an error of the file system.
func unwritable(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EFBIG) {
		return fmt.Errorf("the disk is full and the ledger cannot be written: %w; free some space", err)
	}
	return fmt.Errorf("the ledger cannot be written: %w; make its folder writable, or choose another with --state", err)
}

// faultError is a sentence for the person, and its cause.
type faultError struct {
	text  string
	cause error
}

func (e *faultError) Error() string { return e.text }
func (e *faultError) Unwrap() error { return e.cause }
