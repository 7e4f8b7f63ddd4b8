package loaders

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpals/internal/parallel"
)

// maxIndex is the largest number of users, of items and of ratings: each is numbered by a uint32.
const maxIndex = math.MaxUint32

// About is all of a Ratings but the ratings themselves.
type About struct {
	Users, Items Names
	Titles       []string // by item; nil where there are none
	Low, High    float64  // declared range; both 0: read off the ratings
	Origin       Origin
}

// FromTriplets builds Ratings from triplets in any order: user[k] rated item[k] with value[k]. Where a user rated
// an item more than once the last triplet is kept, and the others are added to Origin.Duplicates. The triplets are
// not changed.
//
// It is an error if the slices differ in length, an index has no name, a value is not finite or outside the
// declared range, the range is empty, the titles do not match the items, or there are more than 2³²−1 users, items
// or ratings.
func FromTriplets(user, item []uint32, value []float32, about About) (*Ratings, error) {
	if err := checkTriplets(user, item, value, about); err != nil {
		return nil, err
	}
	return build(context.Background(), entries{user, item, value}.cut(batchSize), about)
}

// build is FromTriplets on triplets that are known to be good, given in parts, one after the other.
func build(ctx context.Context, parts []entries, about About) (*Ratings, error) {
	r := about.ratings()
	if err := r.distribute(ctx, parts); err != nil {
		return nil, err
	}
	kept := make([]int64, r.Users)
	rows := parallel.Workspaces(func() *row { return new(row) })
	err := parallel.Blocks(ctx, r.Users, 256, func(worker, lo, hi int) {
		for i := lo; i < hi; i++ {
			kept[i] = rows[worker].sort(r.User(i))
		}
	})
	if err != nil {
		return nil, err
	}
	r.closeGaps(kept)
	if about.Low == 0 && about.High == 0 {
		r.Origin.RangeObserved = true
		if r.Low, r.High, err = observedRange(ctx, r.Value); err == nil {
			err = checkRange(r.Low, r.High)
		}
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// distribute makes Ptr, Item and Value of triplets, every user's ratings in the order in which they are given.
func (r *Ratings) distribute(ctx context.Context, parts []entries) error {
	total := 0
	for _, p := range parts {
		total += len(p.item)
	}
	// Every group of parts counts for itself, so more groups than ratings of a user would cost more than they save.
	groups := max(1, min(parallel.Processors(), len(parts), total/(r.Users+1)))
	size := max(1, (len(parts)+groups-1)/groups)
	next := make([][]uint32, groups) // by group and user: how many ratings, and then where the next one goes
	for g := range next {
		next[g] = make([]uint32, r.Users)
	}
	eachPart := func(visit func(next []uint32, p entries)) error {
		return parallel.Blocks(ctx, len(parts), size, func(_, lo, hi int) {
			for _, p := range parts[lo:hi] {
				if ctx.Err() != nil {
					return
				}
				visit(next[lo/size], p)
			}
		})
	}
	err := eachPart(func(next []uint32, p entries) {
		for _, i := range p.user {
			next[i]++
		}
	})
	if err != nil {
		return err
	}
	r.Ptr = make([]int64, r.Users+1)
	at := uint32(0)
	for i := range r.Users {
		r.Ptr[i] = int64(at)
		for _, counts := range next {
			counts[i], at = at, at+counts[i]
		}
	}
	r.Ptr[r.Users] = int64(at)
	r.Item, r.Value = make([]uint32, total), make([]float32, total)
	return eachPart(func(next []uint32, p entries) {
		for k, i := range p.user {
			at := next[i]
			next[i] = at + 1
			r.Item[at], r.Value[at] = p.item[k], p.value[k]
		}
	})
}

func (a About) ratings() *Ratings {
	return &Ratings{
		Users: a.Users.Len(), Items: a.Items.Len(),
		UserNames: a.Users, ItemNames: a.Items, Titles: a.Titles,
		Low: a.Low, High: a.High, Origin: a.Origin,
	}
}

// row is room to sort one user's ratings in.
type row struct {
	keys   []uint64
	values []float32
}

// sort puts ratings in the order of their items, keeps the last of each item, and returns how many are left.
func (r *row) sort(items []uint32, values []float32) int64 {
	sorted := true
	for k := 1; k < len(items) && sorted; k++ {
		sorted = items[k-1] < items[k]
	}
	if sorted {
		return int64(len(items))
	}
	r.keys, r.values = r.keys[:0], append(r.values[:0], values...)
	for k, j := range items {
		r.keys = append(r.keys, uint64(j)<<32|uint64(k))
	}
	slices.Sort(r.keys)
	last := 0
	for k, key := range r.keys {
		if k+1 == len(r.keys) || r.keys[k+1]>>32 != key>>32 {
			items[last], values[last] = uint32(key>>32), r.values[uint32(key)]
			last++
		}
	}
	return int64(last)
}

// closeGaps drops what duplicates left over: row i has only its first kept[i] places filled.
func (r *Ratings) closeGaps(kept []int64) {
	to := int64(0)
	for i, n := range kept {
		from := r.Ptr[i]
		if from != to {
			copy(r.Item[to:to+n], r.Item[from:from+n])
			copy(r.Value[to:to+n], r.Value[from:from+n])
		}
		r.Ptr[i] = to
		to += n
	}
	r.Ptr[r.Users] = to
	r.Origin.Duplicates += int64(len(r.Item)) - to
	r.Item, r.Value = r.Item[:to:to], r.Value[:to:to]
}

func checkTriplets(user, item []uint32, value []float32, about About) error {
	users, items := about.Users.Len(), about.Items.Len()
	switch {
	case len(user) != len(item) || len(user) != len(value):
		return fmt.Errorf("%d users, %d items and %d values do not make triplets", len(user), len(item), len(value))
	case users > maxIndex || items > maxIndex || len(user) > maxIndex:
		return fmt.Errorf("%d users, %d items, %d ratings: at most %d of each can be held", users, items, len(user), maxIndex)
	case about.Titles != nil && len(about.Titles) != items:
		return fmt.Errorf("%d titles for %d items", len(about.Titles), items)
	}
	declared := about.Low != 0 || about.High != 0
	if declared {
		if err := checkRange(about.Low, about.High); err != nil {
			return err
		}
	}
	for k, v := range value {
		switch v64 := float64(v); {
		case int(user[k]) >= users:
			return fmt.Errorf("triplet %d: user %d is not below %d", k, user[k], users)
		case int(item[k]) >= items:
			return fmt.Errorf("triplet %d: item %d is not below %d", k, item[k], items)
		case math.IsNaN(v64) || math.IsInf(v64, 0):
			return fmt.Errorf("triplet %d: rating %g is not a finite number", k, v)
		case math.Abs(v64) > maxBound:
			return fmt.Errorf("triplet %d: rating %g is beyond ±%g", k, v, maxBound)
		case declared && (v64 < about.Low || v64 > about.High):
			return fmt.Errorf("triplet %d: rating %g is outside the range %g to %g", k, v, about.Low, about.High)
		}
	}
	return nil
}

// Bounds of a rating range. Ratings are float32, of which a range has to hold many: means and products of numbers in
// a narrower or a wider one would be rounding errors.
const (
	maxBound = 1e9
	minWidth = 1e-6 // in rating units, and relative to the larger bound
)

// checkRange refuses a range that is empty, or that float32 ratings do not fit.
func checkRange(low, high float64) error {
	largest := max(math.Abs(low), math.Abs(high))
	switch {
	case !(low < high) || math.IsInf(high-low, 0):
		return fmt.Errorf("rating range %g to %g: give two finite numbers, the lower one first", low, high)
	case largest > maxBound:
		return fmt.Errorf("rating range %g to %g: it has to lie within ±%g, so scale the ratings down", low, high, maxBound)
	case high-low < minWidth*max(1, largest):
		return fmt.Errorf("rating range %.9g to %.9g: it has to be at least %.3g wide, so scale the ratings or declare a wider one", low, high, minWidth*max(1, largest))
	}
	return nil
}

// observedRange is the least interval that holds every value, widened by ½ on both sides, or a millionth of a large
// value, where it is a point.
func observedRange(ctx context.Context, values []float32) (low, high float64, err error) {
	if len(values) == 0 {
		return 0, 1, nil
	}
	lows, highs := make([]float32, parallel.Processors()), make([]float32, parallel.Processors())
	for w := range lows {
		lows[w], highs[w] = values[0], values[0]
	}
	err = parallel.Blocks(ctx, len(values), stride, func(worker, lo, hi int) {
		lows[worker] = min(lows[worker], slices.Min(values[lo:hi]))
		highs[worker] = max(highs[worker], slices.Max(values[lo:hi]))
	})
	low, high = float64(slices.Min(lows)), float64(slices.Max(highs))
	if low == high {
		room := max(0.5, minWidth*math.Abs(low))
		return low - room, high + room, err
	}
	return low, high, err
}
