package kernel

import "unsafe"

// line is a cache line in bytes: every row of a workspace starts a new one.
const line = 64

// layout is where the n×n matrices and panels of a workspace keep their rows, the same for every variant: columns
// are rounded up to whole vectors of the widest variant, and two more columns follow for the border.
type layout struct {
	n       int // order
	columns int // n rounded up to a line of elements
	rows    int // n rounded up to a multiple of 8
	ld      int // elements from one row to the next
}

// layoutOf rounds ld up to an odd number of lines where rows are long, because a power of two would send a column of
// a panel to the same few sets of the first cache.
func layoutOf[F Float](n int) layout {
	var f F
	per := line / int(unsafe.Sizeof(f))
	l := layout{n: n, columns: roundUp(n, per), rows: roundUp(n, 8), ld: roundUp(roundUp(n, per)+2, per)}
	if l.ld/per >= 4 && l.ld/per%2 == 0 {
		l.ld += per
	}
	return l
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// reserve, where a test sets it, provides memory with nothing readable on one side in place of the heap.
var reserve func(bytes int) unsafe.Pointer

// aligned returns n zeros that start a cache line.
func aligned[F Float | uint32](n int) []F {
	var f F
	size := int(unsafe.Sizeof(f))
	if reserve != nil {
		return unsafe.Slice((*F)(reserve(n*size)), n)
	}
	s := make([]F, n+line/size)
	skip := 0
	if over := int(uintptr(unsafe.Pointer(unsafe.SliceData(s))) % line); over > 0 {
		skip = (line - over) / size
	}
	return s[skip : skip+n : skip+n]
}

// resized returns n elements that start a cache line, those of s where it has as many.
func resized[F Float | uint32](s []F, n int) []F {
	if cap(s) < n {
		return aligned[F](n)
	}
	return s[:n]
}
