package loaders

import (
	"context"

	"dpals/internal/parallel"
)

// FromRows builds Ratings row by row, on all processors. count returns the number of ratings of user i, which it must
// return for the same i each time, and fill sets them: different items in ascending order, and values in the range of
// about, which must be declared. Both are called once for each user; worker is in [0, parallel.Processors()).
func FromRows(ctx context.Context, about About, count func(worker, i int) int, fill func(worker, i int, items []uint32, values []float32)) (*Ratings, error) {
	r := about.ratings()
	if err := r.fillRows(ctx, 16, count, fill); err != nil {
		return nil, err
	}
	return r, nil
}

// fillRows fills Ptr, Item and Value of ratings without rows, a block of users at a time.
func (r *Ratings) fillRows(ctx context.Context, block int, count func(worker, i int) int, fill func(worker, i int, items []uint32, values []float32)) error {
	r.Ptr = make([]int64, r.Users+1)
	err := parallel.Blocks(ctx, r.Users, block, func(worker, from, to int) {
		for i := from; i < to; i++ {
			r.Ptr[i+1] = int64(count(worker, i))
		}
	})
	if err != nil {
		return err
	}
	for i := range r.Users {
		r.Ptr[i+1] += r.Ptr[i]
	}
	total := r.Ptr[r.Users]
	if total > MaxCount {
		return InputErrorf(r.Origin.Source, "%d ratings: at most %d can be loaded; ask for fewer users or ratings", total, MaxCount)
	}
	r.Item, r.Value = make([]uint32, total), make([]float32, total)
	return parallel.Blocks(ctx, r.Users, block, func(worker, from, to int) {
		for i := from; i < to; i++ {
			items, values := r.User(i)
			fill(worker, i, items, values)
		}
	})
}
