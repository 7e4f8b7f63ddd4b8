package loaders

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Names are the external ids of users or items, by index. Where all ids are canonical decimal numbers they are stored as
// numbers, the numbers 1 to n take no memory, and other ids share one string. The zero value has no names. Names must not
// be changed and may be copied.
//
// An id is text from a file of the user: code that shows it must make it safe for the screen first.
type Names struct{ data NamesData }

// NamesData is the memory of Names, as a cache stores it. Where Numbers and Ends are both nil, the ids are 1 to Count.
type NamesData struct {
	Count   int
	Numbers []uint64 // by index, where all ids are numbers
	Text    string   // else: id i is Text[Ends[i-1]:Ends[i]], with Ends[-1] = 0
	Ends    []int64
}

// Numbered returns the names "1" to "n".
func Numbered(n int) Names { return Names{NamesData{Count: n}} }

// NamesOf returns the given ids as Names.
func NamesOf(ids []string) Names {
	numbers := make([]uint64, len(ids))
	size := 0
	numeric := true
	for i, id := range ids {
		size += len(id)
		if numeric {
			numbers[i], numeric = ParseNumericID([]byte(id))
		}
	}
	if numeric {
		return NamesOfNumbers(numbers)
	}
	var text strings.Builder
	text.Grow(size)
	ends := make([]int64, len(ids))
	for i, id := range ids {
		text.WriteString(id)
		ends[i] = int64(text.Len())
	}
	return Names{NamesData{Count: len(ids), Text: text.String(), Ends: ends}}
}

// NamesOfNumbers returns the given numbers as Names, which alias them.
func NamesOfNumbers(numbers []uint64) Names {
	for i, v := range numbers {
		if v != uint64(i)+1 {
			return Names{NamesData{Count: len(numbers), Numbers: numbers}}
		}
	}
	return Numbered(len(numbers))
}

// Data returns the memory of the names, which must not be changed.
func (n Names) Data() NamesData { return n.data }

// NamesFromData returns the names whose memory is given, and whether it is consistent.
func NamesFromData(d NamesData) (_ Names, ok bool) {
	if d.Numbers != nil && len(d.Numbers) != d.Count {
		return Names{}, false
	}
	if n := len(d.Ends); n > 0 && (n != d.Count || !slices.IsSorted(d.Ends) || d.Ends[0] < 0 || d.Ends[n-1] != int64(len(d.Text))) {
		return Names{}, false
	}
	return Names{d}, true
}

// Len returns the number of names.
func (n Names) Len() int { return n.data.Count }

// At returns the name of index i, 0 ≤ i < Len.
func (n Names) At(i int) string {
	if ends := n.data.Ends; ends != nil {
		start := int64(0)
		if i > 0 {
			start = ends[i-1]
		}
		return n.data.Text[start:ends[i]]
	}
	return strconv.FormatUint(n.number(i), 10)
}

// AppendTo appends the name of index i to dst, without allocating where dst has the capacity.
func (n Names) AppendTo(dst []byte, i int) []byte {
	if n.data.Ends != nil {
		return append(dst, n.At(i)...)
	}
	return strconv.AppendUint(dst, n.number(i), 10)
}

func (n Names) number(i int) uint64 {
	if n.data.Numbers != nil {
		return n.data.Numbers[i]
	}
	if i < 0 || i >= n.data.Count {
		panic("loaders: name index out of range")
	}
	return uint64(i) + 1
}

// without returns the names with index i left out.
func (n Names) without(i int) Names {
	d := n.data
	if d.Ends == nil {
		numbers := make([]uint64, 0, d.Count-1)
		for k := range d.Count {
			if k != i {
				numbers = append(numbers, n.number(k))
			}
		}
		return NamesOfNumbers(numbers)
	}
	cut := int64(len(n.At(i)))
	at := d.Ends[i] - cut
	ends := slices.Delete(slices.Clone(d.Ends), i, i+1)
	for k := i; k < len(ends); k++ {
		ends[k] -= cut
	}
	return Names{NamesData{Count: d.Count - 1, Text: d.Text[:at] + d.Text[at+cut:], Ends: ends}}
}

// ParseNumericID returns the number that an id is, if it is a canonical decimal number: writing the number gives the same
// id again. Ids of more than 18 digits are text.
func ParseNumericID(id []byte) (uint64, bool) {
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

// CompareNames orders two ids independently of all others: canonical numbers first, by their value, then other text by
// its bytes. It returns a negative number where a comes first, 0 for the same id, and else a positive number.
func CompareNames(a, b string) int {
	x, numericA := ParseNumericID([]byte(a))
	y, numericB := ParseNumericID([]byte(b))
	switch {
	case numericA && numericB:
		return cmp.Compare(x, y)
	case numericA:
		return -1
	case numericB:
		return 1
	}
	return strings.Compare(a, b)
}
