package ledger

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// beyond places the lock past the end of the file, because other processes cannot read what it covers.
var beyond = windows.Overlapped{OffsetHigh: 1}

// lockNow locks a file for this handle, exclusively or shared. It returns errLocked if another lock prevents it.
func lockNow(f *os.File, shared bool) error {
	how := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if !shared {
		how |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	at := beyond
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errLocked
	}
	return err
}

func unlock(f *os.File) error {
	at := beyond
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &at)
}
