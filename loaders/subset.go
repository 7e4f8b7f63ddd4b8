package loaders

import (
	"context"
	"slices"

	"dpals/internal/parallel"
)

// WithoutUser returns the ratings as they would be had user i (0 ≤ i < Users) never taken part: the same catalogue,
// titles and range, and the other users under their old ids.
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
	if r.outside != nil {
		s.outside = r.outside.WithoutUser(i)
	}
	return s
}

// WithoutRatingsOf returns the ratings with the row of user i empty: everybody keeps their number, and with it whatever is
// random for them.
func (r *Ratings) WithoutRatingsOf(i int) *Ratings {
	return r.filter(func(user int, _ uint32) bool { return user != i })
}

func (r *Ratings) about() About {
	return About{
		Users: r.UserNames, Items: r.ItemNames, Titles: r.Titles,
		Low: r.Low, High: r.High, Origin: r.Origin,
	}
}

// empty returns ratings of the same users and items with no rating, and room for the row pointers.
func (r *Ratings) empty() *Ratings {
	s := r.about().ratings()
	s.Users, s.Items = r.Users, r.Items
	s.Ptr = make([]int64, r.Users+1)
	return s
}

// allocate turns the row lengths in Ptr[1:] into row pointers and makes room for the ratings.
func (r *Ratings) allocate() {
	for i := range r.Users {
		r.Ptr[i+1] += r.Ptr[i]
	}
	r.Item = make([]uint32, r.Ptr[r.Users])
	r.Value = make([]float32, r.Ptr[r.Users])
}

// filter returns the ratings that keep accepts. keep is called twice for each, from several goroutines.
func (r *Ratings) filter(keep func(user int, item uint32) bool) *Ratings {
	always := context.Background()
	s := r.empty()
	_ = parallel.Blocks(always, r.Users, 256, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			items, _ := r.User(i)
			for _, j := range items {
				if keep(i, j) {
					s.Ptr[i+1]++
				}
			}
		}
	})
	s.allocate()
	_ = parallel.Blocks(always, r.Users, 256, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			at := s.Ptr[i]
			items, values := r.User(i)
			for k, j := range items {
				if keep(i, j) {
					s.Item[at], s.Value[at] = j, values[k]
					at++
				}
			}
		}
	})
	return s
}

// union returns the ratings of a and b together; they share users and items and no rating.
func union(a, b *Ratings) *Ratings {
	s := a.empty()
	for i := range s.Ptr {
		s.Ptr[i] = a.Ptr[i] + b.Ptr[i]
	}
	s.Item = make([]uint32, a.Count()+b.Count())
	s.Value = make([]float32, len(s.Item))
	_ = parallel.Blocks(context.Background(), s.Users, 256, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			at := s.Ptr[i]
			p, q := a.Ptr[i], b.Ptr[i]
			for ; at < s.Ptr[i+1]; at++ {
				if q == b.Ptr[i+1] || (p < a.Ptr[i+1] && a.Item[p] < b.Item[q]) {
					s.Item[at], s.Value[at] = a.Item[p], a.Value[p]
					p++
				} else {
					s.Item[at], s.Value[at] = b.Item[q], b.Value[q]
					q++
				}
			}
		}
	})
	return s
}
