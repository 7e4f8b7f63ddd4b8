package people

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"dpals/engine/method"
	"dpals/loaders"
)

// Liking is a rating as it is typed: what an item is called, and a number.
type Liking struct {
	Name  string
	Value float64
}

// ParseLikings reads "Toy Story (1995)=5, Heat=3.5". A rating ends at a comma, so that a title may hold commas. It looks
// at no ratings, so that what it says tells nothing of any.
func ParseLikings(text string) (all []Liking, err error) {
	for rest := strings.TrimSpace(text); rest != ""; {
		var one Liking
		if one, rest, err = next(rest); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return nil, errors.New("nothing is rated: write a title and a number, such as \"Toy Story=5\"")
	}
	return all, nil
}

// next cuts the first "name=number" off a list. The number is what stands between an equals sign and the next comma, so
// a title may hold both.
func next(list string) (one Liking, rest string, err error) {
	for from := 0; ; {
		at := strings.IndexByte(list[from:], '=')
		if at < 0 {
			return one, "", fmt.Errorf("%s has no rating: write a title, an equals sign and a number", strconv.Quote(list))
		}
		at += from
		end := len(list)
		if comma := strings.IndexByte(list[at:], ','); comma >= 0 {
			end = at + comma
		}
		v, bad := strconv.ParseFloat(strings.TrimSpace(list[at+1:end]), 64)
		if name := strings.TrimSpace(list[:at]); bad == nil && !math.IsNaN(v) && name != "" {
			return Liking{name, v}, strings.TrimLeft(list[end:], ", \t"), nil
		}
		from = at + 1
	}
}

// Invent makes a person up from what they rate. An item is named by its title, by an unambiguous part of it, or by its
// id. Items and range of r have to be public: its errors tell of them.
func Invent(r *loaders.Ratings, likings []Liking) (Person, error) {
	p := Person{User: Guest}
	finder := NewFinder(r)
	for _, one := range likings {
		j, err := finder.Item(one.Name)
		if err != nil {
			return Person{}, err
		}
		if one.Value < r.Low || one.Value > r.High {
			return Person{}, fmt.Errorf("%s=%g is out of range: rate from %g to %g", one.Name, one.Value, r.Low, r.High)
		}
		p = p.With(j, float32(one.Value))
	}
	return p, nil
}

// InventWithin makes a person up as Invent does, from what a run has released alone: a name is looked for among the items
// of the scope, and a value is clamped to its range. An item that is not released is answered as one that there is not.
// Notes say what was left out and what was clamped; it is an error if nothing is left.
func InventWithin(r *loaders.Ratings, scope method.Scope, likings []Liking) (p Person, notes []string, err error) {
	p = Person{User: Guest}
	finder := NewFinder(r.Restrict(scope.Items, scope.Low, scope.High))
	for _, one := range likings {
		j, err := finder.Item(one.Name)
		if err != nil {
			notes = append(notes, fmt.Sprintf("%s=%g is left out: %v", one.Name, one.Value, err))
			continue
		}
		if scope.Items != nil {
			j = scope.Items[j]
		}
		v := min(max(one.Value, scope.Low), scope.High)
		if v != one.Value {
			notes = append(notes, fmt.Sprintf("%s=%g is beyond the released range, %g to %g: it counts as %g", one.Name, one.Value, scope.Low, scope.High, v))
		}
		p = p.With(j, float32(v))
	}
	if len(p.Items) == 0 {
		return p, notes, errors.New("none of the items that were rated is among those released")
	}
	return p, notes, nil
}
