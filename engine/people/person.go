// Package people answers what a fitted model means to one person: her favourites, and what the others learn if she
// leaves.
//
// What it returns is for her, or for the curator who holds the ratings anyway: none of it is a release, and nothing here
// may be published. It fits no model of its own and charges nothing.
package people

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dpals/loaders"
)

// Guest is the User of a person who is not among those that the model was trained on.
const Guest = -1

// Person is somebody with ratings.
type Person struct {
	User   int       // index in the ratings, or Guest
	Items  []uint32  // ascending, without repeats
	Values []float32 // of the same length, in rating units
}

// Of is user i (0 ≤ i < Users) with her ratings, which she shares with r.
func Of(r *loaders.Ratings, i int) Person {
	items, values := r.User(i)
	return Person{User: i, Items: items, Values: values}
}

// Named finds a user by the id she has in the file.
func Named(r *loaders.Ratings, id string) (Person, error) {
	for i := range r.Users {
		if r.UserNames.At(i) == id {
			return Of(r, i), nil
		}
	}
	return Person{}, fmt.Errorf("user %s is not in %s: give an id as the ratings have it, such as %s",
		strconv.Quote(id), r.Origin.Source, strconv.Quote(example(r.UserNames)))
}

func example(n loaders.Names) string {
	if n.Len() == 0 {
		return ""
	}
	return n.At(0)
}

// Invent makes a person up from what she rates: "Toy Story (1995)=5, Heat=3.5". A rating ends at a comma, so that a
// title may hold commas. An item is named by its title, by an unambiguous part of it, or by its id.
func Invent(r *loaders.Ratings, text string) (Person, error) {
	p := Person{User: Guest}
	rated := make(map[uint32]float32)
	for rest := strings.TrimSpace(text); rest != ""; {
		name, value, after, err := next(rest)
		if err != nil {
			return Person{}, err
		}
		j, err := Item(r, name)
		if err != nil {
			return Person{}, err
		}
		if value < r.Low || value > r.High {
			return Person{}, fmt.Errorf("%s=%g is out of range: rate from %g to %g", name, value, r.Low, r.High)
		}
		rated[j], rest = float32(value), after
	}
	if len(rated) == 0 {
		return Person{}, fmt.Errorf("nothing is rated: write a title and a number, such as %s=%g", strconv.Quote(Title(r, 0)), r.High)
	}
	for j := range rated {
		p.Items = append(p.Items, j)
	}
	slices.Sort(p.Items)
	for _, j := range p.Items {
		p.Values = append(p.Values, rated[j])
	}
	return p, nil
}

// next cuts the first "name=number" off a list. The number is what stands between an equals sign and the next comma, so
// a title may hold both.
func next(list string) (name string, value float64, rest string, err error) {
	for from := 0; ; {
		at := strings.IndexByte(list[from:], '=')
		if at < 0 {
			return "", 0, "", fmt.Errorf("%s has no rating: write a title, an equals sign and a number", strconv.Quote(list))
		}
		at += from
		end := len(list)
		if comma := strings.IndexByte(list[at:], ','); comma >= 0 {
			end = at + comma
		}
		v, bad := strconv.ParseFloat(strings.TrimSpace(list[at+1:end]), 64)
		if name = strings.TrimSpace(list[:at]); bad == nil && !math.IsNaN(v) && name != "" {
			return name, v, strings.TrimLeft(list[end:], ", \t"), nil
		}
		from = at + 1
	}
}

// Title is the name of item j for people: its title, or its id where it has none.
func Title(r *loaders.Ratings, j uint32) string {
	if int(j) < len(r.Titles) && r.Titles[j] != "" {
		return r.Titles[j]
	}
	if int(j) < r.ItemNames.Len() {
		return r.ItemNames.At(int(j))
	}
	return ""
}

// Item finds an item by title, id, or a part of a title that no other has. Case does not matter.
func Item(r *loaders.Ratings, name string) (uint32, error) {
	found := Search(r, name, few)
	if len(found) > 0 && found[0].exact || len(found) == 1 {
		return found[0].Item, nil
	}
	if len(found) == 0 {
		return 0, fmt.Errorf("no item is called %s: give its title, a part of it, or its id", strconv.Quote(name))
	}
	titles := make([]string, len(found))
	for i, f := range found {
		titles[i] = Title(r, f.Item)
	}
	return 0, fmt.Errorf("%s may be any of %s: write more of the title", strconv.Quote(name), strings.Join(titles, "; "))
}

// few is how many items an ambiguous name is answered with.
const few = 5

// Match is an item found by name.
type Match struct {
	Item  uint32
	exact bool
	place int // where in the title the name stands
}

// Search returns up to limit items whose title or id has the name in it: those called just so first, then those whose
// title begins with it, then by title.
func Search(r *loaders.Ratings, name string, limit int) []Match {
	sought := fold(name)
	if sought == "" {
		return nil
	}
	var found []Match
	for j := range uint32(r.Items) {
		title, id := "", ""
		if int(j) < len(r.Titles) {
			title = fold(r.Titles[j])
		}
		if int(j) < r.ItemNames.Len() {
			id = r.ItemNames.At(int(j))
		}
		place := strings.Index(title, sought)
		switch exact := title == sought || id == strings.TrimSpace(name); {
		case exact:
			found = append(found, Match{Item: j, exact: true})
		case place >= 0:
			found = append(found, Match{Item: j, place: place})
		}
	}
	slices.SortStableFunc(found, func(a, b Match) int {
		return cmp.Or(rank(a)-rank(b), strings.Compare(Title(r, a.Item), Title(r, b.Item)))
	})
	return found[:min(len(found), limit)]
}

func rank(m Match) int {
	switch {
	case m.exact:
		return 0
	case m.place == 0:
		return 1
	}
	return 2
}

// fold makes titles comparable: lower case, single blanks.
func fold(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), unicode.IsSpace), " ")
}
