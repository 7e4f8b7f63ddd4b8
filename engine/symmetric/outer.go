package symmetric

import (
	"context"
	"math"
	"sort"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/internal/parallel"
)

// Outer is S = Σ_i a_i·a_iᵀ over users, first exact, then noisy: the m×m matrix of one release. It holds S as a packed
// upper triangle by rows, m(m+1)/2 numbers of 8 bytes, and is reused by every iteration. Not safe for concurrent use.
//
// What is released is a vector of these numbers with the diagonal over √2. Its norm is the Frobenius norm of S over √2
// exactly, so the same noise on all of it is the Gaussian mechanism for matrices in Frobenius norm; a plain vector,
// unlike a symmetric block, can be blurred piece by piece on all threads.
type Outer struct {
	items  int
	bound  float64 // on ‖a_i‖²
	plain  bool
	grid   int
	packed []float64
}

// NewOuter returns a sum for a matrix of so many items, where ‖a_i‖² ≤ bound for every user. With plain, all of the
// upper triangle has the same noise and the diagonal is not scaled, as in [DPFW]: twice the variance off the diagonal.
func NewOuter(items int, bound float64, plain bool) *Outer {
	return &Outer{items: items, bound: bound, plain: plain, grid: accounting.GridFor(math.Sqrt(bound), accounting.FactorBits)}
}

// Request asks for the release of the sum. Name, kind, step, proof and weight are for the caller to set.
func (o *Outer) Request() accounting.Request {
	q := accounting.Request{Sensitivity: o.bound, Dimension: o.items * (o.items + 1) / 2, Grid: 2 * o.grid}
	if !o.plain {
		q.Sensitivity = math.Nextafter(o.bound/math.Sqrt2, math.Inf(1))
	}
	return q
}

// Grid is the exponent of the grid on which the values of the rows lie.
func (o *Outer) Grid() int { return o.grid }

// tile is how many numbers of the triangle one piece of the sum covers, about: 512 kB, which stay in a core's cache.
const tile = 1 << 16

// Add sets S to the sum of the rows' outer products, exactly: values lie on the grid, so the order of addition, and with
// it the number of threads, is immaterial. Time O(Σ_i c_i²) for rows of c_i entries, and O(users) for every tile.
func (o *Outer) Add(ctx context.Context, threads int, rows *Rows, part func(float64)) error {
	m := o.items
	if o.packed == nil {
		o.packed = make([]float64, m*(m+1)/2)
	}
	bounds := o.tiles(threads)
	return parallel.Each(ctx, threads, len(bounds)-1, func(_, b int) error {
		first, last := bounds[b], bounds[b+1]
		clear(o.packed[o.start(first):o.start(last)])
		work := 0
		for i := range rows.Users() {
			items, values := rows.User(i)
			if work += 64 + len(items)*o.addUser(items, values, uint32(first), uint32(last)); work > workAtOnce {
				if err := ctx.Err(); err != nil {
					return err
				}
				work = 0
			}
		}
		part(float64(b+1) / float64(len(bounds)-1))
		return nil
	})
}

// workAtOnce is about how many products are added between two checks of the context: some milliseconds.
const workAtOnce = 1 << 22

// start is where row j of the triangle starts, at its diagonal.
func (o *Outer) start(j int) int { return j*o.items - j*(j-1)/2 }

// tiles cuts the rows of the triangle into ranges of about a tile, and at least four for every thread.
func (o *Outer) tiles(threads int) (bounds []int) {
	all := o.start(o.items)
	size := max(1, min(tile, all/(4*threads)))
	bounds = append(bounds, 0)
	for j := 1; j <= o.items; j++ {
		if j == o.items || o.start(j+1)-o.start(bounds[len(bounds)-1]) > size {
			bounds = append(bounds, j)
		}
	}
	return bounds
}

// addUser adds a·aᵀ to the rows [first, last) of the triangle, and returns how many of them it met.
func (o *Outer) addUser(items []uint32, values []float32, first, last uint32) (met int) {
	from := 0
	if first > 0 {
		from = sort.Search(len(items), func(n int) bool { return items[n] >= first })
	}
	values = values[:len(items)]
	for ; from < len(items) && items[from] < last; from++ {
		x := float64(values[from])
		if x == 0 {
			continue
		}
		j := int(items[from])
		row := o.packed[o.start(j):o.start(j+1)]
		if o.plain {
			row[0] += x * x
		} else {
			row[0] += accounting.Truncate(x*x*(math.Sqrt2/2), 2*o.grid)
		}
		rest := values[from+1:]
		for n, item := range items[from+1:] {
			row[int(item)-j] += x * float64(rest[n])
		}
		met++
	}
	return met
}

// Release adds the noise of the planned release of that name, which Request asked for.
func (o *Outer) Release(ctx context.Context, task *method.Task, name string) error {
	blocks, size := o.blocks()
	pending, err := task.Meter.Begin(name, blocks, size)
	if err != nil {
		return err
	}
	err = parallel.Each(ctx, task.Threads, blocks, func(_, b int) error {
		return pending.AddNoise(b, o.packed[b*size:(b+1)*size])
	})
	if err != nil {
		return err
	}
	return pending.End()
}

// blocks cuts the m(m+1)/2 numbers into equal blocks of about m.
func (o *Outer) blocks() (blocks, size int) {
	if o.items%2 == 0 {
		return o.items / 2, o.items + 1
	}
	return (o.items + 1) / 2, o.items
}

// Diagonal returns the diagonal of S.
func (o *Outer) Diagonal() []float64 {
	d := make([]float64, o.items)
	for j := range d {
		d[j] = o.packed[o.start(j)] * o.diagonal()
	}
	return d
}

// diagonal is what the numbers of the diagonal are held over.
func (o *Outer) diagonal() float64 {
	if o.plain {
		return 1
	}
	return math.Sqrt2
}
