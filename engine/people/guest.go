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

// TypedRating is a rating as the user types it: the name of an item and a number.
type TypedRating struct {
	Name  string
	Value float64
}

// ParseRatings reads a list such as "Toy Story (1995)=5, Heat=3.5". A rating ends at the first comma after a number, so
// that a title may hold commas. It does not use the loaded ratings, so its errors reveal nothing of them.
func ParseRatings(text string) (all []TypedRating, err error) {
	for rest := strings.TrimSpace(text); rest != ""; {
		var one TypedRating
		if one, rest, err = next(rest); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return nil, errors.New("no rating is given: write a title and a number, such as \"Toy Story=5\"")
	}
	return all, nil
}

// next splits a list after its first "name=number". The number stands between an equals sign and the next comma; an
// equals sign without a number before the next comma is part of the title.
func next(list string) (one TypedRating, rest string, err error) {
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
			return TypedRating{name, v}, strings.TrimLeft(list[end:], ", \t"), nil
		}
		from = at + 1
	}
}

// NewGuest returns a person with the typed ratings. An item is named by its title, an unambiguous part of its title, or
// its id. The items and the range of r must be public: errors name them.
func NewGuest(r *loaders.Ratings, typed []TypedRating) (Person, error) {
	p := Person{User: Guest}
	finder := NewFinder(r)
	for _, one := range typed {
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

// NewGuestWithin returns a person with the typed ratings, using only what a run has released: it searches names among
// the items of the scope and clamps values to its range. An item that was not released gets the same answer as an item
// that does not exist. The notes list ratings that were left out or clamped; it is an error if none is left.
func NewGuestWithin(r *loaders.Ratings, scope method.Scope, typed []TypedRating) (p Person, notes []string, err error) {
	p = Person{User: Guest}
	finder := NewFinder(r.Restrict(scope.Items, scope.Low, scope.High))
	for _, one := range typed {
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
		return p, notes, errors.New("none of the rated items was released: rate other items")
	}
	return p, notes, nil
}
