package noise

import (
	"fmt"
	"math"
)

const (
	// minLaplace is the least pure ε of a coordinate. Above it, rounding costs at most a thousandth of ε.
	minLaplace = 0x1p-32
	// maxLaplace is the largest pure ε of a coordinate that is used; a larger ε is treated as this one.
	maxLaplace = 64
	// laplaceSlack is an upper bound on what the rounding of all thresholds adds to a coordinate's ε
	// (docs/privacy/local.md#laplace).
	laplaceSlack = 0x1p-42

	// MinReach is the smallest bound on how many grid units apart two values may be.
	MinReach = 1 << 8
	// MaxReach is the largest such bound.
	MaxReach = 1 << 16
)

// Laplace is two-sided geometric noise: ±(g + ½) grid units with P(g) ∝ e^(−λg), g = 0, 1, …. A change of one unit changes
// a probability by the factor e^λ or 1. Bit i of g, for i < b, is an independent coin with
//
//	P(1) = 1/(1 + e^(λ·2ⁱ)),
//
// and g div 2^b counts successes of probability e^(−λ·2^b) before the first failure, b such that the exponent is in
// [½, 1). Nothing is cut off. It is a value without state, safe for concurrent use.
type Laplace struct {
	lambda float64
	low    []uint64 // thresholds of the low bits
	high   uint64   // threshold of a success
}

// NewLaplace returns the noise of pure ε for values that are at most reach grid units apart.
func NewLaplace(epsilon float64, reach int) (Laplace, error) {
	switch {
	case !(epsilon >= minLaplace):
		return Laplace{}, fmt.Errorf("ε = %.3g of one coordinate is too small: it must be at least %.3g", epsilon, float64(minLaplace))
	case reach < MinReach || reach > MaxReach:
		return Laplace{}, fmt.Errorf("values %d grid units apart cannot be randomised exactly: choose a grid with %d to %d", reach, MinReach, MaxReach)
	}
	lambda := (min(epsilon, maxLaplace) - laplaceSlack) / float64(reach) * (1 - 0x1p-50)
	_, exponent := math.Frexp(lambda)
	l := Laplace{lambda: lambda, low: make([]uint64, max(0, -exponent))}
	for i := range l.low {
		l.low[i] = threshold(1 / (1 + math.Exp(math.Ldexp(lambda, i))))
	}
	l.high = threshold(math.Exp(-math.Ldexp(lambda, len(l.low))))
	return l, nil
}

// threshold returns a probability in (0, 1) in units of 2⁻⁶⁴.
func threshold(p float64) uint64 { return uint64(math.Ldexp(p, 64)) }

// Scale returns the noise's scale 1/λ in grid units; its standard deviation is √2 times as much.
func (l Laplace) Scale() float64 { return 1 / l.lambda }

// batch is the number of values that are drawn together.
const batch = 64

// Sample adds noise to values in place. Values are whole numbers of grid units below 2⁵³ and become odd multiples of half a
// unit.
func (l Laplace) Sample(values []float64, t *Stream) {
	for len(values) > 0 {
		n := min(batch, len(values))
		l.sample(values[:n], t)
		values = values[n:]
	}
}

func (l Laplace) sample(values []float64, t *Stream) {
	var g [batch]uint64
	for i, low := range l.low {
		g[i] = t.coins(low)
	}
	transpose(&g)
	unit := uint64(1) << len(l.low)
	for going := ^uint64(0) >> (batch - len(values)); going != 0; {
		going &= t.coins(l.high)
		for i := range values {
			g[i] += going >> i & 1 * unit
		}
	}
	sign := t.word()
	for i, v := range values {
		halves := int64(2*g[i] + 1)
		if sign>>i&1 == 1 {
			halves = -halves
		}
		// The sum is exact as an integer. If float64 cannot hold it, the report is rounded, not the noise.
		values[i] = float64(2*int64(v)+halves) / 2
	}
}

// Loss returns the privacy loss ln P(reported | a)/P(reported | b).
func (l Laplace) Loss(a, b, reported []float64) (loss float64) {
	for i, x := range reported {
		loss += l.log(math.Abs(x-a[i])-0.5) - l.log(math.Abs(x-b[i])-0.5)
	}
	return loss
}

// log returns ln P(g) up to a constant, from the thresholds in use.
func (l Laplace) log(g float64) (sum float64) {
	bits := uint64(g)
	for i, low := range l.low {
		if bits>>i&1 == 1 {
			sum += ratio(low, -low)
		}
	}
	return sum + float64(bits>>len(l.low))*ratio(l.high, 1<<63) - float64(bits>>len(l.low))*math.Ln2
}

// WorstLoss returns an upper bound on the Loss of any report.
func (l Laplace) WorstLoss(a, b []float64) float64 {
	apart, differ := 0.0, 0.0
	for i := range a {
		if a[i] != b[i] {
			apart += math.Abs(a[i] - b[i])
			differ++
		}
	}
	return l.lambda*apart + differ*laplaceSlack
}

// Statistic returns the absolute noise less its mean, in units of its scale, summed over the values, and its variance.
func (l Laplace) Statistic(exact, reported []float64) (statistic, variance float64) {
	q := -math.Expm1(-l.lambda) // 1 − e^−λ
	mean := (1-q)/q + 0.5
	for i, x := range reported {
		statistic += (math.Abs(x-exact[i]) - mean) * l.lambda
	}
	return statistic, float64(len(reported)) * (1 - q) / (q * q) * l.lambda * l.lambda
}
