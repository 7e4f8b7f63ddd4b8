package gradient

import "math/rand/v2"

// projection is Φ, a public random q×m matrix of entries 0 and ±1: every column has one that is not 0, every row ⌊m/q⌋ or
// ⌈m/q⌉. ΦᵀΦ has ones on its diagonal and entries of mean 0, over the random signs, off it. So Φᵀ·(Φ·G) estimates
// G without bias, with errors from the few items that share its bucket. Φ takes O(m) memory instead of q×m numbers,
// and a user computes a coordinate of Φ·G from the ratings they have in one bucket.
//
// Without dimension reduction q = m and Φ is the identity.
type projection struct {
	buckets int      // q
	order   []uint32 // of the items: the item at place p is in bucket p mod q
	sign    []int8   // by item, ±1
}

// identity leaves m items as they are.
func identity(items int) projection {
	p := projection{buckets: items, order: make([]uint32, items), sign: make([]int8, items)}
	for j := range p.order {
		p.order[j], p.sign[j] = uint32(j), 1
	}
	return p
}

// project draws a Φ of q rows, 1 ≤ q ≤ m.
func project(items, q int, random *rand.Rand) projection {
	p := identity(items)
	p.buckets = q
	random.Shuffle(items, func(a, b int) { p.order[a], p.order[b] = p.order[b], p.order[a] })
	for j := range p.sign {
		p.sign[j] = int8(2*random.IntN(2) - 1)
	}
	return p
}

// crowd returns how many items share a bucket: m/q.
func (p *projection) crowd() float64 { return float64(len(p.order)) / float64(p.buckets) }

// back adds Φᵀ·y to g: y is q×d, g m×d, both by rows.
func (p *projection) back(g, y []float64, d int) {
	for place, j := range p.order {
		row := y[place%p.buckets*d:][:d]
		for l, x := range row {
			g[int(j)*d+l] += float64(p.sign[j]) * x
		}
	}
}
