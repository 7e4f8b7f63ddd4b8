package accounting

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// legendre are the nodes and weights of a Gauss–Legendre rule on [−1, 1].
var legendre = func() (q struct{ x, w [10]float64 }) {
	quad.Legendre{}.FixedLocations(q.x[:], q.w[:], -1, 1)
	return q
}()

// gauss integrates f over [from, from + width]. The width is an argument because a small one would be lost in from + width.
func gauss(f func(float64) float64, from, width float64) float64 {
	half, sum := width/2, 0.0
	for i, x := range legendre.x {
		sum += legendre.w[i] * f(from+half*(1+x))
	}
	return half * sum
}

// logDelta returns the logarithm of the bound on δ(ε), rounded up.
//
// W falls with s and δ_μ(ε − shift) rises, so a panel contributes at least its fall of W times the latter at its left edge,
// and at most its fall of W times the latter at its right edge. Where these bounds are too far apart, a Gauss rule is
// refined until its result is stable; its result is always clipped to the bounds.
func (a *arc) logDelta(epsilon float64) float64 {
	last := len(a.edges) - 1
	logs := make([]float64, last+1) // ln δ_μ(ε − shift) at the edges
	for i, e := range a.edges {
		logs[i] = logDeltaOf(a.mu, epsilon-e.shift)
	}
	crest := logDeltaOf(a.mu, epsilon-a.worst)
	q := refinement{arc: a, epsilon: epsilon, scale: crest - a.edges[last].thinning}
	panels := make([]panel, last)
	for i := range panels {
		panels[i] = panel{a.edges[i], a.edges[i+1], logs[i], logs[i+1]}
		q.scale = max(q.scale, logs[i+1]-a.edges[i].thinning)
	}
	if math.IsInf(q.scale, -1) {
		return q.scale
	}
	// Left of the first edge W hardly falls. Right of the last edge all that is left of it counts.
	ends := -math.Expm1(-a.edges[0].thinning)*math.Exp(logs[0]-q.scale) + math.Exp(crest-a.edges[last].thinning-q.scale)
	floor := ends
	for _, p := range panels {
		least, _ := q.bounds(p)
		floor += least
	}
	sizes, size := make([]float64, last), ends
	for i, p := range panels {
		least, most := q.bounds(p)
		sizes[i] = most
		if most-least > 0x1p-38*floor {
			sizes[i] = min(most, max(least, q.gauss(p.left.s, p.right.s)))
		}
		size += sizes[i]
	}
	q.tolerance = 0x1p-38 * size
	total := ends
	for i, p := range panels {
		total += q.most(p, sizes[i], refinements)
	}
	log := sumUp(math.Log(a.mean), q.scale, math.Log(total), 0x1p-37)
	log = min(0, log, sumUp(math.Log(a.mean), crest))
	if !math.IsInf(a.composed, 1) {
		log = min(log, exact{}.logDelta(a.composed, epsilon))
	}
	if a.mean >= 1 {
		log = max(log, exact{}.logDelta(a.mu, epsilon)) // at least one run's, to the last digit
	}
	return log
}

// panel is a piece of an arc with ln δ_μ(ε − shift) at its edges.
type panel struct {
	left, right       edge
	logLeft, logRight float64
}

// refinement integrates −W′·δ_μ(ε − shift), in units of E[K]·exp(scale).
type refinement struct {
	*arc
	epsilon, scale, tolerance float64
}

// refinements is how often a panel is halved at most, before its upper bound is used.
const refinements = 10

// bounds returns bounds on what a panel contributes.
func (q *refinement) bounds(p panel) (least, most float64) {
	fall := -math.Expm1(p.left.thinning - p.right.thinning)
	return fall * math.Exp(p.logLeft-p.left.thinning-q.scale), fall * math.Exp(p.logRight-p.left.thinning-q.scale)
}

// most returns an upper bound on what a panel contributes, given the result of a Gauss rule.
func (q *refinement) most(p panel, whole float64, halvings int) float64 {
	least, most := q.bounds(p)
	if most-least <= q.tolerance || halvings == 0 {
		return most
	}
	s := p.left.s + (p.right.s-p.left.s)/2
	left, right := q.gauss(p.left.s, s), q.gauss(s, p.right.s)
	if change := math.Abs(whole - left - right); change <= q.tolerance {
		return min(most, max(least, left+right)+change)
	}
	middle := q.edge(s)
	log := logDeltaOf(q.mu, q.epsilon-middle.shift)
	return q.most(panel{p.left, middle, p.logLeft, log}, left, halvings-1) +
		q.most(panel{middle, p.right, log, p.logRight}, right, halvings-1)
}

func (q *refinement) gauss(from, to float64) float64 { return gauss(q.integrand, from, to-from) }

func (q *refinement) integrand(s float64) float64 {
	return q.runs.slope(s) * math.Exp(logDeltaOf(q.mu, q.epsilon-q.shift(s))-q.runs.thinning(s)-q.scale)
}

// logDeltaOf returns ln δ of a run of cost μ at any ε, rounded up: δ(−x) = 1 − e⁻ˣ + e⁻ˣ·δ(x).
func logDeltaOf(mu, epsilon float64) float64 {
	if epsilon >= 0 {
		return exact{}.logDelta(mu, epsilon)
	}
	delta := -math.Expm1(epsilon) + math.Exp(epsilon+exact{}.logDelta(mu, -epsilon))
	return min(0, math.Log(delta)+0x1p-48)
}
