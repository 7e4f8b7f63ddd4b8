package loaders

import (
	"context"
	"slices"
)

// WithoutUser returns the ratings without user i (0 ≤ i < Users), as if they had never taken part: the same items, titles
// and range, and the other users with the same ids.
func (r *Ratings) WithoutUser(i int) *Ratings {
	from, to := r.Ptr[i], r.Ptr[i+1]
	s := r.about().ratings()
	s.Users--
	s.UserNames = r.UserNames.without(i)
	s.Ptr = slices.Delete(slices.Clone(r.Ptr), i, i+1)
	for k := i; k < len(s.Ptr); k++ {
		s.Ptr[k] -= to - from
	}
	s.Item = slices.Concat(r.Item[:from], r.Item[to:])
	s.Value = slices.Concat(r.Value[:from], r.Value[to:])
	if r.OutsideCatalogue != nil {
		s.OutsideCatalogue = r.OutsideCatalogue.WithoutUser(i)
	}
	return s
}

// WithoutRatingsOf returns the ratings with the row of user i empty. Every user keeps their index, and with it the random
// numbers that are drawn for them.
func (r *Ratings) WithoutRatingsOf(i int) *Ratings {
	return r.filter(func(user int, _ uint32) bool { return user != i })
}

// about returns everything that Ratings are built from, except the ratings.
func (r *Ratings) about() About {
	return About{
		Users: r.UserNames, Items: r.ItemNames, Titles: r.Titles,
		Low: r.Low, High: r.High, Origin: r.Origin,
	}
}

// empty returns ratings of the same users and items, without rows.
func (r *Ratings) empty() *Ratings {
	s := r.about().ratings()
	s.Users, s.Items = r.Users, r.Items
	return s
}

// filter returns the ratings that keep accepts. keep is called twice for each rating, from several goroutines.
func (r *Ratings) filter(keep func(user int, item uint32) bool) *Ratings {
	s := r.empty()
	_ = s.fillRows(context.Background(), usersPerBlock,
		func(_, i int) int {
			n := 0
			items, _ := r.User(i)
			for _, j := range items {
				if keep(i, j) {
					n++
				}
			}
			return n
		},
		func(_, i int, keptItems []uint32, keptValues []float32) {
			n := 0
			items, values := r.User(i)
			for k, j := range items {
				if keep(i, j) {
					keptItems[n], keptValues[n] = j, values[k]
					n++
				}
			}
		})
	return s
}

// usersPerBlock is how many rows are copied between two checks of the context.
const usersPerBlock = 256

// union returns the ratings of a and b together. They have the same users and items, and no rating in common.
func union(a, b *Ratings) *Ratings {
	s := a.empty()
	_ = s.fillRows(context.Background(), usersPerBlock,
		func(_, i int) int { return int(a.Ptr[i+1] - a.Ptr[i] + b.Ptr[i+1] - b.Ptr[i]) },
		func(_, i int, items []uint32, values []float32) {
			p, q := a.Ptr[i], b.Ptr[i]
			for k := range items {
				if q == b.Ptr[i+1] || (p < a.Ptr[i+1] && a.Item[p] < b.Item[q]) {
					items[k], values[k] = a.Item[p], a.Value[p]
					p++
				} else {
					items[k], values[k] = b.Item[q], b.Value[q]
					q++
				}
			}
		})
	return s
}
