package people

import (
	"fmt"
	"slices"
	"strconv"

	"dpals/loaders"
)

// Guest is the User of a person whose ratings the model was not trained on.
const Guest = -1

// Person is a user, or a guest, with ratings.
type Person struct {
	User   int       // index in the ratings, or Guest
	Items  []uint32  // ascending, without repeats
	Values []float32 // of the same length, in rating units
}

// Of returns user i (0 ≤ i < Users) with their ratings, which are shared with r.
func Of(r *loaders.Ratings, i int) Person {
	items, values := r.User(i)
	return Person{User: i, Items: items, Values: values}
}

// OfSplit returns user i with all of their ratings, from every part of the split: predictions for a user may use all of
// that user's ratings, even if the items were trained on some of them. Its cost does not grow with the number of users.
func OfSplit(s *loaders.Split, i int) Person {
	var all []rated
	for _, r := range []*loaders.Ratings{s.Train, s.Valid, s.Test} {
		items, values := r.User(i)
		for k, j := range items {
			all = append(all, rated{j, values[k]})
		}
	}
	return sorted(i, all)
}

// rated is one rating of a person.
type rated struct {
	item  uint32
	value float32
}

// sorted returns a person with ratings given in any order, at most one of each item.
func sorted(user int, all []rated) Person {
	slices.SortFunc(all, func(a, b rated) int { return int(a.item) - int(b.item) })
	p := Person{User: user, Items: make([]uint32, len(all)), Values: make([]float32, len(all))}
	for k, one := range all {
		p.Items[k], p.Values[k] = one.item, one.value
	}
	return p
}

// With returns the person with an item rated, which replaces an earlier rating of it.
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

// Without returns the person without their rating of an item.
func (p Person) Without(item uint32) Person {
	k, had := slices.BinarySearch(p.Items, item)
	if !had {
		return p
	}
	return Person{User: p.User, Items: slices.Delete(slices.Clone(p.Items), k, k+1), Values: slices.Delete(slices.Clone(p.Values), k, k+1)}
}

// Rating returns the person's rating of an item; ok is false if there is none.
func (p Person) Rating(item uint32) (value float32, ok bool) {
	k, ok := slices.BinarySearch(p.Items, item)
	if !ok {
		return 0, false
	}
	return p.Values[k], true
}

// ByID returns the user with an id of the file, with all of their ratings. Its error names the id of another user as an
// example, unless hidden is set: then it tells only what is public.
func ByID(s *loaders.Split, id string, hidden bool) (Person, error) {
	names := s.Train.UserNames
	var name []byte
	for i := range names.Len() {
		if name = names.AppendTo(name[:0], i); string(name) == id {
			return OfSplit(s, i), nil
		}
	}
	if hidden {
		return Person{}, fmt.Errorf("user %s is not in %s: give an id of the file", strconv.Quote(id), s.Train.Origin.Source)
	}
	return Person{}, fmt.Errorf("user %s is not in %s: give an id of the file, such as %s",
		strconv.Quote(id), s.Train.Origin.Source, strconv.Quote(example(names)))
}

func example(n loaders.Names) string {
	if n.Len() == 0 {
		return ""
	}
	return n.At(0)
}
