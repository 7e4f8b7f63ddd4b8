//go:build !(linux || darwin || freebsd)

package cache

import (
	"io"
	"os"
	"time"
)

// mapContent reads the first size bytes of a file into memory, since the system may not map files.
func mapContent(f *os.File, size int) (data []byte, unmap func(), err error) {
	data = bytesOf(make([]uint64, (size+7)/8))[:size]
	_, err = io.ReadFull(f, data)
	return data, func() {}, err
}

// identityOf returns nothing, since the system may have nothing but the size and time of a file.
func identityOf(string) (identity string, changed time.Time) { return "", time.Time{} }
