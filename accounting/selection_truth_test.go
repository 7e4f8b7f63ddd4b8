package accounting

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The truth for small cases: a run releases one Gaussian number x, N(0, 1) on some ratings and N(μ, 1) on their
// neighbour, and scores it by where x lies. What the selection releases then has a law that can be integrated.

// generating is E[z^K], from the definitions of the laws.
func generating(law Law, mean, z float64) float64 {
	switch law {
	case Geometric:
		return z / mean / (1 - (1-1/mean)*z)
	case Poisson:
		return math.Exp(mean * (z - 1))
	case Fixed:
		return math.Pow(z, mean)
	}
	gamma := 1 / (1 + newLogarithmic(mean).rho)
	return math.Log1p(-(1-gamma)*z) / math.Log(gamma)
}

// piece is an interval of x. Pieces are listed by ascending score; inside one the score rises or falls with x.
type piece struct {
	from, to float64
	falling  bool
}

// truth returns δ(ε) of the selection, from below, both ways round. It sees x only up to cells of the pieces, which
// hides something and adds nothing.
func truth(law Law, mean, mu, epsilon float64, pieces []piece, cells int) float64 {
	there, back := 0.0, 0.0
	z, w := 0.0, 0.0 // the share of outcomes that score less, on either side
	published, publishedNext := generating(law, mean, 0), generating(law, mean, 0)
	for _, p := range pieces {
		for i := range cells {
			a, b := p.from+(p.to-p.from)*float64(i)/float64(cells), p.from+(p.to-p.from)*float64(i+1)/float64(cells)
			if p.falling {
				a, b = p.from+p.to-b, p.from+p.to-a
			}
			z, w = min(1, z+mass(a, b)), min(1, w+mass(a-mu, b-mu))
			now, next := generating(law, mean, z), generating(law, mean, w)
			there += max(0, now-published-math.Exp(epsilon)*(next-publishedNext))
			back += max(0, next-publishedNext-math.Exp(epsilon)*(now-published))
			published, publishedNext = now, next
		}
	}
	return max(there, back)
}

// rounding is more than the float64 error of truth.
func rounding(mean, epsilon float64, cells int) float64 {
	return 0x1p-49 * float64(cells) * (1 + mean) * math.Exp(epsilon)
}

// mass is Φ(b) − Φ(a).
func mass(a, b float64) float64 {
	if a > 0 {
		return normalCDF(-a) - normalCDF(-b)
	}
	return normalCDF(b) - normalCDF(a)
}

// No way to score beats the bound: neither by value, up or down, nor by any order of intervals.
func TestSelectionHoldsForAnyScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		law := rapid.SampledFrom(Laws()).Draw(t, "law")
		mean := float64(rapid.IntRange(1, 40).Draw(t, "mean"))
		mu := rapid.Float64Range(0.01, 3).Draw(t, "μ")
		epsilon := mu * rapid.Float64Range(0, 5).Draw(t, "ε/μ")
		cuts := rapid.SliceOfN(rapid.Float64Range(-5, 5+mu), 0, 7).Draw(t, "cuts")
		slices.Sort(cuts)
		pieces, from := []piece{}, -12.0
		for _, to := range append(cuts, 12+mu) {
			pieces = append(pieces, piece{from, to, rapid.Bool().Draw(t, "falling")})
			from = to
		}
		pieces = rapid.Permutation(pieces).Draw(t, "order")
		s, err := NewSelection(law, mean)
		if err != nil {
			t.Fatal(err)
		}
		bound := must(s.Delta(mu, epsilon))
		if real := truth(law, mean, mu, epsilon, pieces, 60); real > bound+rounding(mean, epsilon, 60*len(pieces)) {
			t.Fatalf("%s %g: δ(μ = %g, ε = %g) = %g, but by this score it is %g", law, mean, mu, epsilon, bound, real)
		}
	})
}

// worstScore orders x so that the selection loses all it can: outcomes of little loss (x > cut) by descending loss, so
// that z′ is as far below z as runs allow, and each outcome of great loss among them where it then gains most.
func worstScore(a *arc, epsilon, cut float64) []piece {
	const parts, reach = 30, 3.0
	type placed struct {
		piece
		at float64 // what scores less is a share Φ(at) of all
	}
	var order []placed
	for i := range parts {
		p := placed{piece{from: cut - reach*float64(i+1)/parts, to: cut - reach*float64(i)/parts}, 0}
		u, most := math.Exp(epsilon+a.mu*(p.from+p.to)/2-a.mu*a.mu/2), math.Inf(-1)
		for s := -6.0; s <= 6; s += 0.02 {
			if gain := math.Exp(-a.runs.thinning(s)) - u*math.Exp(-a.runs.thinning(s+a.mu)); gain > most {
				most, p.at = gain, -s
			}
		}
		order = append(order, p)
	}
	slices.SortStableFunc(order, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	var pieces []piece
	from := cut
	for _, p := range order {
		if p.at > from {
			pieces, from = append(pieces, piece{from: from, to: p.at}), p.at
		}
		pieces = append(pieces, p.piece)
	}
	return append(pieces, piece{from: from, to: 12 + a.mu})
}

// The bound is not only safe: where the number of runs is random, there are scores by which the selection really
// loses all but a few per cent of the δ that is proved. The uniform shift by c would prove several times as much.
func TestSelectionIsTight(t *testing.T) {
	for _, law := range []Law{Logarithmic, Geometric, Poisson} {
		for _, c := range []struct{ mean, mu, delta float64 }{{2, 0.25, 1e-5}, {10, 0.25, 1e-5}, {10, 1, 1e-8}} {
			epsilon := must(selection(t, law, c.mean).Epsilon(c.mu, c.delta))
			a, found := arcOf(t, law, c.mean, c.mu), 0.0
			// Only where losses come near ε − c can they count.
			for cut := c.mu/2 - (epsilon-a.worst)/c.mu; cut > -8; cut -= 0.25 {
				found = max(found, truth(law, c.mean, c.mu, epsilon, worstScore(a, epsilon, cut), 10))
			}
			if found > c.delta*(1+1e-6) || found < 0.95*c.delta {
				t.Errorf("%s %v: δ = %g at ε = %g is proved, and %g is found", law, c, c.delta, epsilon, found)
			}
			if uniform := c.mean * must(Exact.Delta(c.mu, epsilon-a.worst)); uniform < 1.3*c.delta {
				t.Errorf("%s %v: a shift by c alone proves δ = %g", law, c, uniform)
			}
		}
	}
}
