package ledger

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// The lock lies past the end of the file, because it would keep others from reading what it covers.
var beyond = windows.Overlapped{OffsetHigh: 1}

// lockNow locks a file for this handle alone, or returns an error wrapping errLocked where another has it.
func lockNow(f *os.File) error {
	at := beyond
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errLocked
	}
	return err
}

func unlock(f *os.File) error {
	at := beyond
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &at)
}
