//go:build linux || darwin || freebsd

package loaders

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// mapFile maps a file into memory, read only, until unmap is called or the process ends. A mapping outlives the file's
// name. It is not undone for ratings that are no longer used, since slices of them may be; the system takes its memory
// back when it needs it.
func mapFile(path string) (data []byte, unmap func(), err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	size := info.Size()
	if !info.Mode().IsRegular() || size < headerSize || size != int64(int(size)) {
		return nil, nil, errHeld
	}
	data, err = unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, err
	}
	_ = unix.Madvise(data, unix.MADV_WILLNEED) // all of it is checked next
	return data, func() { _ = unix.Munmap(data) }, nil
}

// inode tells a file from others of the same path, and returns when its content or attributes changed last, which no
// program can set back.
func inode(path string) (identity string, changed time.Time) {
	var s unix.Stat_t
	if err := unix.Stat(path, &s); err != nil {
		return "", time.Time{}
	}
	return fmt.Sprintf("%d %d %d", s.Dev, s.Ino, s.Ctim.Nano()), time.Unix(0, s.Ctim.Nano())
}
