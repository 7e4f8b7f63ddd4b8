package people

import (
	"math"
	"slices"

	"dpals/engine/method"
	"dpals/loaders"
)

// Pick is an item and the rating that a model expects of it.
type Pick struct {
	Item   uint32
	Rating float64 // in rating units, clamped to the rating range
}

// Shortlist is what a person would like most.
type Shortlist struct {
	Picks []Pick // best first; what is expected alike stands in the order of the items
	// Tied is how many items were left out although the model expects as much of them as of the last pick.
	Tied int
	// Alike says that it expects as much of them as of all picks: these are the first of many, and no recommendations.
	Alike bool
}

// Favourites are the n items that a model expects the person to rate highest, without those already rated. They are a
// local function of the shared model and the person's own ratings: whoever may see both may see the favourites.
func Favourites(model method.Model, p Person, r *loaders.Ratings, n int) Shortlist {
	local := model.Local()
	local.Solve(p.Items, p.Values)
	return shortlist(local, p, menuOf(model, r), n)
}

// menu is what a model may recommend from, and in which range.
type menu struct {
	items     int
	named     []bool // by item: whether it may be named; nil: all may
	low, high float64
}

// menuOf returns the items and the range that a model may name: those of its scope where it has one, since that an item
// outside it exists was not released, and else those of the ratings.
func menuOf(model method.Model, r *loaders.Ratings) menu {
	m := menu{items: r.Items}
	m.low, m.high = method.RangeOf(model, r.Low, r.High)
	if s, ok := model.(method.Scoper); ok && s.Scope().Items != nil {
		m.named = make([]bool, r.Items)
		for _, j := range s.Scope().Items {
			m.named[j] = true
		}
	}
	return m
}

// candidate is an item with its expected rating, not clamped, so that what is beyond the range keeps its order.
type candidate struct {
	item   uint32
	rating float64
}

// shortlist is Favourites where the person is solved. Only the best n so far are held.
func shortlist(local method.Local, p Person, m menu, n int) Shortlist {
	n = min(n, m.items-len(p.Items))
	if n <= 0 {
		return Shortlist{}
	}
	best := make([]candidate, 0, n+1)
	tied, k := 0, 0
	for j := range uint32(m.items) {
		if k < len(p.Items) && p.Items[k] == j {
			k++
			continue
		}
		if m.named != nil && !m.named[j] {
			continue
		}
		v := local.Predict(j)
		if math.IsNaN(v) {
			v = math.Inf(-1)
		}
		full := len(best) >= n
		if full && v <= best[n-1].rating {
			if v == best[n-1].rating {
				tied++
			}
			continue
		}
		at := len(best)
		for at > 0 && best[at-1].rating < v {
			at--
		}
		best = slices.Insert(best, at, candidate{j, v})
		if !full {
			continue
		}
		if best[n].rating == best[n-1].rating {
			tied++
		} else {
			tied = 0
		}
		best = best[:n]
	}
	s := Shortlist{Picks: make([]Pick, len(best)), Tied: tied, Alike: tied > 0 && best[0].rating == best[n-1].rating}
	for i, c := range best {
		s.Picks[i] = Pick{c.item, min(max(c.rating, m.low), m.high)}
	}
	return s
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

// parts is into how many a person's ratings are dealt to be predicted from each other.
const parts = 10

// Foretold is what a model expects of each of the person's ratings, in their order and in rating units, from the other
// ratings: a tenth of them is predicted from the rest at a time, so the answer is not read off the question. Somebody
// who has rated one item is predicted as one who has rated none.
func Foretold(model method.Model, p Person, r *loaders.Ratings) []float64 {
	expected := make([]float64, len(p.Items))
	local := model.Local()
	low, high := method.RangeOf(model, r.Low, r.High)
	items, values := make([]uint32, 0, len(p.Items)), make([]float32, 0, len(p.Items))
	for part := range min(parts, len(p.Items)) {
		items, values = items[:0], values[:0]
		for k, j := range p.Items {
			if k%parts != part {
				items, values = append(items, j), append(values, p.Values[k])
			}
		}
		local.Solve(items, values)
		for k := part; k < len(p.Items); k += parts {
			expected[k] = min(max(local.Predict(p.Items[k]), low), high)
		}
	}
	return expected
}
