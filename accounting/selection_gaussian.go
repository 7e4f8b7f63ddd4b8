package accounting

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// EquivalentMu returns a ν such that a selection of runs of cost μ is ν-GDP: no test learns more from it than from one
// number that is N(0, 1) or N(ν, 1). With it the selection composes with other runs as μ² = Σ μᵢ², which a single (ε, δ)
// would not allow. It returns +Inf if it finds none (docs/privacy/selection.md).
//
// ν is more than Epsilon implies for the selection alone. For few runs it may exceed the cost of publishing all of them.
func (s *Selection) EquivalentMu(mu float64) (float64, error) {
	switch {
	case !(mu >= 0):
		return 0, fmt.Errorf("μ = %g: must be a number, 0 or more", mu)
	case mu == 0:
		return 0, nil
	case mu > distinct:
		return math.Inf(1), nil
	}
	a := selected{s.mean, s.runs}.at(mu)
	if !math.IsInf(a.composed, 1) {
		return a.composed, nil
	}
	if s.mean == 1 && s.law != Poisson {
		return mu, nil
	}
	d := &dominance{arc: a, unit: (a.worst + mu*(mu+4)) / unitLines}
	low, high := mu, 1.25*mu
	for !d.isBelow(high) {
		if low, high = high, 1.25*high; high > distinct {
			return math.Inf(1), nil
		}
	}
	for high-low > 1e-3*high {
		if mid := low + (high-low)/2; d.isBelow(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high, nil
}

// dominance compares the trade-off curves of a selection and of one Gaussian number: the least type II error at a type I
// error of α. The selection's curve is symmetric and lies above the line 1 − δ(ε) − e^ε·α for every ε ≥ 0; the number's is
// G(α) = Φ(Φ⁻¹(1 − α) − ν).
type dominance struct {
	*arc
	unit  float64
	lines []line // by ε
}

// line is 1 − delta − slope·α.
type line struct{ epsilon, delta, slope float64 }

// unitLines is the number of lines up to the ε at which the selection's δ is small.
const unitLines = 100

// slack is a relative margin, far above the errors of the compared values.
const slack = 1e-9

// farEnough bounds the search for the tail, in standard deviations.
const farEnough = 60

// epsilon returns the ε of the k-th line. The distance between lines is constant at first and then grows.
func (d *dominance) epsilon(k int) float64 {
	part := float64(k) / unitLines
	return d.unit * float64(k) * (1 + part*part)
}

// line returns the k-th line.
func (d *dominance) line(k int) line {
	for i := len(d.lines); i <= k; i++ {
		epsilon := d.epsilon(i)
		d.lines = append(d.lines, line{epsilon, math.Exp(d.logDelta(epsilon)) * (1 + slack), math.Exp(epsilon)})
	}
	return d.lines[k]
}

// isBelow reports whether it is certain that the selection's curve lies above the Gaussian curve of ν > μ. Both curves are
// symmetric, so it suffices to compare up to G(α) = α. Where G is steeper than e^ε for the ε of the tail, δ(ε) ≤ δ_ν(ε)
// proves it. Elsewhere G is convex and the maximum of the lines is straight between its corners, so it suffices to compare
// at the corners.
func (d *dominance) isBelow(nu float64) bool {
	last := 1
	for !d.isTail(nu, d.epsilon(last)) {
		if last++; d.epsilon(last) > nu*(nu/2+farEnough) {
			return false
		}
	}
	if math.IsInf(d.line(last).slope, 1) {
		return false
	}
	// From left to right the lines get less steep. top are the lines so far that are the maximum somewhere.
	var top []line
	for k := last; k >= 0; k-- {
		next := d.line(k)
		for n := len(top); n > 1 && corner(top[n-1], next) <= corner(top[n-2], top[n-1]); n = len(top) {
			top = top[:n-1]
		}
		top = append(top, next)
	}
	from, to := normalCDF(-(d.epsilon(last)/nu + nu/2)), normalCDF(-nu/2)
	for i, l := range top {
		left, right := from, to
		if i > 0 {
			left = max(left, corner(top[i-1], l))
		}
		if i+1 < len(top) {
			right = min(right, corner(l, top[i+1]))
		}
		if left < right && !(d.isAbove(nu, l, left) && d.isAbove(nu, l, right)) {
			return false
		}
	}
	return true
}

// corner returns the α at which two lines meet, the first being the steeper one.
func corner(a, b line) float64 { return (b.delta - a.delta) / (a.slope - b.slope) }

// isAbove reports whether a line lies above G at α: 1 − G(α) = Φ(ν − Φ⁻¹(1 − α)).
func (d *dominance) isAbove(nu float64, l line, alpha float64) bool {
	return (l.delta+l.slope*alpha)*(1+slack) <= normalCDF(nu+distuv.UnitNormal.Quantile(alpha))*(1-slack)
}

// isTail reports whether E[K]·δ_μ(ε − c), which bounds the selection's δ, stays below δ_ν(ε) from this ε on. With
// s = (ε − c)/μ − μ/2, t = ε/ν − ν/2 and x = t + ν, of which s and x are positive,
//
//	δ_μ(ε − c) ≤ φ(s)/s,    δ_ν(ε) ≥ φ(t)·ν/(x² + 3)
//
// and the logarithm of their quotient rises with ε where s/μ − t/ν, which itself rises, exceeds 1/(√3·ν).
func (d *dominance) isTail(nu, epsilon float64) bool {
	s, t := (epsilon-d.worst)/d.mu-d.mu/2, epsilon/nu-nu/2
	x := t + nu
	if !(s > 0 && x > 0) || s/d.mu-t/nu < (1+slack)/(math.Sqrt(3)*nu) {
		return false
	}
	return (s-t)*(s+t)/2+math.Log(s)+math.Log(nu)-math.Log(x*x+3)-math.Log(d.mean) > slack*(1+s*s)
}
