package accounting

import "math"

// selected is the curve of a selection (docs/privacy/selection.md). With z = 1 − Φ(s), and z′ = 1 − Φ(s + μ) the least
// that runs of cost μ allow on neighbouring ratings,
//
//	δ(ε) ≤ W(s₁)·δ_μ(ε − c) + ∫_{−∞}^{s₁} −W′(s)·δ_μ(ε − shift(s)) ds,    W(s) = G′(z) = E[K]·exp(−thinning(s))
//
// where c = gain(s₁) is the most of gain(s) = ln(G′(z)/G′(z′)), and shift(s) = μ·(s + μ/2) + order·gain(s) ≤ c.
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
		low = exact{}.epsilon(mu, delta) // a selection costs no less than a run
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
	most := delta // that a single run may have
	if c.mean < 1 {
		most = delta / c.mean
	}
	if most >= 1 {
		return math.Inf(1) // that anything at all is published has no larger chance
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

// arc is a selected curve at one μ: what does not depend on ε.
type arc struct {
	selected
	mu       float64
	composed float64 // μ of publishing all runs, where their number is fixed; +Inf elsewhere
	worst    float64 // c, from above
	edges    []edge  // of panels, by ascending s; the last is s₁, or where W is next to nothing
}

type edge struct{ s, thinning, shift float64 }

// Below −farthest, Φ(s) is hardly a number; thinned by more than thinnest, neither is W.
const farthest, thinnest = 37, 800

// Runs of a cost over distinct can be told apart for certain: all the gain there can be is there at every s.
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
	// The gain rises while the slope at s + μ exceeds that at s: up to s₁, and for ever if the slope only rises.
	left, right := -farthest-mu, float64(farthest)
	if math.IsInf(a.worst, 1) {
		left = right
	}
	for range 200 {
		mid := left + (right-left)/2
		if mid <= left || mid >= right {
			break
		}
		if a.rising(mid) {
			left = mid
		} else {
			right = mid
		}
	}
	// Next to its most, the gain is flat: far within the margin added to it.
	a.worst = max(a.worst, a.gain(left)*(1+0x1p-40))
	a.pave(left)
	return a
}

// pave sets the edges up to the end: wide panels where W hardly falls, and narrow ones where it falls fast.
func (a *arc) pave(end float64) {
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

// shift is rounded up by more than its error.
func (a *arc) shift(s float64) float64 {
	tilt := a.mu * (s + a.mu/2)
	return tilt + a.runs.order()*a.gain(s) + 0x1p-48*math.Abs(tilt)
}

// gain is rounded up by more than its error.
func (a *arc) gain(s float64) float64 {
	gain := rise(a.runs.thinning, a.runs.slope, s, a.mu)
	if a.mu >= flat {
		gain += 0x1p-49 * a.runs.thinning(s+a.mu)
	}
	return gain * (1 + 0x1p-47)
}

// rising reports whether the gain rises with s.
func (a *arc) rising(s float64) bool { return rise(a.runs.slope, a.runs.bend, s, a.mu) > 0 }

// flat is the width below which a difference is better taken by integrating the derivative.
const flat = 1.0 / 8

// rise returns f(s + width) − f(s).
func rise(f, derivative func(float64) float64, s, width float64) float64 {
	if width < flat {
		return gauss(derivative, s, width)
	}
	return f(s+width) - f(s)
}
