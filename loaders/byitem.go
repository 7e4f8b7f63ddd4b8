package loaders

import (
	"context"

	"dpals/internal/parallel"
)

// ByItem is the same ratings compressed by item. Read only.
//
// Item j was rated by the users User[Ptr[j]:Ptr[j+1]], in ascending order, with the values at the same positions of
// Value. Entry holds the position of each of these ratings in Ratings.Item and Ratings.Value, so that a number computed
// per rating by user can be looked up by item.
type ByItem struct {
	Ptr   []int64 // length Items+1
	User  []uint32
	Value []float32
	Entry []uint32
}

// Item returns the users and values of item j. The slices alias the view and must not be changed.
func (b *ByItem) Item(j int) (users []uint32, values []float32) {
	lo, hi := b.Ptr[j], b.Ptr[j+1]
	return b.User[lo:hi:hi], b.Value[lo:hi:hi]
}

// ByItem returns the view by item, which the first call builds in O(Users + Items + Count) on all processors and
// every later call shares. It takes 12 bytes a rating. Safe for concurrent use.
func (r *Ratings) ByItem() *ByItem {
	r.byItemOnce.Do(func() { r.byItem = transpose(r) })
	return r.byItem
}

// transpose returns the same ratings by item.
func transpose(r *Ratings) *ByItem {
	always := context.Background()
	user := make([]uint32, r.Count())
	_ = parallel.Blocks(always, r.Users, 1<<10, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			for e := r.Ptr[i]; e < r.Ptr[i+1]; e++ {
				user[e] = uint32(i)
			}
		}
	})
	ptr, order, _ := group(always, r.Item, r.Items)
	b := &ByItem{Ptr: ptr, Entry: order, User: make([]uint32, len(order)), Value: make([]float32, len(order))}
	_ = parallel.Blocks(always, len(order), stride, func(_, lo, hi int) {
		for k := lo; k < hi; k++ {
			b.User[k] = user[order[k]]
			b.Value[k] = r.Value[order[k]]
		}
	})
	return b
}
