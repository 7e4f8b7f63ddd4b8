package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// burst times run, repeated for about 50 µs, short enough that now and then nothing else has the core.
func burst(repeat int, run func()) time.Duration {
	start := time.Now()
	for range repeat {
		run()
	}
	return time.Since(start) / time.Duration(repeat)
}

// share reports the best speed of run among bursts, in GFLOP/s and as a share of the best speed of the active
// variant's plain multiply-adds, measured in turns with it; for 0 operations, the time alone.
func share[F Float](b *testing.B, flop float64, run func()) {
	b.Helper()
	l := loopsOf[F]()
	best, peak := time.Duration(1<<62), time.Duration(1<<62)
	repeat := 1
	for burst(repeat, run)*time.Duration(repeat) < 50*time.Microsecond {
		repeat *= 2
	}
	const rounds = 2000
	for i := 0; i < 400; i++ {
		best = min(best, burst(repeat, run))
		if l.peak != nil {
			peak = min(peak, burst(1, func() { l.peak(rounds) }))
		}
	}
	speed := flop / float64(best.Nanoseconds())
	b.ReportMetric(float64(best.Nanoseconds()), "best-ns")
	if flop > 0 {
		b.ReportMetric(speed, "GFLOP/s")
	}
	if flop > 0 && l.peak != nil {
		b.ReportMetric(100*speed*float64(peak.Nanoseconds())/(rounds*12*2*float64(l.lanes)), "%peak")
	}
	b.ReportMetric(0, "ns/op")
}

func benchGram[F Float](b *testing.B, rank int) {
	r := rand.New(rand.NewPCG(1, 1))
	var q Normal[F]
	q.Reset(rank)
	for i := range q.panel {
		q.panel[i] = F(r.NormFloat64())
	}
	l := loopsOf[F]()
	share[F](b, float64(q.block)*float64(rank)*float64(rank+1), func() { addGram(l, q.block, q.panel, q.layout, q.h) })
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
		b.ReportMetric(Peak[float32](100*time.Millisecond), "f32-GFLOP/s")
		b.ReportMetric(Peak[float64](100*time.Millisecond), "f64-GFLOP/s")
		b.ReportMetric(0, "ns/op")
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

func BenchmarkSolveBatch(b *testing.B) {
	eachBench(b, func(b *testing.B) {
		for _, n := range []int{32, 128} {
			b.Run(fmt.Sprint(n), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 1))
				problems := make([]Problem, lanes)
				rhs := make([][]float64, lanes)
				for k := range problems {
					packed, _ := randomPacked(r, n)
					rhs[k] = make([]float64, n)
					for i := range rhs[k] {
						rhs[k][i] = r.NormFloat64()
					}
					problems[k] = Problem{Upper: packed, Ridge: 1, B: make([]float64, n)}
				}
				var p Positive
				solve := func() {
					for k := range problems {
						copy(problems[k].B, rhs[k])
					}
					p.SolveBatch(problems)
				}
				share[float64](b, lanes*float64(n*n)*(4*float64(n)/3+30), solve)
			})
		}
	})
}

func BenchmarkDot(b *testing.B) {
	eachBench(b, func(b *testing.B) {
		for _, n := range []int{16, 128} {
			x := make([]float32, n)
			b.Run(fmt.Sprint(n), func(b *testing.B) {
				share[float32](b, 2*float64(n), func() { Dot(x, x) })
			})
		}
	})
}
