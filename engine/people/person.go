// Package people answers what a fitted model means to one person: what it recommends to them, and what the others learn
// if they leave.
//
// What it returns is for that person, or for the curator who holds the ratings anyway: none of it is a release, and nothing here
// may be published. It fits no model of its own and charges nothing.
package people

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

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

// Of is user i (0 ≤ i < Users) with their ratings, which are shared with r.
func Of(r *loaders.Ratings, i int) Person {
	items, values := r.User(i)
	return Person{User: i, Items: items, Values: values}
}

// Known is user i with all of their ratings, whatever part of the split these are in: they are the user's to predict from, even
// where the items were trained on some of them alone. It costs nothing that grows with the number of users.
func Known(s *loaders.Split, i int) Person {
	var all []rated
	for _, r := range []*loaders.Ratings{s.Train, s.Valid, s.Test} {
		items, values := r.User(i)
		for k, j := range items {
			all = append(all, rated{j, values[k]})
		}
	}
	return gathered(i, all)
}

// rated is one rating of a person.
type rated struct {
	item  uint32
	value float32
}

// gathered is a person with ratings in any order, each of another item.
func gathered(user int, all []rated) Person {
	slices.SortFunc(all, func(a, b rated) int { return int(a.item) - int(b.item) })
	p := Person{User: user, Items: make([]uint32, len(all)), Values: make([]float32, len(all))}
	for k, one := range all {
		p.Items[k], p.Values[k] = one.item, one.value
	}
	return p
}

// With is the person after rating an item, anew or for the first time.
func (p Person) With(item uint32, value float32) Person {
	k, had := slices.BinarySearch(p.Items, item)
	q := Person{User: p.User, Items: slices.Clone(p.Items), Values: slices.Clone(p.Values)}
	if had {
		q.Values[k] = value
		return q
	}
	q.Items, q.Values = slices.Insert(q.Items, k, item), slices.Insert(q.Values, k, value)
	return q
}

// Without is the person without their rating of an item.
func (p Person) Without(item uint32) Person {
	k, had := slices.BinarySearch(p.Items, item)
	if !had {
		return p
	}
	return Person{User: p.User, Items: slices.Delete(slices.Clone(p.Items), k, k+1), Values: slices.Delete(slices.Clone(p.Values), k, k+1)}
}

// Rating is what the person gave an item; ok is false where it is not rated.
func (p Person) Rating(item uint32) (value float32, ok bool) {
	k, ok := slices.BinarySearch(p.Items, item)
	if !ok {
		return 0, false
	}
	return p.Values[k], true
}

// Named finds a user by the id they have in the file, with all of their ratings.
func Named(s *loaders.Split, id string) (Person, error) {
	names := s.Train.UserNames
	var name []byte
	for i := range names.Len() {
		if name = names.AppendTo(name[:0], i); string(name) == id {
			return Known(s, i), nil
		}
	}
	return Person{}, fmt.Errorf("user %s is not in %s: give an id as the ratings have it, such as %s",
		strconv.Quote(id), s.Train.Origin.Source, strconv.Quote(example(names)))
}

func example(n loaders.Names) string {
	if n.Len() == 0 {
		return ""
	}
	return n.At(0)
}

// Invent makes a person up from what they rate: "Toy Story (1995)=5, Heat=3.5". A rating ends at a comma, so that a
// title may hold commas. An item is named by its title, by an unambiguous part of it, or by its id.
func Invent(r *loaders.Ratings, text string) (Person, error) {
	p := Person{User: Guest}
	finder := NewFinder(r)
	for rest := strings.TrimSpace(text); rest != ""; {
		name, value, after, err := next(rest)
		if err != nil {
			return Person{}, err
		}
		j, err := finder.Item(name)
		if err != nil {
			return Person{}, err
		}
		if value < r.Low || value > r.High {
			return Person{}, fmt.Errorf("%s=%g is out of range: rate from %g to %g", name, value, r.Low, r.High)
		}
		p, rest = p.With(j, float32(value)), after
	}
	if len(p.Items) == 0 {
		return Person{}, fmt.Errorf("nothing is rated: write a title and a number, such as %s=%g", strconv.Quote(Title(r, 0)), r.High)
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
