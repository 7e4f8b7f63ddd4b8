package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestDualSolvesAsNormalDoes(t *testing.T) {
	each(t, func(t *testing.T) {
		var dual Dual
		var normal Normal[float64]
		for _, rank := range []int{1, 3, 8, 16, 17, 31, 32, 64, 100, 128, 129} {
			for _, count := range []int{0, 1, 2, 7, 8, 9, 16, 17, 30, 33, 64, 90, 129} {
				t.Run(fmt.Sprintf("rank %d of %d rows", rank, count), func(t *testing.T) {
					r := rand.New(rand.NewPCG(uint64(rank), uint64(count)))
					items := count + 3
					v := aligned[float32](items * rank)
					for i := range v {
						v[i] = float32(r.NormFloat64())
					}
					index, y, wide := aligned[uint32](count), aligned[float32](count), aligned[float64](count)
					sum := 0.0
					for k := range index {
						index[k] = uint32(r.IntN(items))
						y[k] = float32(r.NormFloat64())
						wide[k] = float64(y[k])
						sum += wide[k]
					}
					const lambda, c, b = 1.5, 3, 2
					normal.Reset(rank)
					normal.Gather(v, index, wide)
					normal.AddDiagonal(lambda)
					want, got := aligned[float64](rank), aligned[float32](rank)
					near := func(name string) {
						t.Helper()
						for i, x := range got {
							if d := float64(x) - want[i]; !(d*d <= 1e-8) {
								t.Fatalf("%s: coordinate %d is %g, want %g", name, i, x, want[i])
							}
						}
					}
					if !normal.Solve(want) || !dual.Solve(v, rank, index, y, lambda, got) {
						t.Fatal("refused")
					}
					near("plain")
					wantA, ok := normal.SolveBordered(want, c+float64(count), b+sum)
					a, ok2 := dual.SolveBordered(v, rank, index, y, lambda, c, b, got)
					if !ok || !ok2 {
						t.Fatal("refused with a border")
					}
					near("bordered")
					if d := float64(a) - wantA; !(d*d <= 1e-8) {
						t.Fatalf("the constant's coefficient is %g, want %g", a, wantA)
					}
				})
			}
		}
	})
}

// BenchmarkUser compares the two ways of solving for a user of d ratings.
func BenchmarkUser(b *testing.B) {
	eachBench(b, func(b *testing.B) {
		for _, size := range [][2]int{{32, 16}, {32, 24}, {32, 100}, {128, 20}, {128, 50}, {128, 80}, {128, 100}, {128, 114}, {128, 128}} {
			rank, d := size[0], size[1]
			const items = 10000
			r := rand.New(rand.NewPCG(1, 1))
			v := make([]float32, items*rank)
			for i := range v {
				v[i] = float32(r.NormFloat64())
			}
			index, y, x := make([]uint32, 1<<16), make([]float32, d), make([]float32, rank)
			for k := range index {
				index[k] = uint32(r.IntN(items))
			}
			at := 0
			next := func() []uint32 {
				at = (at + d) % (len(index) - d)
				return index[at : at+d]
			}
			var normal Normal[float32]
			var dual Dual
			b.Run(fmt.Sprintf("normal/%d of %d", rank, d), func(b *testing.B) {
				share[float32](b, 0, func() {
					normal.Reset(rank)
					normal.Gather(v, next(), y)
					normal.AddDiagonal(1)
					normal.SolveBordered(x, float32(d)+1, 0)
				})
			})
			b.Run(fmt.Sprintf("dual/%d of %d", rank, d), func(b *testing.B) {
				share[float32](b, 0, func() { dual.SolveBordered(v, rank, next(), y, 1, 1, 0, x) })
			})
		}
	})
}
