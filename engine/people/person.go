// Package people answers what a fitted model means to one person: what it recommends to them, and what the others learn
// if they leave.
//
// What it returns is for that person, or for the curator who holds the ratings anyway: none of it is a release, and nothing here
// may be published. It fits no model of its own and charges nothing.
package people

import (
	"fmt"
	"slices"
	"strconv"

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

// Named finds a user by the id they have in the file, with all of their ratings. Its error names the id of another user
// as an example, unless hidden: then only what is public may be told.
func Named(s *loaders.Split, id string, hidden bool) (Person, error) {
	names := s.Train.UserNames
	var name []byte
	for i := range names.Len() {
		if name = names.AppendTo(name[:0], i); string(name) == id {
			return Known(s, i), nil
		}
	}
	if hidden {
		return Person{}, fmt.Errorf("user %s is not in %s: give an id as the ratings have it", strconv.Quote(id), s.Train.Origin.Source)
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
