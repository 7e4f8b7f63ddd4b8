package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"gonum.org/v1/gonum/mat"
)

// ranks are the orders tested: every tail of every tile, and around each power of two up to 257.
var ranks = []int{1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 20, 23, 24, 25, 31, 32, 33, 40, 47, 48, 49, 56, 63, 64, 65, 72, 80,
	95, 96, 97, 100, 120, 127, 128, 129, 144, 160, 191, 192, 193, 255, 256, 257}

func tolerance[F Float]() float64 {
	var f F
	if unsafe.Sizeof(f) == 4 {
		return 2e-5
	}
	return 1e-12
}

func testNormal[F Float](t *testing.T) {
	var q Normal[F]
	for _, rank := range ranks {
		for _, count := range []int{0, 1, 3, 4, 15, 16, 17, 64, 65, 300} {
			if rank > 130 && count == 300 {
				count = 5000 / rank
			}
			t.Run(fmt.Sprintf("rank %d of %d rows", rank, count), func(t *testing.T) {
				r := rand.New(rand.NewPCG(uint64(rank), uint64(count)))
				rows := mat.NewDense(count+1, rank, nil) // the last row is zero: gonum has no empty matrices
				v, y, index := aligned[float32](count*rank), aligned[F](count), aligned[uint32](count)
				for k := range count {
					index[k] = uint32(k)
					y[k] = F(r.NormFloat64())
					for i := range rank {
						v[k*rank+i] = float32(r.NormFloat64())
						rows.Set(k, i, float64(v[k*rank+i]))
					}
				}
				q.Reset(rank)
				q.Gather(v, index, y)
				var want mat.Dense
				want.Mul(rows.T(), rows)
				scale := tolerance[F]() * (1 + float64(count))
				q.Each(func(i int, row []F) {
					for j, x := range row {
						if w := want.At(i, i+j); !(math.Abs(float64(x)-w) <= scale) {
							t.Fatalf("H[%d,%d] is %g, want %g", i, i+j, x, w)
						}
					}
				})
				for i := range rank {
					var g, s float64
					for k := range count {
						g += float64(y[k]) * rows.At(k, i)
						s += rows.At(k, i)
					}
					if !(math.Abs(float64(q.Right()[i])-g) <= scale) || !(math.Abs(float64(q.Sums()[i])-s) <= scale) {
						t.Fatalf("border %d is %g, %g, want %g, %g", i, q.Right()[i], q.Sums()[i], g, s)
					}
				}

				// Solutions are judged by what they leave: H·x + s·a − g.
				q.AddDiagonal(2)
				x := aligned[F](rank)
				residual := func(x []F, a float64) {
					for i := range rank {
						left := a*float64(q.Sums()[i]) - float64(q.Right()[i])
						size := 1 + math.Abs(left)
						for j := range rank {
							h := float64(q.h[min(i, j)*q.ld+max(i, j)])
							left += h * float64(x[j])
							size += math.Abs(h * float64(x[j]))
						}
						if !(math.Abs(left) <= 5*tolerance[F]()*size) {
							t.Fatalf("row %d leaves %g of %g", i, left, size)
						}
					}
				}
				if !q.Solve(x) {
					t.Fatal("refused")
				}
				residual(x, 0)
				a, ok := q.SolveBordered(x, F(count)+1, 3)
				if !ok {
					t.Fatal("bordered refused")
				}
				residual(x, float64(a))
				left, size := float64(a)*(float64(count)+1)-3, 1.0
				for i, s := range q.Sums() {
					left += float64(s * x[i])
					size += math.Abs(float64(s * x[i]))
				}
				if !(math.Abs(left) <= 5*tolerance[F]()*size) {
					t.Fatalf("the constant's row leaves %g of %g", left, size)
				}
			})
		}
	}
}

func TestNormal(t *testing.T) {
	each(t, func(t *testing.T) {
		t.Run("float32", testNormal[float32])
		t.Run("float64", testNormal[float64])
	})
}

func benchGram[F Float](b *testing.B, rank int) {
	const count = 256
	r := rand.New(rand.NewPCG(1, 1))
	v := make([]F, count*rank)
	for i := range v {
		v[i] = F(r.NormFloat64())
	}
	var q Normal[F]
	q.Reset(rank)
	for k := 0; k < q.block; k++ {
		row := q.panel[k*q.ld:]
		copy(row, v[k*rank:k*rank+rank])
	}
	l := loopsOf[F]()
	share[F](b, float64(q.block)*float64(rank)*float64(rank+1), func() { addGram(l, q.block, q.panel, q.layout, q.h) })
}

// flops reports floating-point operations per second, given those of one round.
func flops(b *testing.B, each float64) {
	b.ReportMetric(each*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}

func BenchmarkPanelGram(b *testing.B) {
	eachBench(b, func(b *testing.B) {
		for _, rank := range []int{16, 32, 64, 128} {
			b.Run(fmt.Sprintf("f32/%d", rank), func(b *testing.B) { benchGram[float32](b, rank) })
			b.Run(fmt.Sprintf("f64/%d", rank), func(b *testing.B) { benchGram[float64](b, rank) })
		}
	})
}

func benchSolve[F Float](b *testing.B, rank int) {
	r := rand.New(rand.NewPCG(1, 1))
	v := make([]float32, 2*rank*rank)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	var q Normal[F]
	q.Reset(rank)
	for k := range 2 * rank {
		q.Add(v[k*rank:k*rank+rank], 1)
	}
	x := make([]F, rank)
	n := float64(rank)
	share[F](b, n*n*n/3+2*n*n, func() {
		if !q.Solve(x) {
			b.Fatal("refused")
		}
	})
}

func BenchmarkSolve(b *testing.B) {
	eachBench(b, func(b *testing.B) {
		for _, rank := range []int{16, 32, 64, 128} {
			b.Run(fmt.Sprintf("f32/%d", rank), func(b *testing.B) { benchSolve[float32](b, rank) })
			b.Run(fmt.Sprintf("f64/%d", rank), func(b *testing.B) { benchSolve[float64](b, rank) })
		}
	})
}

func BenchmarkPeak(b *testing.B) {
	eachBench(b, func(b *testing.B) {
		if active.f32.peak == nil {
			b.Skip("no vector instructions to measure")
		}
		b.Run("f32", func(b *testing.B) {
			for b.Loop() {
				active.f32.peak(1000)
			}
			flops(b, 1000*12*2*float64(active.f32.lanes))
		})
		b.Run("f64", func(b *testing.B) {
			for b.Loop() {
				active.f64.peak(1000)
			}
			flops(b, 1000*12*2*float64(active.f64.lanes))
		})
	})
}
