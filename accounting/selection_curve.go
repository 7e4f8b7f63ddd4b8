package accounting

import "math"

// selected is the curve of a selection (docs/privacy/selection.md). With z = 1 − Φ(s), and z′ = 1 − Φ(s + μ) the least
// value that runs of cost μ allow on neighbouring ratings,
//
//	δ(ε) ≤ W(s₁)·δ_μ(ε − c) + ∫_{−∞}^{s₁} −W′(s)·δ_μ(ε − shift(s)) ds,    W(s) = G′(z) = E[K]·exp(−thinning(s))
//
// where c = gain(s₁) is the maximum of gain(s) = ln(G′(z)/G′(z′)), and shift(s) = μ·(s + μ/2) + order·gain(s) ≤ c.
type selected struct {
	mean float64
	runs runs
}

func (c selected) delta(mu, epsilon float64) float64 { return fromLog(c.at(mu).logDelta(epsilon)) }

func (c selected) epsilon(mu, delta float64) float64 {
	a, target := c.at(mu), logDown(delta)
	excess := func(epsilon float64) float64 { return a.logDelta(epsilon) - target }
	low := 0.0
	if c.mean >= 1 {
		low = exact{}.epsilon(mu, delta) // a selection costs at least as much as one run
	}
	if math.IsInf(low, 1) || excess(low) <= 0 {
		return low
	}
	high := low + min(a.worst, math.Sqrt(c.mean)*mu) + math.SmallestNonzeroFloat64
	for !math.IsInf(high, 1) && excess(high) > 0 {
		high *= 2
	}
	if math.IsInf(high, 1) {
		return high
	}
	return narrow(excess, low, high)
}

func (c selected) mu(epsilon, delta float64) float64 {
	target := logDown(delta)
	excess := func(mu float64) float64 { return c.at(mu).logDelta(epsilon) - target }
	most := delta // the largest δ of a single run
	if c.mean < 1 {
		most = delta / c.mean
	}
	if most >= 1 {
		return math.Inf(1) // the probability that anything is published is at most δ
	}
	high := exact{}.mu(epsilon, most)
	if excess(high) <= 0 {
		return high
	}
	low := high / 2
	for low > 0 && excess(low) > 0 {
		low, high = low/2, low
	}
	if low == 0 {
		return 0
	}
	return narrow(excess, high, low)
}

// arc is the part of a selected curve that does not depend on ε, at one μ.
type arc struct {
	selected
	mu       float64
	composed float64 // μ of publishing all runs, if their number is fixed; +Inf otherwise
	worst    float64 // c, rounded up
	edges    []edge  // of the panels, by ascending s; the last is s₁, or where W is negligible
}

type edge struct{ s, thinning, shift float64 }

// Below −farthest, Φ(s) underflows; with a thinning above thinnest, so does W.
const farthest, thinnest = 37, 800

// Runs with a cost above distinct can be told apart with certainty: the gain has its maximum at every s.
const distinct = 1e4

func (c selected) at(mu float64) *arc {
	a := &arc{selected: c, mu: mu, composed: math.Inf(1)}
	if f, ok := c.runs.(fixed); ok {
		a.composed = math.Sqrt(float64(f.n)) * mu * (1 + 0x1p-51)
		a.worst = math.Inf(1)
	}
	if mu > distinct {
		a.worst = max(a.worst, c.runs.thinning(farthest))
		a.edges = []edge{{}}
		return a
	}
	// The gain rises while the slope at s + μ exceeds the slope at s: up to s₁, or without end if the slope only rises.
	left, right := -farthest-mu, float64(farthest)
	if math.IsInf(a.worst, 1) {
		left = right
	}
	for range 200 {
		mid := left + (right-left)/2
		if mid <= left || mid >= right {
			break
		}
		if a.isRising(mid) {
			left = mid
		} else {
			right = mid
		}
	}
	// Near its maximum the gain is flat, so the error of s₁ is far below the margin added here.
	a.worst = max(a.worst, a.gain(left)*(1+0x1p-40))
	a.setEdges(left)
	return a
}

// setEdges sets the edges up to the end: wide panels where W is nearly constant, and narrow ones where it falls fast.
func (a *arc) setEdges(end float64) {
	for s := min(end, -farthest); ; {
		e := a.edge(s)
		a.edges = append(a.edges, e)
		if s >= end || e.thinning >= thinnest {
			return
		}
		width := max(1, -s/4)
		for a.runs.thinning(s+width) > e.thinning+16 {
			width /= 2
		}
		s = min(s+width, end)
	}
}

func (a *arc) edge(s float64) edge { return edge{s, a.runs.thinning(s), a.shift(s)} }

// shift returns shift(s), rounded up by more than its error.
func (a *arc) shift(s float64) float64 {
	tilt := a.mu * (s + a.mu/2)
	return tilt + a.runs.order()*a.gain(s) + 0x1p-48*math.Abs(tilt)
}

// gain returns gain(s), rounded up by more than its error.
func (a *arc) gain(s float64) float64 {
	gain := rise(a.runs.thinning, a.runs.slope, s, a.mu)
	if a.mu >= flat {
		gain += 0x1p-49 * a.runs.thinning(s+a.mu)
	}
	return gain * (1 + 0x1p-47)
}

// isRising reports whether the gain rises with s.
func (a *arc) isRising(s float64) bool { return rise(a.runs.slope, a.runs.bend, s, a.mu) > 0 }

// flat is the width below which integrating the derivative is more accurate than a difference.
const flat = 1.0 / 8

// rise returns f(s + width) − f(s).
func rise(f, derivative func(float64) float64, s, width float64) float64 {
	if width < flat {
		return gauss(derivative, s, width)
	}
	return f(s+width) - f(s)
}
