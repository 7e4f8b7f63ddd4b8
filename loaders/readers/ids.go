package readers

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"dpals/loaders"
)

const tableSize = 1 << 20 // numbers below this are looked up in a table, others in a map

var (
	errTooMany = errors.New("more than 4294967295 different ids: give fewer ratings")
	errNotText = errors.New("not UTF-8 text: save the file as UTF-8")
)

// idTable gives external ids an index, in the order of their first appearance. It stores ids as numbers until one is not
// a canonical number.
type idTable struct {
	limit int // largest number of ids

	numbers []uint64          // by index, while all ids are numbers
	small   []uint32          // index+1 by number, for numbers below tableSize
	large   map[uint64]uint32 // index by number, for the others

	texts  []string // by index, after an id that is not a number
	byText map[string]uint32
}

// ids are the indices of the users and items of some of the ratings of a file.
type ids struct{ users, items idTable }

func newIDs() *ids { return &ids{idTable{limit: loaders.MaxCount}, idTable{limit: loaders.MaxCount}} }

func (t *idTable) len() int { return max(len(t.numbers), len(t.texts)) }

// index returns the index of an id, and gives a new id the next index.
func (t *idTable) index(id []byte) (uint32, error) {
	if t.byText == nil {
		if v, ok := loaders.ParseNumericID(id); ok {
			return t.indexOrAdd(v)
		}
		t.switchToText()
	}
	if i, ok := t.byText[string(id)]; ok {
		return i, nil
	}
	switch {
	case !utf8.Valid(id) || slices.Contains(id, 0):
		return 0, errNotText
	case len(t.texts) >= t.limit:
		return 0, errTooMany
	}
	s, i := string(id), uint32(len(t.texts))
	t.texts = append(t.texts, s)
	t.byText[s] = i
	return i, nil
}

// indexOfNumber is index for an id that is a number. It returns false once an id was not a number, or where there are too
// many.
func (t *idTable) indexOfNumber(v uint64) (uint32, bool) {
	if v < uint64(len(t.small)) && t.small[v] != 0 {
		return t.small[v] - 1, true
	}
	if t.byText != nil {
		return 0, false
	}
	i, err := t.indexOrAdd(v)
	return i, err == nil
}

// indexOrAdd returns the index of a number while all ids are numbers.
func (t *idTable) indexOrAdd(v uint64) (uint32, error) {
	if v < tableSize {
		if v < uint64(len(t.small)) && t.small[v] != 0 {
			return t.small[v] - 1, nil
		}
	} else if i, ok := t.large[v]; ok {
		return i, nil
	}
	if len(t.numbers) >= t.limit {
		return 0, errTooMany
	}
	i := uint32(len(t.numbers))
	t.numbers = append(t.numbers, v)
	if v < tableSize {
		if v >= uint64(len(t.small)) {
			grown := make([]uint32, min(tableSize, max(2*v, 1<<12)))
			copy(grown, t.small)
			t.small = grown
		}
		t.small[v] = i + 1
		return i, nil
	}
	if t.large == nil {
		t.large = make(map[uint64]uint32)
	}
	t.large[v] = i
	return i, nil
}

// switchToText stores the ids as texts from here on.
func (t *idTable) switchToText() {
	names := loaders.NamesOfNumbers(t.numbers)
	t.texts = make([]string, len(t.numbers))
	t.byText = make(map[string]uint32, len(t.numbers))
	for i := range t.texts {
		t.texts[i] = names.At(i)
		t.byText[t.texts[i]] = uint32(i)
	}
	t.numbers, t.small, t.large = nil, nil, nil
}

// merge adds the ids of another table and returns, by their index there, their index here.
func (t *idTable) merge(other *idTable) ([]uint32, error) {
	indices := make([]uint32, other.len())
	var buffer []byte
	var err error
	for i := range indices {
		if other.byText != nil {
			buffer = append(buffer[:0], other.texts[i]...)
		} else {
			buffer = strconv.AppendUint(buffer[:0], other.numbers[i], 10)
		}
		if indices[i], err = t.index(buffer); err != nil {
			return nil, err
		}
	}
	return indices, nil
}

// sorted returns the names in ascending order, by value where all are numbers and by bytes otherwise, and the place of
// each index in that order. So the order depends on the set of ids alone, and not on the order of the file.
func (t *idTable) sorted(ctx context.Context) (loaders.Names, []uint32, error) {
	compare := func(a, b uint32) int { return cmp.Compare(t.numbers[a], t.numbers[b]) }
	if t.byText != nil {
		compare = func(a, b uint32) int { return strings.Compare(t.texts[a], t.texts[b]) }
	}
	byPlace, err := sortIndices(ctx, t.len(), compare)
	if err != nil {
		return loaders.Names{}, nil, err
	}
	place := make([]uint32, len(byPlace))
	for p, i := range byPlace {
		place[i] = uint32(p)
	}
	if t.byText != nil {
		texts := make([]string, len(byPlace))
		for p, i := range byPlace {
			texts[p] = t.texts[i]
		}
		return loaders.NamesOf(texts), place, nil
	}
	numbers := make([]uint64, len(byPlace))
	for p, i := range byPlace {
		numbers[p] = t.numbers[i]
	}
	return loaders.NamesOfNumbers(numbers), place, nil
}
