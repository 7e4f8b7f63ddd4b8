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
