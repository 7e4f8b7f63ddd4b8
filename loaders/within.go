package loaders

import (
	"math"
	"slices"
)

// Within returns the ratings of the given items alone, which are numbered anew in their order (nil: all items keep their
// numbers), each rating clamped to [low, high], which are the ratings' range from then on. Users stay, those left without
// a rating too.
func (r *Ratings) Within(items []uint32, low, high float64) *Ratings {
	s := &Ratings{Users: r.Users, Items: r.Items, UserNames: r.UserNames, ItemNames: r.ItemNames, Titles: r.Titles,
		Low: low, High: high, Origin: r.Origin, Ptr: r.Ptr, Item: r.Item}
	if items != nil {
		s.restrict(r, items)
	} else {
		s.Value = slices.Clone(r.Value)
	}
	for k, v := range s.Value {
		s.Value[k] = Clamp(v, low, high)
	}
	return s
}

// Clamp returns the float32 in [low, high] that is nearest to v. An end that float32 cannot hold is rounded inward, so
// that the rating is inside as the float64 that sums are made of; only where no float32 is inside is it beyond an end.
func Clamp(v float32, low, high float64) float32 {
	switch {
	case float64(v) < low:
		if v = float32(low); float64(v) < low {
			v = math.Nextafter32(v, float32(math.Inf(1)))
		}
	case float64(v) > high:
		if v = float32(high); float64(v) > high {
			v = math.Nextafter32(v, float32(math.Inf(-1)))
		}
	}
	return v
}

// restrict fills in what is left of r when only some of its items are.
func (s *Ratings) restrict(r *Ratings, items []uint32) {
	place := make([]uint32, r.Items)
	for j := range place {
		place[j] = outside
	}
	names := make([]string, len(items))
	for k, j := range items {
		place[j], names[k] = uint32(k), r.ItemNames.At(int(j))
	}
	s.Items, s.ItemNames, s.Titles = len(items), NamesOf(names), nil
	if r.Titles != nil {
		s.Titles = make([]string, len(items))
		for k, j := range items {
			s.Titles[k] = r.Titles[j]
		}
	}
	kept := r.filter(func(_ int, j uint32) bool { return place[j] != outside })
	for k, j := range kept.Item {
		kept.Item[k] = place[j]
	}
	var again row
	for i := range kept.Users {
		again.sort(kept.User(i))
	}
	s.Ptr, s.Item, s.Value = kept.Ptr, kept.Item, kept.Value
}
