package audit

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"dpals/accounting"
)

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance*max(1, math.Abs(b)) }

// The interval for 5 of 10 is the textbook one; without a hit the bound is 1 − α^(1/n).
func TestClopperPearson(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"5 of 10, lower", atLeast(5, 10, 0.025), 0.187086},
		{"5 of 10, upper", atMost(5, 10, 0.025), 0.812914},
		{"0 of 10, lower", atLeast(0, 10, 0.025), 0},
		{"0 of 10, upper", atMost(0, 10, 0.025), 1 - math.Pow(0.025, 0.1)},
		{"10 of 10, lower", atLeast(10, 10, 0.025), math.Pow(0.025, 0.1)},
		{"10 of 10, upper", atMost(10, 10, 0.025), 1},
	} {
		if !near(c.got, c.want, 1e-6) {
			t.Errorf("%s: %.7f, want %.7f", c.name, c.got, c.want)
		}
	}
}

// Reference values from exact sums of binomial coefficients. The first is the paper's worked example: 75 of 100
// guesses at ε = ln 3 are no surprise.
func TestOneRunProbabilities(t *testing.T) {
	for _, c := range []struct {
		m, guesses, right int
		q, delta, want    float64
	}{
		{100, 100, 75, 0.75, 0, 0.5534708},
		{1000, 100, 75, 0.75, 1e-4, 0.5711246},
		{240, 120, 118, 0.95, 1e-5, 0.0581679},
		{50, 20, 15, 0.6, 1e-3, 0.1413424},
	} {
		epsilon := math.Log(c.q / (1 - c.q))
		if got := oneRunP(c.m, c.guesses, c.right, epsilon, c.delta); !near(got, c.want, 1e-6) {
			t.Errorf("%+v: %.8f", c, got)
		}
	}
}

func TestOneRunBoundRefutesWhatItSays(t *testing.T) {
	for _, right := range []int{0, 60, 75, 90, 110, 120} {
		e := oneRunEpsilon(240, 120, right, 1e-5, reportRisk)
		if e > 0 && oneRunP(240, 120, right, e, 1e-5) > 0.05 || oneRunP(240, 120, right, e+1e-6, 1e-5) < 0.05 {
			t.Errorf("%d right: ε ≥ %g is not the largest that is refuted", right, e)
		}
	}
	if usual, sure := oneRunEpsilon(240, 120, 110, 1e-5, reportRisk), oneRunEpsilon(240, 120, 110, 1e-5, findingRisk); sure >= usual {
		t.Errorf("with less risk more is refuted: %g, %g", sure, usual)
	}
	if e := oneRunEpsilon(240, 120, 60, 1e-5, reportRisk); e != 0 {
		t.Errorf("guessing by coin proves ε ≥ %g", e)
	}
}

// scoresOf are log-likelihood ratios of a Gaussian mechanism of cost mu.
func scoresOf(r *rand.Rand, n int, mu float64) (with, without []float64) {
	for range n {
		with = append(with, mu*mu/2+mu*r.NormFloat64())
		without = append(without, -mu*mu/2+mu*r.NormFloat64())
	}
	return with, without
}

// On scores of a known mechanism the bound is below its ε, nearly always, and not far below; a larger sample only
// helps.
func TestBoundOnKnownScores(t *testing.T) {
	const mu, delta, n, trials = 2.0, 1e-5, 2000, 40
	truth, err := accounting.Exact.Epsilon(mu, delta)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range trials {
		with, without := scoresOf(r, n, mu)
		bound := bestRule(with[:n/2], without[:n/2], delta).epsilon(with[n/2:], without[n/2:], delta, reportRisk)
		if bound > truth || bound < 2 {
			t.Errorf("ε ≥ %.3f of a mechanism with %.3f", bound, truth)
		}
		if got, deviation := separation(with, without); math.Abs(got-mu) > 4.5*deviation {
			t.Errorf("μ %.4f ± %.4f of a mechanism with %g", got, deviation, mu)
		}
	}
}

// The interval of a separation holds about as often as it says.
func TestSeparationHasItsError(t *testing.T) {
	const mu, n, trials = 1.0, 400, 500
	r := rand.New(rand.NewPCG(3, 4))
	outside := 0
	for range trials {
		got, deviation := separation(scoresOf(r, n, mu))
		if math.Abs(got-mu) > 1.96*deviation {
			outside++
		}
	}
	if outside < 10 || outside > 45 { // 25 expected, with a deviation of 5
		t.Errorf("%d of %d intervals miss", outside, trials)
	}
	if mu, deviation := separation([]float64{1, 1, 1}, []float64{0, 0, 0}); mu != farthest || math.IsNaN(deviation) {
		t.Errorf("scores without any spread are %g ± %g apart", mu, deviation)
	}
	if mu, _ := separation([]float64{1, 1}, []float64{1, 1}); mu != 0 {
		t.Errorf("equal scores are %g apart", mu)
	}
}

// A rule may say "they did not take part" where few scores are low.
func TestRulesLookBothWays(t *testing.T) {
	var with, without []float64
	for i := range 1000 {
		with = append(with, 1)
		without = append(without, float64(i%2)) // half of them show that they were not there
	}
	best := bestRule(with, without, 1e-5)
	if !best.below || best.epsilon(with, without, 1e-5, reportRisk) < 4 {
		t.Errorf("%+v proves only %g", best, best.epsilon(with, without, 1e-5, reportRisk))
	}
}

// tallyOf is a tally of runs of the item-mean mechanism.
func tallyOf(t *testing.T, seed uint64, runs int) (*accounting.Plan, *tally) {
	c, err := mechanismOf(lookup(t, "item-mean"))(quick(t, lookup(t, "item-mean"), Target{Epsilon: 1}).public(catalogue, 1), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := smallShape.neighbours(adversaries[0], scene{}, seed)
	if err != nil {
		t.Fatal(err)
	}
	noise := new(tally)
	for i := range runs {
		tr, err := c.release(t.Context(), session{p.with, keyOf(seed, "test", i), 1}, silent{})
		if err != nil {
			t.Fatal(err)
		}
		noise.add(tr)
	}
	return c.plan, noise
}

// On correct noise the tests are as surprised as they should be: their p-values are neither too small nor all large.
func TestNoiseTestsAreCalibrated(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds under the race detector")
	}
	const tallies = 60
	surprised, calm := 0, 0
	for seed := range uint64(tallies) {
		p, noise := tallyOf(t, seed, 50)
		var n Noise
		n.judge(p, noise)
		if len(n.Findings) > 0 {
			t.Errorf("seed %d: %v", seed, n.Findings)
		}
		if n.Least < 0.05/float64(n.Tests) {
			surprised++
		}
		if n.Least > 0.5 {
			calm++
		}
	}
	// 5 % are expected to be surprised, and with a dozen tests none to be calm.
	if surprised > 9 || calm > 3 {
		t.Errorf("%d of %d are surprised and %d calm", surprised, tallies, calm)
	}
}

func TestTalliesGather(t *testing.T) {
	_, whole := tallyOf(t, 1, 6)
	_, half := tallyOf(t, 1, 3)
	both := mergeTallies([]*tally{half, half, new(tally)})
	if both.runs != whole.runs || both.levels[1].n != whole.levels[1].n || both.entropy != whole.entropy {
		t.Errorf("%d runs with %g samples, want %d with %g", both.runs, both.levels[1].n, whole.runs, whole.levels[1].n)
	}
	if len(both.prints) != 3 {
		t.Errorf("%d different runs, want 3", len(both.prints))
	}
}

func TestHistogramFits(t *testing.T) {
	total := 0.0
	for b := range bins {
		if below(b+1) <= below(b) {
			t.Errorf("bin %d has no probability", b)
		}
		total += below(b+1) - below(b)
	}
	if !near(total, 1, 1e-12) || binOf(-9) != 0 || binOf(9) != bins-1 || binOf(-0.1)+1 != binOf(0.1) || binOf(math.Nextafter(-3, -4)) != 0 {
		t.Error("the bins are no partition")
	}
	var exact [bins]float64
	for b := range bins {
		exact[b] = 1e5 * (below(b+1) - below(b))
	}
	if p := fit(exact, 1e5); p < 0.999 {
		t.Errorf("what is expected has p = %g", p)
	}
	if p := fit([bins]float64{bins / 2: 5}, 5); p != 1 {
		t.Errorf("too few to tell have p = %g", p)
	}
}

func TestEstimateSolvesTheNormalEquations(t *testing.T) {
	dense := [][]float64{{1, 0, 2, 0}, {0, 3, 1, 0}, {0, 0, 0, 4}}
	row := []float64{0.5, -1, 2, 0.25}
	var columns []sparse
	for _, d := range dense {
		columns = append(columns, difference(d, make([]float64, len(d))))
	}
	got, err := estimate(columns, row)
	if err != nil {
		t.Fatal(err)
	}
	d := mat.NewDense(3, 4, []float64{1, 0, 2, 0, 0, 3, 1, 0, 0, 0, 0, 4})
	var gram mat.Dense
	gram.Mul(d, d.T())
	for i := range dense {
		left, right := got[i], 0.0
		for j := range dense {
			left += gram.At(i, j) / 4 * got[j]
		}
		for k := range row {
			right += dense[i][k] * row[k]
		}
		if !near(left, right, 1e-12) {
			t.Errorf("row %d: %g, want %g", i, left, right)
		}
	}
	if _, err := estimate([]sparse{{[]int{0}, []float64{math.NaN()}}}, row); err == nil {
		t.Error("contributions that are no numbers are estimated from")
	}
}

// A packed triangle's distance is the matrix's Frobenius norm.
func TestDistanceIsFrobenius(t *testing.T) {
	r := accounting.Release{Request: accounting.Request{Symmetric: true}}
	a, b := []float64{1, 2, 3, 4, 5, 6}, []float64{0, 4, 3, 1, 5, 8}
	s := statistic{Release: r, weight: weights(r, len(a))}
	full := func(p []float64) []float64 { return []float64{p[0], p[1], p[2], p[1], p[3], p[4], p[2], p[4], p[5]} }
	want := 0.0
	for i, x := range full(a) {
		want += (x - full(b)[i]) * (x - full(b)[i])
	}
	if got := s.dot(a, b, a, b); got != want {
		t.Errorf("%g, want %g", got, want)
	}
}
