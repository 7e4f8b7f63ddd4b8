package accounting

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// EquivalentMu returns a ν such that the selection of runs of cost μ tells no more than one number from N(0, 1) or N(ν, 1),
// by any test. What is composed as μ² = Σ μᵢ² may count the selection with it, as no single (ε, δ) could be. It is
// +Inf where none is found (docs/privacy/selection.md).
//
// It is what a selection costs beside other runs, and more than Epsilon states for it alone; for few runs it may be
// more than publishing all of them costs.
func (s *Selection) EquivalentMu(mu float64) (float64, error) {
	switch {
	case !(mu >= 0):
		return 0, fmt.Errorf("μ = %g: give a number that is not negative", mu)
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
	for !d.by(high) {
		if low, high = high, 1.25*high; high > distinct {
			return math.Inf(1), nil
		}
	}
	for high-low > 1e-3*high {
		if mid := low + (high-low)/2; d.by(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high, nil
}

// dominance compares a selection with one Gaussian number by their trade-off curves: the least error of the second
// kind at an error of the first kind of α. That of the selection lies above the line 1 − δ(ε) − e^ε·α for every ε ≥ 0,
// and is symmetric; that of the number is G(α) = Φ(Φ⁻¹(1 − α) − ν).
type dominance struct {
	*arc
	unit  float64
	lines []line // by ε
}

// line is 1 − delta − slope·α.
type line struct{ epsilon, delta, slope float64 }

// unitLines is how many lines there are up to the ε where the selection has little left.
const unitLines = 100

// slack is relative, and far more than the errors of what is compared.
const slack = 1e-9

// farEnough bounds in how many standard deviations the tail is looked for.
const farEnough = 60

// epsilon is that of the k-th line: equally far apart at first, and then ever farther.
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

// by reports whether it is certain that the selection's curve lies above that of ν > μ. Both are symmetric, so that
// it suffices up to G(α) = α. Where the slope of G is steeper than e^ε for the ε of the tail, δ(ε) ≤ δ_ν(ε) says so.
// Elsewhere G is convex and the greatest of the lines is straight between its corners, so the corners say so.
func (d *dominance) by(nu float64) bool {
	last := 1
	for !d.tail(nu, d.epsilon(last)) {
		if last++; d.epsilon(last) > nu*(nu/2+farEnough) {
			return false
		}
	}
	if math.IsInf(d.line(last).slope, 1) {
		return false
	}
	// From the left to the right, lines are ever less steep; top are those that are greatest somewhere so far.
	var top []line
	for k := last; k >= 0; k-- {
		next := d.line(k)
		for n := len(top); n > 1 && corner(top[n-1], next) <= corner(top[n-2], top[n-1]); n = len(top) {
			top = top[:n-1]
		}
		top = append(top, next)
	}
	from, to := above(-(d.epsilon(last)/nu + nu/2)), above(-nu/2)
	for i, l := range top {
		left, right := from, to
		if i > 0 {
			left = max(left, corner(top[i-1], l))
		}
		if i+1 < len(top) {
			right = min(right, corner(l, top[i+1]))
		}
		if left < right && !(d.clear(nu, l, left) && d.clear(nu, l, right)) {
			return false
		}
	}
	return true
}

// corner is the α at which two lines meet, the first the steeper one.
func corner(a, b line) float64 { return (b.delta - a.delta) / (a.slope - b.slope) }

// clear reports whether a line lies above G at α: 1 − G(α) = Φ(ν − Φ⁻¹(1 − α)).
func (d *dominance) clear(nu float64, l line, alpha float64) bool {
	return (l.delta+l.slope*alpha)*(1+slack) <= above(nu+distuv.UnitNormal.Quantile(alpha))*(1-slack)
}

// tail reports whether E[K]·δ_μ(ε − c), which bounds the selection's δ, stays below δ_ν(ε) from here on. With
// s = (ε − c)/μ − μ/2, t = ε/ν − ν/2 and x = t + ν, of which s and x are positive,
//
//	δ_μ(ε − c) ≤ φ(s)/s,    δ_ν(ε) ≥ φ(t)·ν/(x² + 3)
//
// and the logarithm of their quotient rises with ε where s/μ − t/ν, which rises itself, exceeds 1/(√3·ν).
func (d *dominance) tail(nu, epsilon float64) bool {
	s, t := (epsilon-d.worst)/d.mu-d.mu/2, epsilon/nu-nu/2
	x := t + nu
	if !(s > 0 && x > 0) || s/d.mu-t/nu < (1+slack)/(math.Sqrt(3)*nu) {
		return false
	}
	return (s-t)*(s+t)/2+math.Log(s)+math.Log(nu)-math.Log(x*x+3)-math.Log(d.mean) > slack*(1+s*s)
}
