package loaders

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpals/internal/parallel"
)

// MaxCount is the largest number of users, of items and of ratings: each has a uint32 as its index.
const MaxCount = math.MaxUint32

// About is everything that Ratings are built from, except the ratings themselves.
type About struct {
	Users, Items Names
	Titles       []string // by item; nil where there are none
	Low, High    float64  // declared range; both 0: read off the ratings
	Origin       Origin
}

// Triplets are ratings in any order: User[k] rated Item[k] with Value[k]. The three slices have the same length.
type Triplets struct {
	User, Item []uint32
	Value      []float32
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
	const size = 1 << 16 // of a part: enough parts for all processors
	var parts []Triplets
	for from := 0; from < len(item); from += size {
		to := min(len(item), from+size)
		parts = append(parts, Triplets{user[from:to], item[from:to], value[from:to]})
	}
	return FromParts(context.Background(), parts, about)
}

// FromParts is FromTriplets for triplets in several parts, one after the other, that the caller has checked: every index
// has a name, and every value is finite, within ±MaxRating and in the declared range.
func FromParts(ctx context.Context, parts []Triplets, about About) (*Ratings, error) {
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
			err = CheckRange(r.Low, r.High)
		}
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// distribute fills Ptr, Item and Value from triplets, each user's ratings in the order in which they are given.
func (r *Ratings) distribute(ctx context.Context, parts []Triplets) error {
	total := 0
	for _, p := range parts {
		total += len(p.Item)
	}
	// Every group of parts has counters of its own for all users, so more groups than ratings per user would cost more than
	// they save.
	groups := max(1, min(parallel.Processors(), len(parts), total/(r.Users+1)))
	size := max(1, (len(parts)+groups-1)/groups)
	next := make([][]uint32, groups) // by group and user: how many ratings, and then where the next one goes
	for g := range next {
		next[g] = make([]uint32, r.Users)
	}
	eachPart := func(visit func(next []uint32, p Triplets)) error {
		return parallel.Blocks(ctx, len(parts), size, func(_, lo, hi int) {
			for _, p := range parts[lo:hi] {
				if ctx.Err() != nil {
					return
				}
				visit(next[lo/size], p)
			}
		})
	}
	err := eachPart(func(next []uint32, p Triplets) {
		for _, i := range p.User {
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
	return eachPart(func(next []uint32, p Triplets) {
		for k, i := range p.User {
			at := next[i]
			next[i] = at + 1
			r.Item[at], r.Value[at] = p.Item[k], p.Value[k]
		}
	})
}

// ratings returns Ratings without rows.
func (a About) ratings() *Ratings {
	return &Ratings{
		Users: a.Users.Len(), Items: a.Items.Len(),
		UserNames: a.Users, ItemNames: a.Items, Titles: a.Titles,
		Low: a.Low, High: a.High, Origin: a.Origin,
	}
}

// row is the workspace in which one user's ratings are sorted.
type row struct {
	keys   []uint64
	values []float32
}

// sort puts ratings in the order of their items, keeps the last one of each item, and returns how many remain.
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

// closeGaps removes the space that duplicates left: row i has only its first kept[i] places filled.
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

// checkTriplets returns why FromTriplets cannot build Ratings, or nil.
func checkTriplets(user, item []uint32, value []float32, about About) error {
	users, items := about.Users.Len(), about.Items.Len()
	switch {
	case len(user) != len(item) || len(user) != len(value):
		return fmt.Errorf("%d users, %d items and %d values: the three slices must have the same length", len(user), len(item), len(value))
	case users > MaxCount || items > MaxCount || len(user) > MaxCount:
		return fmt.Errorf("%d users, %d items, %d ratings: at most %d of each can be loaded", users, items, len(user), MaxCount)
	case about.Titles != nil && len(about.Titles) != items:
		return fmt.Errorf("%d titles for %d items: give one title for each item, or none", len(about.Titles), items)
	}
	declared := about.Low != 0 || about.High != 0
	if declared {
		if err := CheckRange(about.Low, about.High); err != nil {
			return err
		}
	}
	for k, v := range value {
		switch v64 := float64(v); {
		case int(user[k]) >= users:
			return fmt.Errorf("triplet %d: user %d is not in 0 to %d", k, user[k], users-1)
		case int(item[k]) >= items:
			return fmt.Errorf("triplet %d: item %d is not in 0 to %d", k, item[k], items-1)
		case math.IsNaN(v64) || math.IsInf(v64, 0):
			return fmt.Errorf("triplet %d: rating %g is not a finite number", k, v)
		case math.Abs(v64) > MaxRating:
			return fmt.Errorf("triplet %d: rating %g is outside ±%g: scale the ratings down", k, v, MaxRating)
		case declared && (v64 < about.Low || v64 > about.High):
			return fmt.Errorf("triplet %d: rating %g is outside the declared range %g to %g", k, v, about.Low, about.High)
		}
	}
	return nil
}
