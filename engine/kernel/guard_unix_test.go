//go:build unix

package kernel

import (
	"syscall"
	"testing"
	"unsafe"
)

// guarded makes the kernels' memory, and that of vectors, end where the process may not read, or start there. A loop
// that strays outside by one element faults.
func guarded(t *testing.T, atEnd bool) {
	page := syscall.Getpagesize()
	var maps [][]byte
	reserve = func(bytes int) unsafe.Pointer {
		inside := roundUp(max(bytes, 1), page)
		m, err := syscall.Mmap(-1, 0, inside+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		if err != nil {
			t.Fatal(err)
		}
		maps = append(maps, m)
		for _, side := range [][]byte{m[:page], m[page+inside:]} {
			if err := syscall.Mprotect(side, syscall.PROT_NONE); err != nil {
				t.Fatal(err)
			}
		}
		if !atEnd {
			return unsafe.Pointer(&m[page])
		}
		return unsafe.Pointer(&m[page+inside-bytes])
	}
	t.Cleanup(func() {
		reserve = nil
		for _, m := range maps {
			if err := syscall.Munmap(m); err != nil {
				t.Error(err)
			}
		}
	})
}
