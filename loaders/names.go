package loaders

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Names are the external ids of users or items, by index. Ids that are plain decimal numbers are held as such, the
// numbers 1 to n take no room at all, and other ids share one string. The zero value holds no names. Names are read
// only and may be copied.
//
// An id is text from somebody's file: whoever shows it must make it safe for the screen first.
type Names struct {
	count   int
	numbers []uint64 // nil: see text
	text    string   // id i is text[ends[i-1]:ends[i]]
	ends    []int64  // nil, as numbers is: ids are 1 to count
}

// Numbered returns the names "1" to "n".
func Numbered(n int) Names { return Names{count: n} }

// NamesOf returns the given ids as Names.
func NamesOf(ids []string) Names {
	numbers := make([]uint64, len(ids))
	size := 0
	plain := true
	for i, id := range ids {
		size += len(id)
		if plain {
			numbers[i], plain = plainNumber([]byte(id))
		}
	}
	if plain {
		return namesOfNumbers(numbers)
	}
	var text strings.Builder
	text.Grow(size)
	ends := make([]int64, len(ids))
	for i, id := range ids {
		text.WriteString(id)
		ends[i] = int64(text.Len())
	}
	return Names{count: len(ids), text: text.String(), ends: ends}
}

func namesOfNumbers(numbers []uint64) Names {
	for i, v := range numbers {
		if v != uint64(i)+1 {
			return Names{count: len(numbers), numbers: numbers}
		}
	}
	return Numbered(len(numbers))
}

// Len is the number of names.
func (n Names) Len() int { return n.count }

// At returns the name of index i, 0 ≤ i < Len.
func (n Names) At(i int) string {
	if n.ends != nil {
		start := int64(0)
		if i > 0 {
			start = n.ends[i-1]
		}
		return n.text[start:n.ends[i]]
	}
	return strconv.FormatUint(n.number(i), 10)
}

// AppendTo appends the name of index i to dst, without allocating where dst has room.
func (n Names) AppendTo(dst []byte, i int) []byte {
	if n.ends != nil {
		return append(dst, n.At(i)...)
	}
	return strconv.AppendUint(dst, n.number(i), 10)
}

func (n Names) number(i int) uint64 {
	if n.numbers != nil {
		return n.numbers[i]
	}
	if i < 0 || i >= n.count {
		panic("loaders: name index out of range")
	}
	return uint64(i) + 1
}

// without returns the names with index i left out.
func (n Names) without(i int) Names {
	if n.ends == nil {
		numbers := make([]uint64, 0, n.count-1)
		for k := range n.count {
			if k != i {
				numbers = append(numbers, n.number(k))
			}
		}
		return namesOfNumbers(numbers)
	}
	cut := int64(len(n.At(i)))
	at := n.ends[i] - cut
	ends := slices.Delete(slices.Clone(n.ends), i, i+1)
	for k := i; k < len(ends); k++ {
		ends[k] -= cut
	}
	return Names{count: n.count - 1, text: n.text[:at] + n.text[at+cut:], ends: ends}
}

// plainNumber reads id as a number if writing that number gives the same id again.
func plainNumber(id []byte) (uint64, bool) {
	if len(id) == 0 || len(id) > 18 || (id[0] == '0' && len(id) > 1) {
		return 0, false
	}
	v := uint64(0)
	for _, c := range id {
		c -= '0'
		if c > 9 {
			return 0, false
		}
		v = v*10 + uint64(c)
	}
	return v, true
}

// CompareNames orders two ids by themselves, whatever others there are: plain numbers first, by their value, then other
// text by its bytes.
func CompareNames(a, b string) int {
	x, plainA := plainNumber([]byte(a))
	y, plainB := plainNumber([]byte(b))
	switch {
	case plainA && plainB:
		return cmp.Compare(x, y)
	case plainA:
		return -1
	case plainB:
		return 1
	}
	return strings.Compare(a, b)
}
