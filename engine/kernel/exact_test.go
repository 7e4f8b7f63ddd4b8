package kernel

import (
	"fmt"
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
			z[a] = int64(math.Trunc(math.Min(math.Max(u, -Most), Most)))
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

func TestExactIsExact(t *testing.T) {
	each(t, func(t *testing.T) {
		var q Exact
		for _, rank := range ranks {
			for _, count := range []int{0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 600, 5000} {
				if count*rank*rank > 1<<24 {
					continue
				}
				t.Run(fmt.Sprintf("rank %d of %d rows", rank, count), func(t *testing.T) {
					r := rand.New(rand.NewPCG(uint64(rank), uint64(count)))
					items := count/2 + 1
					v := aligned[float32](items * rank)
					for i := range v {
						v[i] = float32(r.NormFloat64())
					}
					v[0] = float32(math.NaN())
					v[len(v)-1] = float32(math.Inf(-1))
					index, scale, y := aligned[uint32](count), aligned[float64](count), aligned[float64](count)
					for k := range index {
						index[k] = uint32(r.IntN(items))
						scale[k] = 6000 * r.Float64() // some coordinates are clamped
						y[k] = math.Trunc(Most * (2*r.Float64() - 1))
					}
					q.Reset(rank)
					half := count / 3
					q.Gather(v, index[:half], scale[:half], y[:half])
					q.Gather(v, index[half:], scale[half:], y[half:])
					upper, right := aligned[float64](rank*(rank+1)/2), aligned[float64](rank)
					q.Upper(upper, 1)
					q.Right(right, 1)
					wantUpper, wantRight := exactReference(v, rank, index, scale, y)
					for i, x := range wantUpper {
						if upper[i] != x {
							t.Fatalf("element %d of X is %g, want %g", i, upper[i], x)
						}
					}
					for i, x := range wantRight {
						if right[i] != x {
							t.Fatalf("element %d of g is %g, want %g", i, right[i], x)
						}
					}
				})
			}
		}
	})
}

// Every coordinate at its bound, with every sign, is where 32-bit sums would run over first.
func TestExactAtTheBound(t *testing.T) {
	each(t, func(t *testing.T) {
		const rank, count = 20, 5000
		v := aligned[float32](2 * rank)
		for i := range v {
			v[i] = float32(1 - 2*(i/rank*(i%2)))
		}
		index, scale, y := aligned[uint32](count), aligned[float64](count), aligned[float64](count)
		for k := range index {
			index[k], scale[k], y[k] = uint32(k%2), Most, -Most
		}
		var q Exact
		q.Reset(rank)
		q.Gather(v, index, scale, y)
		upper, right := aligned[float64](rank*(rank+1)/2), aligned[float64](rank)
		q.Upper(upper, 1)
		q.Right(right, 1)
		wantUpper, wantRight := exactReference(v, rank, index, scale, y)
		for i, x := range wantUpper {
			if upper[i] != x {
				t.Fatalf("element %d of X is %g, want %g", i, upper[i], x)
			}
		}
		for i, x := range wantRight {
			if right[i] != x {
				t.Fatalf("element %d of g is %g, want %g", i, right[i], x)
			}
		}
	})
}

// BenchmarkExact and BenchmarkNormal include gathering from a matrix that does not fit the second cache. Both count
// two operations for each term of the upper triangle, on the scale of float64's and float32's peak.
func BenchmarkExact(b *testing.B) {
	eachBench(b, func(b *testing.B) {
		for _, rank := range []int{16, 32, 64, 128} {
			b.Run(fmt.Sprint(rank), func(b *testing.B) {
				const items, count = 20000, 2000
				r := rand.New(rand.NewPCG(1, 1))
				v := make([]float32, items*rank)
				for i := range v {
					v[i] = float32(r.NormFloat64())
				}
				index, scale, y := make([]uint32, count), make([]float64, count), make([]float64, count)
				for k := range index {
					index[k], scale[k], y[k] = uint32(r.IntN(items)), 2000, 100
				}
				var q Exact
				share[float64](b, count*float64(rank)*float64(rank+1), func() {
					q.Reset(rank)
					q.Gather(v, index, scale, y)
				})
			})
		}
	})
}

func BenchmarkNormal(b *testing.B) {
	eachBench(b, func(b *testing.B) {
		for _, rank := range []int{16, 32, 64, 128} {
			b.Run(fmt.Sprint(rank), func(b *testing.B) {
				const items, count = 10000, 128
				r := rand.New(rand.NewPCG(1, 1))
				v := make([]float32, items*rank)
				for i := range v {
					v[i] = float32(r.NormFloat64())
				}
				index, y := make([]uint32, 1<<16), make([]float32, count)
				for k := range index {
					index[k] = uint32(r.IntN(items))
				}
				var q Normal[float32]
				at := 0
				share[float32](b, count*float64(rank)*float64(rank+1), func() {
					q.Reset(rank)
					q.Gather(v, index[at:at+count], y)
					q.flush()
					at = (at + count) % len(index)
				})
			})
		}
	})
}
