package people

import (
	"cmp"
	"slices"

	"dpals/engine/method"
)

// Pick is an item and the rating that a model expects of it.
type Pick struct {
	Item   uint32
	Rating float64 // in rating units, clamped to the rating range
}

// Favourites are the n items of m that the model expects the person to rate highest, best first, without those she has
// rated. They are a local function of the shared model and her own ratings: whoever may see these may see the favourites.
func Favourites(model method.Model, p Person, items, n int, low, high float64) []Pick {
	local := model.Local()
	local.Solve(p.Items, p.Values)
	picks := make([]Pick, 0, items)
	expected := make([]float64, 0, items) // not clamped, so that what is beyond the range keeps its order
	k := 0
	for j := range uint32(items) {
		if k < len(p.Items) && p.Items[k] == j {
			k++
			continue
		}
		picks, expected = append(picks, Pick{Item: j}), append(expected, local.Predict(j))
	}
	order := make([]int, len(picks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(expected[b], expected[a]) })
	best := make([]Pick, min(n, len(order)))
	for i := range best {
		best[i] = Pick{picks[order[i]].Item, min(max(expected[order[i]], low), high)}
	}
	return best
}

// Overlap counts the items that both lists have.
func Overlap(a, b []Pick) int {
	common := 0
	for _, p := range a {
		if slices.ContainsFunc(b, func(q Pick) bool { return q.Item == p.Item }) {
			common++
		}
	}
	return common
}
