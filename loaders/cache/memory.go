package cache

import (
	"strings"
	"unsafe"

	"dpals/loaders"
)

// aligned returns the next multiple of sectionAlign.
func aligned(at int64) int64 { return (at + sectionAlign - 1) / sectionAlign * sectionAlign }

// number is a number that sections consist of.
type number interface {
	~uint32 | ~uint64 | ~int64 | ~float32
}

// bytesOf returns the memory of numbers.
func bytesOf[T number](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}

// sliceOf returns memory as numbers, or nil where it has none. It must begin at a multiple of their size.
func sliceOf[T number](b []byte) []T {
	n := len(b) / int(unsafe.Sizeof(*new(T)))
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// textOf returns memory as a text, which must not change.
func textOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// joined returns texts as the memory of names, none of them stored as a number.
func joined(texts []string) loaders.NamesData {
	var all strings.Builder
	d := loaders.NamesData{Count: len(texts)}
	for _, t := range texts {
		all.WriteString(t)
		d.Ends = append(d.Ends, int64(all.Len()))
	}
	d.Text = all.String()
	return d
}
