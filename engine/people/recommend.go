package people

import (
	"math"
	"slices"

	"dpals/engine/method"
	"dpals/loaders"
)

// Pick is an item and its predicted rating.
type Pick struct {
	Item   uint32
	Rating float64 // in rating units, clamped to the rating range
}

// Recommendations are the items that a model expects a person to rate highest.
type Recommendations struct {
	Picks []Pick // best first; items with equal predictions in the order of the items
	// Tied is the number of items that were left out although their prediction equals that of the last pick.
	Tied int
	// Alike tells that all picks and the tied items have the same prediction: the picks are the first of many, and
	// recommend nothing.
	Alike bool
}

// Recommend returns the n items that a model expects the person to rate highest, without items that the person has
// rated. They are a function of the shared model and the person's own ratings: a reader who may see both may see them.
func Recommend(model method.Model, p Person, r *loaders.Ratings, n int) Recommendations {
	local := model.Local()
	local.Solve(p.Items, p.Values)
	return recommend(local, p, allowedBy(model, r), n)
}

// allowed is what a model may recommend, and the range of its predictions.
type allowed struct {
	items     int
	named     []bool // by item: whether it may be named; nil: all may
	low, high float64
}

// allowedBy returns the items and the range that a model may name: those of its scope if it has one, else those of the
// ratings. That an item outside the scope exists was not released.
func allowedBy(model method.Model, r *loaders.Ratings) allowed {
	m := allowed{items: r.Items}
	m.low, m.high = method.RangeOf(model, r.Low, r.High)
	if s, ok := model.(method.Scoper); ok && s.Scope().Items != nil {
		m.named = make([]bool, r.Items)
		for _, j := range s.Scope().Items {
			m.named[j] = true
		}
	}
	return m
}

// candidate is an item with its predicted rating, not clamped, so that predictions beyond the range keep their order.
type candidate struct {
	item   uint32
	rating float64
}

// recommend returns the n best items for a person whose row local has solved. It holds only the best n so far.
func recommend(local method.Local, p Person, m allowed, n int) Recommendations {
	n = min(n, m.items-len(p.Items))
	if n <= 0 {
		return Recommendations{}
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
	s := Recommendations{Picks: make([]Pick, len(best)), Tied: tied, Alike: tied > 0 && best[0].rating == best[n-1].rating}
	for i, c := range best {
		s.Picks[i] = Pick{c.item, min(max(c.rating, m.low), m.high)}
	}
	return s
}

// Overlap returns the number of items that both lists have.
func Overlap(a, b []Pick) int {
	common := 0
	for _, p := range a {
		if slices.ContainsFunc(b, func(q Pick) bool { return q.Item == p.Item }) {
			common++
		}
	}
	return common
}

// parts is the number of folds in which PredictOwn predicts a person's ratings.
const parts = 10

// PredictOwn returns what a model predicts for each of the person's ratings, in their order and in rating units, from
// the person's other ratings: a tenth of them is predicted from the rest at a time, so no rating predicts itself. A
// single rating is predicted from none.
func PredictOwn(model method.Model, p Person, r *loaders.Ratings) []float64 {
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
