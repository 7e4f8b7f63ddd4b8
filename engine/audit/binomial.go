package audit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// risk is how probable it may be that a bound is wrong. Reports state bounds that hold with 95 %; a claim is held
// against bounds of 99.9 % only, so that one correct audit in twenty is not accused.
type risk float64

const (
	reportRisk  risk = 0.05
	findingRisk risk = 1e-3
)

// atMost returns the Clopper–Pearson upper bound of a probability of which hits of trials were seen, at level alpha.
func atMost(hits, trials int, alpha float64) float64 {
	if hits >= trials {
		return 1
	}
	return mathext.InvRegIncBeta(float64(hits+1), float64(trials-hits), 1-alpha)
}

// atLeast is the lower bound that goes with atMost.
func atLeast(hits, trials int, alpha float64) float64 {
	if hits <= 0 {
		return 0
	}
	return mathext.InvRegIncBeta(float64(hits), float64(trials-hits+1), alpha)
}

// rule is a test of scores: it says "took part" from the threshold on, or "did not" below it.
type rule struct {
	threshold float64
	below     bool
}

// epsilon is the ε that the rule proves at δ on scores with and without the canary: of an (ε, δ)-DP mechanism its true
// positives are at most e^ε times its false positives, plus δ. Both rates are bounded by Clopper–Pearson, each with
// half of the risk.
func (r rule) epsilon(with, without []float64, delta float64, d risk) float64 {
	says := func(scores []float64) (n int) {
		for _, s := range scores {
			if s < r.threshold == r.below {
				n++
			}
		}
		return n
	}
	right, wrong := says(with), says(without)
	n, m := len(with), len(without)
	if r.below {
		right, wrong, n, m = wrong, right, m, n
	}
	alpha := float64(d) / 2
	if truly := atLeast(right, n, alpha) - delta; truly > 0 {
		return max(0, math.Log(truly/atMost(wrong, m, alpha)))
	}
	return 0
}

// bestRule returns the rule that proves most on these scores.
func bestRule(with, without []float64, delta float64) rule {
	scores := slices.Concat(with, without)
	slices.Sort(scores)
	var best rule
	most := -1.0
	const steps = 200
	for i := range steps + 1 {
		for _, below := range []bool{false, true} {
			r := rule{threshold: scores[i*(len(scores)-1)/steps], below: below}
			if e := r.epsilon(with, without, delta, reportRisk); e > most {
				best, most = r, e
			}
		}
	}
	return best
}

// farthest is the most deviations that a separation is reported to be: no noise at all.
const farthest = 1000

// separation is how many standard deviations apart the means of the two samples are, with its standard error: an
// estimate of μ where scores are log-likelihood ratios of a Gaussian mechanism.
func separation(with, without []float64) (mu, deviation float64) {
	n, m := float64(len(with)), float64(len(without))
	a, va := moments(with)
	b, vb := moments(without)
	pooled := math.Sqrt(((n-1)*va + (m-1)*vb) / (n + m - 2))
	if a != b {
		mu = (a - b) / max(pooled, math.Abs(a-b)/farthest)
	}
	return mu, math.Sqrt(1/n + 1/m + mu*mu/(2*(n+m)))
}

func moments(x []float64) (mean, variance float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x)-1)
	}
	return mean, variance
}
