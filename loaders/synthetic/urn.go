package synthetic

import (
	"math/rand/v2"
	"slices"
)

// urn draws items without replacement, each time with probability proportional to the item's weight. It is a binary tree
// of sums of weights: whole numbers, so that removing an item and putting it back restores the sums exactly.
type urn struct {
	leaves int      // a power of two
	sums   []uint64 // node k has the children 2k and 2k+1; the leaf of item j is leaves+j
}

// newUrn returns an urn of items with the given weights.
func newUrn(weights []uint64) *urn {
	u := &urn{leaves: 1}
	for u.leaves < len(weights) {
		u.leaves *= 2
	}
	u.sums = make([]uint64, 2*u.leaves)
	copy(u.sums[u.leaves:], weights)
	for k := u.leaves - 1; k > 0; k-- {
		u.sums[k] = u.sums[2*k] + u.sums[2*k+1]
	}
	return u
}

func (u *urn) clone() *urn { return &urn{leaves: u.leaves, sums: slices.Clone(u.sums)} }

// draw sets items to different items, in the order drawn, in O(len(items)·log m). The urn is the same afterwards.
func (u *urn) draw(r *rand.Rand, items []uint32) {
	weights := make([]uint64, len(items))
	for i := range items {
		x, k := r.Uint64N(u.sums[1]), 1
		for k < u.leaves {
			if k *= 2; x >= u.sums[k] {
				x -= u.sums[k]
				k++
			}
		}
		items[i], weights[i] = uint32(k-u.leaves), u.sums[k]
		for weight := u.sums[k]; k > 0; k /= 2 {
			u.sums[k] -= weight
		}
	}
	for i, j := range items {
		for k := u.leaves + int(j); k > 0; k /= 2 {
			u.sums[k] += weights[i]
		}
	}
}
