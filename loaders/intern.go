package loaders

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const dense = 1 << 20 // plain numbers below this are looked up in a table, others in a map

var (
	errTooMany = errors.New("more than 4294967295 different ids, which is as many as can be held")
	errNotText = errors.New("not UTF-8 text")
)

// interner numbers external ids in the order of their first appearance. Ids are taken for plain numbers until one
// is not.
type interner struct {
	limit int // most ids that are accepted

	numbers []uint64          // by index, while all ids are plain numbers
	table   []uint32          // index+1 by number, for numbers below dense
	large   map[uint64]uint32 // index by number, for the others

	texts  []string // by index, once an id was no plain number
	byText map[string]uint32
}

// ids number the users and items of some of a file's ratings.
type ids struct{ users, items interner }

func newIDs() *ids { return &ids{interner{limit: maxIndex}, interner{limit: maxIndex}} }

func (t *interner) len() int { return max(len(t.numbers), len(t.texts)) }

// index returns the index of an id, a new one where the id is new.
func (t *interner) index(id []byte) (uint32, error) {
	if t.byText == nil {
		if v, ok := plainNumber(id); ok {
			return t.number(v)
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

// plain is index for the number of an id, as long as all ids are numbers.
func (t *interner) plain(v uint64) (uint32, bool) {
	if v < uint64(len(t.table)) && t.table[v] != 0 {
		return t.table[v] - 1, true
	}
	if t.byText != nil {
		return 0, false
	}
	i, err := t.number(v)
	return i, err == nil
}

func (t *interner) number(v uint64) (uint32, error) {
	if v < dense {
		if v < uint64(len(t.table)) && t.table[v] != 0 {
			return t.table[v] - 1, nil
		}
	} else if i, ok := t.large[v]; ok {
		return i, nil
	}
	if len(t.numbers) >= t.limit {
		return 0, errTooMany
	}
	i := uint32(len(t.numbers))
	t.numbers = append(t.numbers, v)
	if v < dense {
		if v >= uint64(len(t.table)) {
			grown := make([]uint32, min(dense, max(2*v, 1<<12)))
			copy(grown, t.table)
			t.table = grown
		}
		t.table[v] = i + 1
		return i, nil
	}
	if t.large == nil {
		t.large = make(map[uint64]uint32)
	}
	t.large[v] = i
	return i, nil
}

func (t *interner) switchToText() {
	names := Names{count: len(t.numbers), numbers: t.numbers}
	t.texts = make([]string, len(t.numbers))
	t.byText = make(map[string]uint32, len(t.numbers))
	for i := range t.texts {
		t.texts[i] = names.At(i)
		t.byText[t.texts[i]] = uint32(i)
	}
	t.numbers, t.table, t.large = nil, nil, nil
}

// adopt takes the ids of another interner in and returns, by their index there, the index they have here.
func (t *interner) adopt(other *interner) ([]uint32, error) {
	indices := make([]uint32, other.len())
	var room []byte
	var err error
	for i := range indices {
		if other.byText != nil {
			room = append(room[:0], other.texts[i]...)
		} else {
			room = strconv.AppendUint(room[:0], other.numbers[i], 10)
		}
		if indices[i], err = t.index(room); err != nil {
			return nil, err
		}
	}
	return indices, nil
}

// sorted returns the names in ascending order, numerically where all are plain numbers and by bytes otherwise, and
// the place of each index in it. So the order depends on which ids there are and not on who came first in the file.
func (t *interner) sorted(ctx context.Context) (Names, []uint32, error) {
	compare := func(a, b uint32) int { return cmp.Compare(t.numbers[a], t.numbers[b]) }
	if t.byText != nil {
		compare = func(a, b uint32) int { return strings.Compare(t.texts[a], t.texts[b]) }
	}
	byPlace, err := sortIndices(ctx, t.len(), compare)
	if err != nil {
		return Names{}, nil, err
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
		return NamesOf(texts), place, nil
	}
	numbers := make([]uint64, len(byPlace))
	for p, i := range byPlace {
		numbers[p] = t.numbers[i]
	}
	return namesOfNumbers(numbers), place, nil
}
