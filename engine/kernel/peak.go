package kernel

import "time"

// Peak measures the best speed of the active variant's plain multiply-adds on one core, in GFLOP/s for the element
// type: what the speed of any kernel may be compared with. It takes about the given time, and returns 0 for the
// portable variant, which has no vector instructions to measure.
func Peak[F Float](about time.Duration) float64 {
	const (
		rounds = 2000 // some 10 µs, so that other work on the machine spares a few
		chains = 12   // multiply-adds in a round
	)
	l := loopsOf[F]()
	if l.peak == nil {
		return 0
	}
	best := time.Duration(1 << 62)
	for end := time.Now().Add(about); time.Now().Before(end); {
		start := time.Now()
		l.peak(rounds)
		best = min(best, time.Since(start))
	}
	return rounds * chains * 2 * float64(l.lanes) / float64(best.Nanoseconds())
}
