package audit

import (
	"context"
	"math"
	"runtime"
	"sync/atomic"

	"dpals/accounting"
	"dpals/internal/parallel"
)

// Canary is part (b): how well everything that is released tells whether one user took part.
type Canary struct {
	Part
	Adversary string
	Chosen    Chosen
	Fraction  float64 // how far the canary moves the whole plan, as a fraction of the claimed μ
	Runs      int     // with the canary, and as many without

	EpsilonBound  float64 // Clopper–Pearson, at the target's δ
	Mu            float64 // by which the scores with the canary and without are apart
	MuLow, MuHigh float64 // its confidence interval
	GaussianBound float64 // the ε that MuLow stands for, taking the scores for Gaussian
}

// The numbers of runs. The scores want some hundreds; the noise has to be known to within levelError.
const (
	usualRuns  = 3000
	mostRuns   = 20000
	levelError = 0.004
	pieces     = 64 // of the runs, so that results do not depend on the number of goroutines
)

// alarm is the number of its own standard deviations by which a measured μ must exceed a claim to become a finding.
const alarm = 4

// distinguish runs the mechanism with and without the strongest canary, each run with a key of its own, and fills in
// what the noise and the scores show.
func (a *Audit) distinguish(ctx context.Context, s start, n *Noise, c *Canary) error {
	c.Adversary, c.Chosen, c.Fraction = s.adversary, a.chosen(s.given), s.fraction
	c.Runs = a.runs(s.claim)
	tallies := make([]*tally, pieces)
	for i := range tallies {
		tallies[i] = new(tally)
	}
	with, without, err := scoreRuns(ctx, a, c.Runs, func(present bool, key uint64, piece int) ([]float64, error) {
		return s.score(ctx, present, key, tallies[piece])
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		c.addError(err)
		n.Skipped = "the runs themselves are wrong"
		return nil
	}
	first := mergeTallies(tallies[:pieces/2])
	c.judge(s, weigh(with, first), weigh(without, first), a.target.Delta)
	n.judge(s.plan, mergeTallies([]*tally{first, mergeTallies(tallies[pieces/2:])}))
	return n.keys(keyOf(a.target.Seed, "keys", 0), a.far)
}

// scoreRuns scores runs with the canary and as many without, each with a key of its own. Runs of one piece are scored
// one after another.
func scoreRuns[S any](ctx context.Context, a *Audit, runs int, score func(present bool, key uint64, piece int) (S, error)) (with, without []S, err error) {
	with, without = make([]S, runs), make([]S, runs)
	var done atomic.Int64
	err = parallel.Each(ctx, threads(), pieces, func(_, piece int) (err error) {
		for i := piece * runs / pieces; i < (piece+1)*runs/pieces; i++ {
			if with[i], err = score(true, keyOf(a.target.Seed, "with", i), piece); err != nil {
				return err
			}
			if without[i], err = score(false, keyOf(a.target.Seed, "without", i), piece); err != nil {
				return err
			}
			a.reportProgress(PartCanary, float64(done.Add(1))/float64(runs))
		}
		return nil
	})
	return with, without, err
}

// weigh adds up the scores of the releases of each run. The attacker knows the noise as it is, not as it is claimed:
// so each release weighs by what the noise was measured to be in the first half of the runs.
func weigh(scores [][]float64, t *tally) []float64 {
	const most = 1e6 // of a release that has no noise at all
	total := make([]float64, len(scores))
	for i, parts := range scores {
		for k, score := range parts {
			if l := &t.levels[k]; l.n > 0 {
				total[i] += score * min(most, l.n/l.second)
			}
		}
	}
	return total
}

// judge sets a bound on ε from the scores, by a rule chosen on their first half and tried on the second, and measures
// how far apart they are.
func (c *Canary) judge(s start, with, without []float64, delta float64) {
	half := c.Runs / 2
	best := bestRule(with[:half], without[:half], delta)
	bound := func(d risk) float64 { return best.epsilon(with[half:], without[half:], delta, d) }
	c.EpsilonBound = bound(reportRisk)
	mu, deviation := separation(with, without)
	const interval = 1.96
	c.Mu, c.MuLow, c.MuHigh = mu, max(0, mu-interval*deviation), mu+interval*deviation
	if e, err := accounting.Exact.Epsilon(c.MuLow, delta); err == nil {
		c.GaussianBound = e
	}
	if e := bound(findingRisk); e > s.plan.Epsilon {
		c.find(Finding{Kind: Distinct, Measured: e, Claimed: s.plan.Epsilon}, "the runs with the canary are distinguished at ε of at least %.4g, claimed %.4g", e, s.plan.Epsilon)
	}
	if mu-alarm*deviation > s.plan.Mu {
		c.find(Finding{Kind: Distinct, Measured: mu, Claimed: s.plan.Mu}, "the scores with and without the canary are %.4g ± %.2g deviations apart, claimed %.4g", mu, deviation, s.plan.Mu)
	}
}

// runs is the number of runs that the target asks for, or that measure the noise well enough.
func (a *Audit) runs(c *claim) int {
	if a.target.Runs > 0 {
		return a.target.Runs
	}
	total := 0.0 // of the squared error of the fitted μ after one run
	for _, r := range c.plan.Releases {
		share := r.BudgetWeight(c.plan)
		total += share * share / (2 * float64(r.Dimension))
	}
	return min(max(usualRuns, int(math.Ceil(total/(2*levelError*levelError)))), mostRuns)
}

// score runs the mechanism with the canary or without, replays what was released on the neighbouring ratings, and
// returns the log-likelihood ratio of each release, given the releases before:
//
//	(⟨noisy − x₀, d⟩ − ‖d‖²/2)/σ²,   d = x₁ − x₀,
//
// where x₁ and x₀ are the exact sums with and without. Their sum is N(μ²/2, μ²) distributed with the canary and
// N(−μ²/2, μ²) without, where μ is what the canary moves. The noise is added to the tally.
func (s *start) score(ctx context.Context, present bool, key uint64, noise *tally) ([]float64, error) {
	truth, neighbour := s.without, s.with
	if present {
		truth, neighbour = s.with, s.without
	}
	t, err := s.release(ctx, session{truth, key, 1}, silent{})
	if err != nil {
		return nil, err
	}
	other, err := t.replay(ctx, s.claim, session{neighbour, 0, 1}, silent{})
	if err != nil {
		return nil, err
	}
	noise.add(t)
	return t.likelihoods(other, present), nil
}

// likelihoods are the log-likelihood ratios of a transcript whose run had the user (present) or whose replay had.
func (t *transcript) likelihoods(other sums, present bool) []float64 {
	scores := make([]float64, len(t.statistics))
	for i, s := range t.statistics {
		for b, with := range s.exact {
			without := other[i][b]
			if !present {
				with, without = without, with
			}
			scores[i] += (s.dot(s.noisy[b], without, with, without) - s.dot(with, without, with, without)/2) / (s.Sigma * s.Sigma)
		}
	}
	return scores
}

func threads() int { return runtime.GOMAXPROCS(0) }
