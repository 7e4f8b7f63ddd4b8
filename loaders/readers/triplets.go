package readers

import (
	"slices"

	"dpals/loaders"
)

// triplets are the ratings of a part of a file, in its order.
type triplets struct{ loaders.Triplets }

func (t *triplets) add(user, item uint32, value float32) {
	t.User, t.Item, t.Value = append(t.User, user), append(t.Item, item), append(t.Value, value)
}

// grow makes room for n more triplets.
func (t *triplets) grow(n int) {
	t.User, t.Item, t.Value = slices.Grow(t.User, n), slices.Grow(t.Item, n), slices.Grow(t.Value, n)
}

// clear removes all triplets and keeps their memory.
func (t *triplets) clear() { t.User, t.Item, t.Value = t.User[:0], t.Item[:0], t.Value[:0] }

// clone returns a copy that takes no more memory than it needs.
func (t *triplets) clone() loaders.Triplets {
	c := loaders.Triplets{User: make([]uint32, len(t.User)), Item: make([]uint32, len(t.Item)), Value: make([]float32, len(t.Value))}
	copy(c.User, t.User)
	copy(c.Item, t.Item)
	copy(c.Value, t.Value)
	return c
}

// isEmpty reports whether none of the parts has a triplet.
func isEmpty(parts []loaders.Triplets) bool {
	return !slices.ContainsFunc(parts, func(p loaders.Triplets) bool { return len(p.Item) > 0 })
}

// divide divides triplets in place, both kinds in their old order. inside are those whose item has an index in the
// catalogue, under that index; outside are the others, under their old index.
func divide(parts []loaders.Triplets, indices []uint32) (inside, outside []loaders.Triplets) {
	for _, t := range parts {
		var others triplets
		n := 0
		for k, j := range t.Item {
			if index := indices[j]; index == notListed {
				others.add(t.User[k], j, t.Value[k])
			} else {
				t.User[n], t.Item[n], t.Value[n] = t.User[k], index, t.Value[k]
				n++
			}
		}
		inside = append(inside, loaders.Triplets{User: t.User[:n], Item: t.Item[:n], Value: t.Value[:n]})
		outside = append(outside, others.Triplets)
	}
	return inside, outside
}
