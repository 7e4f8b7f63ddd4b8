package accounting

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
)

// stopper is an owner who makes runs one after the other, looks at the realised privacy loss after each, and stops as
// soon as it passes a level. The total cost Mᵢ up to each run is written down beforehand, so that nothing but the moment
// of stopping depends on what was seen. The loss after run i is N(Mᵢ²/2, Mᵢ²).
type stopper struct {
	totals []float64 // Mᵢ, rising
	levels []float64 // of the loss, beyond which the owner stops after run i
	stated []float64 // ε that is stated when stopping after run i: the level, or more
}

// delta is the δ of all that was seen by the moment of stopping: the chance of the outcomes with L > ε, less e^ε times
// their chance under the neighbour, E[(1 − e^(ε − L))₊].
//
// It follows the density of w = (L − M²/2)/M for those who have not stopped. A run moves w to a·w + √(1 − a²)·N(0, 1),
// a = Mᵢ₋₁/Mᵢ. The density is kept at the nodes of a Gauss rule below the level; what passes the level has a closed form.
func (p stopper) delta(nodes int) (delta float64) {
	const far = 9 // beyond which a normal law has less than 10⁻¹⁸
	at, mass, before := []float64{0}, []float64{1}, 0.0
	for i, m := range p.totals {
		a := before / m
		s := math.Sqrt((1 - a) * (1 + a))
		scaled := func(loss float64) float64 { return loss/m - m/2 }
		for k, w := range at {
			over := a*w - scaled(p.stated[i])
			delta += mass[k] * (tail(-over/s) - math.Exp(m*(m*s*s/2-over))*tail(m*s-over/s))
		}
		next, weight := make([]float64, nodes), make([]float64, nodes)
		quad.Legendre{}.FixedLocations(next, weight, -far, min(scaled(p.levels[i]), far))
		for n, x := range next {
			density := 0.0
			for k, w := range at {
				z := (x - a*w) / s
				density += mass[k] * math.Exp(-z*z/2)
			}
			weight[n] *= density * invSqrt2Pi / s
		}
		at, mass, before = next, weight, m
	}
	return delta
}

// tail is Φ(−x).
func tail(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }

const stoppingDelta = 1e-5 // that is stated in the example of docs/privacy/accounting.md

// example is that of docs/privacy/accounting.md: totals that grow by the same factor from 0.01 to 10, and what each
// costs at δ = 1e-5. What a limit as large as the last total costs is there for every run as well.
func example(runs int) (totals, epsilons, limit []float64) {
	totals, epsilons, limit = make([]float64, runs), make([]float64, runs), make([]float64, runs)
	for i := range totals {
		totals[i] = 0.01 * math.Pow(1000, float64(i)/float64(runs-1))
		epsilons[i] = must(Exact.Epsilon(totals[i], stoppingDelta))
	}
	for i := range limit {
		limit[i] = epsilons[runs-1]
	}
	return totals, epsilons, limit
}

// A total at a moment that was chosen by looking is no guarantee, and a limit that was set before is one.
func TestTotalAtAnAdaptiveStopIsNoGuarantee(t *testing.T) {
	text, err := os.ReadFile("../docs/privacy/accounting.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, runs := range []int{10, 30, 100, 300} {
		totals, epsilons, limit := example(runs)
		looking := stopper{totals, epsilons, epsilons}.delta(300)
		limited := stopper{totals, epsilons, limit}.delta(300) // the same owner, who states the limit
		best := stopper{totals, limit, limit}.delta(300)       // who stops where the limit's ε is passed
		if looking < 9e-5 || looking > 3e-4 {
			t.Errorf("%d runs: stopped by looking, δ is %.3g", runs, looking)
		}
		if limited > stoppingDelta || best > stoppingDelta*(1+1e-9) {
			t.Errorf("%d runs: with a limit set before, δ is %.3g and %.3g", runs, limited, best)
		}
		if row := fmt.Sprintf("| %d | %.2g | %.2g | %.2g |", runs, looking, limited, best); !strings.Contains(string(text), row) {
			t.Errorf("docs/privacy/accounting.md lacks the row %s", row)
		}
	}
}

// The recursion agrees with itself on another grid, with the curve of one run, and with runs that are drawn at random.
func TestStoppingRecursion(t *testing.T) {
	totals, epsilons, limit := example(10)
	fine, coarse := stopper{totals, epsilons, epsilons}.delta(300), stopper{totals, epsilons, epsilons}.delta(150)
	if !near(fine, coarse, 1e-9) {
		t.Errorf("δ is %.12g on one grid and %.12g on another", fine, coarse)
	}
	if one := (stopper{totals[9:], limit[9:], limit[9:]}).delta(300); !near(one, stoppingDelta, 1e-9) {
		t.Errorf("δ of one run is %.12g", one)
	}
	const draws = 3_000_000
	r := rand.New(rand.NewPCG(1, 2))
	sum, squares := 0.0, 0.0
	for range draws {
		loss, before := 0.0, 0.0
		for i, m := range totals {
			mu := math.Sqrt((m - before) * (m + before))
			loss, before = loss+mu*(mu/2+r.NormFloat64()), m
			if loss > epsilons[i] {
				gain := -math.Expm1(epsilons[i] - loss)
				sum, squares = sum+gain, squares+gain*gain
				break
			}
		}
	}
	if mean, deviation := sum/draws, math.Sqrt(squares)/draws; math.Abs(mean-fine) > 5*deviation || deviation > fine/10 {
		t.Errorf("δ is %.3g, and %.3g ± %.2g in %d draws", fine, mean, deviation, draws)
	}
}
