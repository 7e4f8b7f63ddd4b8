package people

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dpals/loaders"
)

// Title returns the title of item j, or its id if it has no title.
func Title(r *loaders.Ratings, j uint32) string {
	if int(j) < len(r.Titles) && r.Titles[j] != "" {
		return r.Titles[j]
	}
	if int(j) < r.ItemNames.Len() {
		return r.ItemNames.At(int(j))
	}
	return ""
}

// Finder finds items by title or id. It is read only once made, and safe for concurrent use.
type Finder struct {
	r      *loaders.Ratings
	titles []string // folded; the id of an item without a title
}

// NewFinder returns a finder for the items of r. It costs one pass over the titles.
func NewFinder(r *loaders.Ratings) *Finder {
	f := &Finder{r: r, titles: make([]string, r.Items)}
	for j := range f.titles {
		f.titles[j] = fold(Title(r, uint32(j)))
	}
	return f
}

// Item returns the item with a title, an id, or a part of a title that no other item has. Case does not matter.
func (f *Finder) Item(name string) (uint32, error) {
	found := f.Search(name, few)
	if len(found) > 0 && found[0].place == exactly || len(found) == 1 {
		return found[0].Item, nil
	}
	if len(found) == 0 {
		return 0, fmt.Errorf("no item is named %s: give its title, a part of it, or its id", strconv.Quote(name))
	}
	titles := make([]string, len(found))
	for i, m := range found {
		titles[i] = Title(f.r, m.Item)
	}
	return 0, fmt.Errorf("%s matches more than one item, %s: write more of the title", strconv.Quote(name), strings.Join(titles, "; "))
}

// few is the largest number of items that the error about an ambiguous name lists.
const few = 5

// Match is an item found by name.
type Match struct {
	Item  uint32
	place place
}

// place is where in a title a name occurs, best match first.
type place int

const (
	exactly   place = iota // the whole title, or the id
	beginning              // of the title
	word                   // the beginning of a word
	inside
	scattered // every word of the name occurs somewhere
	nowhere
)

// Search returns up to limit items whose title contains every word of the name, or whose id is the name. Items of exactly
// that name come first, then by where in the title the name occurs, then by title. An item without a title is found by
// parts of its id.
func (f *Finder) Search(name string, limit int) []Match {
	sought := fold(name)
	if sought == "" {
		return nil
	}
	words, id := strings.Fields(sought), strings.TrimSpace(name)
	var found []Match
	var buffer []byte
	for j := range f.titles {
		at := placeOf(f.titles[j], sought, words)
		if at != exactly && j < f.r.ItemNames.Len() {
			if buffer = f.r.ItemNames.AppendTo(buffer[:0], j); string(buffer) == id {
				at = exactly
			}
		}
		if at != nowhere {
			found = append(found, Match{Item: uint32(j), place: at})
		}
	}
	slices.SortFunc(found, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.place, b.place), strings.Compare(f.titles[a.Item], f.titles[b.Item]), cmp.Compare(a.Item, b.Item))
	})
	return found[:min(len(found), limit)]
}

func placeOf(title, sought string, words []string) place {
	at := strings.Index(title, sought)
	switch {
	case title == sought:
		return exactly
	case at == 0:
		return beginning
	case at > 0 && strings.Contains(title, " "+sought):
		return word
	case at > 0:
		return inside
	case len(words) < 2 || title == "":
		return nowhere
	}
	for _, w := range words {
		if !strings.Contains(title, w) {
			return nowhere
		}
	}
	return scattered
}

// fold returns a title for comparison: lower case, single blanks, Latin letters without accents, which few keyboards
// have all.
func fold(s string) string {
	return strings.Join(strings.FieldsFunc(plainLetters.Replace(strings.ToLower(s)), unicode.IsSpace), " ")
}

var plainLetters = strings.NewReplacer(func() (pairs []string) {
	for plain, accented := range map[string]string{
		"a": "àáâãäåāăą", "ae": "æ", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ", "i": "ìíîïĩīĭįı", "j": "ĵ",
		"k": "ķ", "l": "ĺļľł", "n": "ñńņň", "o": "òóôõöøōŏő", "oe": "œ", "r": "ŕŗř", "s": "śŝşšș", "ss": "ß", "t": "ţťț",
		"u": "ùúûüũūŭůűų", "w": "ŵ", "y": "ýÿŷ", "z": "źżž",
	} {
		for _, letter := range accented {
			pairs = append(pairs, string(letter), plain)
		}
	}
	return pairs
}()...)
