package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// exactReference sums in int64.
func exactReference(v []float32, rank int, index []uint32, scale, t []float64) (upper, right []float64) {
	x, g := make([]int64, rank*rank), make([]int64, rank)
	z := make([]int64, rank)
	for k, i := range index {
		for a := range z {
			u := scale[k] * float64(v[int(i)*rank+a])
			if u != u {
				u = 0
			}
			z[a] = int64(math.Trunc(math.Min(math.Max(u, -IntegerBound), IntegerBound)))
		}
		for a := range z {
			for b := a; b < rank; b++ {
				x[a*rank+b] += z[a] * z[b]
			}
			g[a] += int64(t[k]) * z[a]
		}
	}
	for a := range z {
		for b := a; b < rank; b++ {
			upper = append(upper, float64(x[a*rank+b]))
		}
		right = append(right, float64(g[a]))
	}
	return upper, right
}

// exactCase is rows to sum and what int64 makes of them.
type exactCase struct {
	rank         int
	v            []float32
	index        []uint32
	scale, t     []float64
	upper, right []float64
}

func exactCases() (list []exactCase) {
	for _, rank := range ranks {
		for _, count := range []int{0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 600, 5000} {
			if count > 33 && count*rank*rank > 1<<20 && (rank != 257 || count != 257) {
				continue
			}
			r := rand.New(rand.NewPCG(uint64(rank), uint64(count)))
			items := count/2 + 1
			c := exactCase{
				rank: rank, v: make([]float32, items*rank),
				index: make([]uint32, count), scale: make([]float64, count), t: make([]float64, count),
			}
			for i := range c.v {
				c.v[i] = float32(r.NormFloat64())
			}
			c.v[0] = float32(math.NaN())
			c.v[len(c.v)-1] = float32(math.Inf(-1))
			for k := range c.index {
				c.index[k] = uint32(r.IntN(items))
				c.scale[k] = 6000 * r.Float64() // some coordinates are clamped
				c.t[k] = math.Trunc(IntegerBound * (2*r.Float64() - 1))
			}
			c.upper, c.right = exactReference(c.v, rank, c.index, c.scale, c.t)
			list = append(list, c)
		}
	}
	return list
}

func TestExactIsExact(t *testing.T) {
	cases := exactCases()
	each(t, func(t *testing.T) {
		var q Exact
		for _, c := range cases {
			v, index, scale, y := guard(c.v), guard(c.index), guard(c.scale), guard(c.t)
			q.Reset(c.rank)
			half := len(index) / 3
			q.Gather(v, index[:half], scale[:half], y[:half])
			q.Gather(v, index[half:], scale[half:], y[half:])
			same(t, &q, c)
		}
	})
}

// same compares sums with those of a case, bit by bit.
func same(t *testing.T, q *Exact, c exactCase) {
	t.Helper()
	upper, right := make([]float64, len(c.upper)), make([]float64, c.rank)
	q.Upper(upper, 1)
	q.Right(right, 1)
	for i, x := range c.upper {
		if upper[i] != x {
			t.Fatalf("rank %d of %d rows: element %d of X is %g, want %g", c.rank, len(c.index), i, upper[i], x)
		}
	}
	for i, x := range c.right {
		if right[i] != x {
			t.Fatalf("rank %d of %d rows: element %d of g is %g, want %g", c.rank, len(c.index), i, right[i], x)
		}
	}
}

// Every coordinate at its bound, with every sign, is where 32-bit sums would run over first.
func TestExactAtTheBound(t *testing.T) {
	const rank, count = 20, 5000
	c := exactCase{
		rank: rank, v: make([]float32, 2*rank),
		index: make([]uint32, count), scale: make([]float64, count), t: make([]float64, count),
	}
	for i := range c.v {
		c.v[i] = float32(1 - 2*(i/rank*(i%2)))
	}
	for k := range c.index {
		c.index[k], c.scale[k], c.t[k] = uint32(k%2), IntegerBound, -IntegerBound
	}
	c.upper, c.right = exactReference(c.v, rank, c.index, c.scale, c.t)
	each(t, func(t *testing.T) {
		var q Exact
		q.Reset(rank)
		q.Gather(c.v, c.index, c.scale, c.t)
		same(t, &q, c)
	})
}
