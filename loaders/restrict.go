package loaders

import (
	"math"
	"slices"
)

// Restrict returns the ratings of the given items, whose new indices are their positions in items (nil: all items keep
// their indices), with each rating clamped to [low, high], which becomes the range. All users stay, also those without a
// rating.
func (r *Ratings) Restrict(items []uint32, low, high float64) *Ratings {
	s := &Ratings{Users: r.Users, Items: r.Items, UserNames: r.UserNames, ItemNames: r.ItemNames, Titles: r.Titles,
		Low: low, High: high, Origin: r.Origin, Ptr: r.Ptr, Item: r.Item}
	if items != nil {
		r.copyItemsTo(s, items)
	} else {
		s.Value = slices.Clone(r.Value)
	}
	for k, v := range s.Value {
		s.Value[k] = Clamp(v, low, high)
	}
	return s
}

// Clamp returns the float32 in [low, high] that is nearest to v. A bound that is no float32 is rounded inward, so that the
// rating is also in the range as float64, in which it is summed. Where no float32 lies in the range, the result is outside
// it by less than one rounding step.
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

// copyItemsTo sets the items and rows of copied to those of r, for some of its items only.
func (r *Ratings) copyItemsTo(copied *Ratings, items []uint32) {
	const absent = MaxCount // no index is as large
	place := make([]uint32, r.Items)
	for j := range place {
		place[j] = absent
	}
	names := make([]string, len(items))
	for k, j := range items {
		place[j], names[k] = uint32(k), r.ItemNames.At(int(j))
	}
	copied.Items, copied.ItemNames, copied.Titles = len(items), NamesOf(names), nil
	if r.Titles != nil {
		copied.Titles = make([]string, len(items))
		for k, j := range items {
			copied.Titles[k] = r.Titles[j]
		}
	}
	kept := r.filter(func(_ int, j uint32) bool { return place[j] != absent })
	for k, j := range kept.Item {
		kept.Item[k] = place[j]
	}
	var workspace row
	for i := range kept.Users {
		workspace.sort(kept.User(i))
	}
	copied.Ptr, copied.Item, copied.Value = kept.Ptr, kept.Item, kept.Value
}
