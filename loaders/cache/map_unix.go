//go:build linux || darwin || freebsd

package cache

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// mapContent maps the first size bytes of a file into memory, read only. The mapping stays when the file is removed. It
// is not undone for ratings that are no longer used, since slices of them may be in use; the system takes its memory back
// when it needs it.
func mapContent(f *os.File, size int) (data []byte, unmap func(), err error) {
	data, err = unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, err
	}
	_ = unix.Madvise(data, unix.MADV_WILLNEED) // decode checks all of it next
	return data, func() { _ = unix.Munmap(data) }, nil
}

// identityOf returns what distinguishes a file from others that had the same path, and when its content or attributes
// changed last, a time that no program can set back.
func identityOf(path string) (identity string, changed time.Time) {
	var s unix.Stat_t
	if err := unix.Stat(path, &s); err != nil {
		return "", time.Time{}
	}
	return fmt.Sprintf("%d %d %d", s.Dev, s.Ino, s.Ctim.Nano()), time.Unix(0, s.Ctim.Nano())
}
