package kernel

import (
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
// variant's plain multiply-adds, measured in turns with it. On a machine with other work it is the figure to read.
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
	b.ReportMetric(speed, "GFLOP/s")
	b.ReportMetric(float64(best.Nanoseconds()), "best-ns")
	if l.peak != nil {
		b.ReportMetric(100*speed*float64(peak.Nanoseconds())/(rounds*12*2*float64(l.lanes)), "%peak")
	}
	b.ReportMetric(0, "ns/op")
}
