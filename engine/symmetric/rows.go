package symmetric

import (
	"context"
	"math"
	"slices"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// Rows are a sparse matrix by user over the items of an item matrix. User i has the items Item[Ptr[i]:Ptr[i+1]],
// ascending, each a place among the matrix's items, with the values at the same positions of Value.
type Rows struct {
	Ptr   []int64
	Item  []uint32
	Value []float32
}

// Users is the number of rows.
func (r *Rows) Users() int { return len(r.Ptr) - 1 }

// User returns the row of user i.
func (r *Rows) User(i int) (items []uint32, values []float32) {
	lo, hi := r.Ptr[i], r.Ptr[i+1]
	return r.Item[lo:hi:hi], r.Value[lo:hi:hi]
}

// With returns rows of the same items with room for other values.
func (r *Rows) With() *Rows {
	return &Rows{Ptr: r.Ptr, Item: r.Item, Value: make([]float32, len(r.Value))}
}

// piece is how many entries one piece of light work covers: a millisecond or so, so that cancelling is prompt.
const piece = 1 << 15

// Each calls user for every row, on the threads, and part with the fraction done.
func (r *Rows) Each(ctx context.Context, threads int, part func(float64), user func(worker, i int)) error {
	bounds := parallel.Ranges(r.Ptr, piece)
	return parallel.Each(ctx, threads, len(bounds)-1, func(worker, b int) error {
		for i := bounds[b]; i < bounds[b+1]; i++ {
			user(worker, i)
		}
		part(float64(b+1) / float64(len(bounds)-1))
		return nil
	})
}

// Select returns the ratings that go into the item matrix: those of the listed items (ascending; nil: all), at most k
// of each user (0: all of them), chosen by the user's own coins. Which ones depends on that user's ratings alone.
func Select(ctx context.Context, task *method.Task, items []int, k int) (*Rows, error) {
	r := task.Train
	place := places(items, r.Items)
	kept := make([][]uint32, r.Users) // entries, ascending
	bounds := parallel.Ranges(r.Ptr, piece)
	err := parallel.Each(ctx, task.Threads, len(bounds)-1, func(_, b int) error {
		for i := bounds[b]; i < bounds[b+1]; i++ {
			kept[i] = choose(r, place, i, k, task.Seed)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := &Rows{Ptr: make([]int64, r.Users+1)}
	for i, list := range kept {
		out.Ptr[i+1] = out.Ptr[i] + int64(len(list))
	}
	out.Item, out.Value = make([]uint32, out.Ptr[r.Users]), make([]float32, out.Ptr[r.Users])
	for i, list := range kept {
		chosen, values := out.User(i)
		for n, e := range list {
			chosen[n], values[n] = uint32(place[r.Item[e]]), r.Value[e]
		}
	}
	return out, nil
}

// places returns the place of every item among the listed ones, or −1.
func places(items []int, all int) []int32 {
	place := make([]int32, all)
	for j := range place {
		place[j] = int32(j)
		if items != nil {
			place[j] = -1
		}
	}
	for p, j := range items {
		place[j] = int32(p)
	}
	return place
}

// choose returns the entries of user i that are kept, ascending.
func choose(r *loaders.Ratings, place []int32, i, k int, seed [32]byte) []uint32 {
	var list []uint32
	for e := r.Ptr[i]; e < r.Ptr[i+1]; e++ {
		if place[r.Item[e]] >= 0 {
			list = append(list, uint32(e))
		}
	}
	if k > 0 && len(list) > k {
		list = method.PickRandom(list, k, method.UserRandom(seed, r.UserNames.At(i), 0))
		slices.Sort(list)
	}
	return list
}

// Clip writes src, scaled down so that its norm is at most bound, to dst, truncated to 2^grid for the grid of Grid. A
// row that is not finite becomes zero.
func Clip(dst []float32, src []float64, bound float64, grid int) {
	size := 0.0
	for _, x := range src {
		size = max(size, math.Abs(x))
		if x != x {
			size = x
			break
		}
	}
	clear(dst)
	if !(size > 0) || !finite(size) {
		return
	}
	square := 0.0
	for _, x := range src { // over size, so that no square overflows
		square += (x / size) * (x / size)
	}
	scale := min(1, bound*method.Margin/math.Sqrt(square)/size)
	for n, x := range src {
		dst[n] = float32(accounting.Truncate(x*scale, grid))
	}
}
