package loaders

import "slices"

// entries are triplets: user[k] rated item[k] with value[k].
type entries struct {
	user, item []uint32
	value      []float32
}

func (t *entries) add(user, item uint32, value float32) {
	t.user, t.item, t.value = append(t.user, user), append(t.item, item), append(t.value, value)
}

// grow makes room for n more triplets.
func (t *entries) grow(n int) {
	t.user, t.item, t.value = slices.Grow(t.user, n), slices.Grow(t.item, n), slices.Grow(t.value, n)
}

// clone returns a copy without room for more.
func (t *entries) clone() entries {
	c := entries{make([]uint32, len(t.user)), make([]uint32, len(t.item)), make([]float32, len(t.value))}
	copy(c.user, t.user)
	copy(c.item, t.item)
	copy(c.value, t.value)
	return c
}

// cut returns the triplets in parts of a size, which alias them.
func (t entries) cut(size int) []entries {
	parts := make([]entries, 0, (len(t.item)+size-1)/size)
	for lo := 0; lo < len(t.item); lo += size {
		hi := min(len(t.item), lo+size)
		parts = append(parts, entries{t.user[lo:hi], t.item[lo:hi], t.value[lo:hi]})
	}
	return parts
}

// empty reports whether parts hold no triplet.
func empty(parts []entries) bool {
	return !slices.ContainsFunc(parts, func(p entries) bool { return len(p.item) > 0 })
}

// part splits triplets in place, both kinds in their old order: kept are those whose items have a place, under that
// number, and left the others, under their own.
func part(parts []entries, places []uint32) (kept, left []entries) {
	for _, t := range parts {
		var out entries
		n := 0
		for k, j := range t.item {
			if place := places[j]; place == outside {
				out.add(t.user[k], j, t.value[k])
			} else {
				t.user[n], t.item[n], t.value[n] = t.user[k], place, t.value[k]
				n++
			}
		}
		kept, left = append(kept, entries{t.user[:n], t.item[:n], t.value[:n]}), append(left, out)
	}
	return kept, left
}
