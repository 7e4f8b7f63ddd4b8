package audit

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
)

// distinguishLocal runs a local mechanism with the strongest canary's ratings and with the rival's, each run with coins
// of its own. It fills in how all reports follow their laws, and what the canary's reports reveal.
func (a *Audit) distinguishLocal(ctx context.Context, s start, n *Noise, c *Canary) error {
	c.Adversary, c.Chosen, c.Fraction = s.adversary, a.chosen(s.given), s.fraction
	if c.Runs = a.target.Runs; c.Runs == 0 {
		c.Runs = min(usualRuns, max(fewestRuns, maxReported/(s.with.Users*max(1, s.size()))))
	}
	stats := make([]*reportStats, pieces)
	for i := range stats {
		stats[i] = newReportStats(s.claim)
	}
	with, without, err := scoreRuns(ctx, a, c.Runs, func(own bool, key uint64, piece int) (float64, error) {
		return s.scoreLocal(ctx, own, key, stats[piece])
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		c.addError(err)
		n.Skipped = "the runs themselves are wrong"
		return nil
	}
	half := c.Runs / 2
	best := bestRule(with[:half], without[:half], 0)
	bound := func(d risk) float64 { return best.epsilon(with[half:], without[half:], 0, d) }
	c.EpsilonBound = bound(reportRisk)
	if e := bound(findingRisk); e > s.plan.Epsilon {
		c.find(Finding{Kind: Distinct, Measured: e, Claimed: s.plan.Epsilon}, "the canary and the rival are distinguished at ε of at least %.4g, claimed %.4g", e, s.plan.Epsilon)
	}
	all := newReportStats(s.claim)
	for _, h := range stats {
		all.merge(h)
	}
	all.judge(n, s.claim)
	return n.coins(keyOf(a.target.Seed, "keys", 0), a.far)
}

// maxReported bounds how many numbers are reported in all runs with the canary.
const maxReported = 30_000_000

// scoreLocal runs the mechanism with the canary's own ratings or the rival's, and returns the log-likelihood ratio of
// what the canary reported, in favour of the canary's own ratings.
func (s *start) scoreLocal(ctx context.Context, own bool, key uint64, h *reportStats) (score float64, err error) {
	truth, rival := s.without, s.with
	if own {
		truth, rival = s.with, s.without
	}
	recorded, err := s.reports(ctx, session{truth, key, 1}, silent{})
	if err != nil {
		return 0, err
	}
	other, err := recorded.replay(ctx, s.claim, session{rival, key, 1}, silent{})
	if err != nil {
		return 0, err
	}
	h.add(s.claim, recorded)
	for _, loss := range recorded.loss(s.claim, other, s.who) {
		score += loss
	}
	if !own {
		score = -score
	}
	return score, nil
}

// reportStats compares all reports with their laws: those of a round over all runs, and those of a run over its rounds.
type reportStats struct {
	rounds []offsetSum
	group  offsetSum // of the runs since the last entry of groups
	groups sum       // of squares of what groups of runs are off, in units of their deviation
	prints map[uint64]int
	runs   int
	parts  float64
	bits   float64 // of randomness in the run that had least of it, from below
}

// offsetSum adds up numbers of mean 0 and their variances.
type offsetSum struct{ off, variance float64 }

func (b *offsetSum) add(o offsetSum) {
	b.off += o.off
	b.variance += o.variance
}

// enoughVariance makes a sum of what single reports are off nearly normal.
const enoughVariance = 25

func newReportStats(c *claim) *reportStats {
	return &reportStats{rounds: make([]offsetSum, len(c.plan.Releases)), prints: make(map[uint64]int), bits: math.Inf(1)}
}

func (h *reportStats) add(c *claim, recorded reports) {
	print := fnv.New64a()
	var run offsetSum
	for i, r := range c.plan.Releases {
		for _, s := range recorded.reporters(r.Name) {
			for _, p := range recorded[s] {
				off, variance := p.law.Statistic(p.exact, p.reported)
				h.rounds[i].add(offsetSum{off, variance})
				run.add(offsetSum{off, variance})
				h.parts++
				fmt.Fprint(print, p.reported)
			}
		}
	}
	h.runs++
	h.prints[print.Sum64()]++
	h.bits = min(h.bits, run.variance) // a coin of probability p has at least 4p(1 − p) bits
	if h.group.add(run); h.group.variance >= enoughVariance {
		h.groups.square += h.group.off * h.group.off / h.group.variance
		h.groups.degrees++
		h.group = offsetSum{}
	}
}

// reporters returns the users who reported in a round, in the order of their numbers.
func (recorded reports) reporters(round string) (all []reporter) {
	for s := range recorded {
		if s.round == round {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b reporter) int { return cmp.Compare(a.user, b.user) })
	return all
}

func (h *reportStats) merge(o *reportStats) {
	for i := range h.rounds {
		h.rounds[i].add(o.rounds[i])
	}
	h.groups.merge(o.groups)
	for print, n := range o.prints {
		h.prints[print] += n
	}
	h.runs += o.runs
	h.parts += o.parts
	h.bits = min(h.bits, o.bits)
}

// judge tests whether reports keep to their laws and coins are fresh.
func (h *reportStats) judge(n *Noise, c *claim) {
	const certain = 60 // bits, with which no two of the runs agree by chance
	n.Least, n.Samples = 1, h.parts
	if h.bits >= certain {
		p := 1.0
		if len(h.prints) < h.runs {
			p = 0
		}
		n.test(p, Finding{Kind: StaleKey, Measured: float64(h.runs - len(h.prints))}, "%d of %d runs repeat the reports of another: the coins are not fresh", h.runs-len(h.prints), h.runs)
	}
	if h.groups.degrees > 0 {
		n.test(chiSquared(h.groups), Finding{Kind: Dependent}, "the coins of different reports are not independent")
	}
	var all offsetSum
	for i, r := range c.plan.Releases {
		all.add(h.rounds[i])
		h.rounds[i].judge(n, r.Name)
	}
	all.judge(n, "all rounds")
}

func (b offsetSum) judge(n *Noise, where string) {
	if b.variance < enoughVariance {
		return
	}
	z := b.off / math.Sqrt(b.variance)
	n.test(math.Erfc(math.Abs(z)/math.Sqrt2), Finding{Kind: Law, Release: where, Measured: z}, "the reports of %s are %.3g standard deviations closer to the true values than their law allows", where, z)
}

// localCanaryFactor is how many times more canaries a run of local reports has: one replay scores all of them.
const localCanaryFactor = 8

// oneRunLocal gives each of many users the canary's ratings or the rival's, by a coin, runs once, and guesses from each
// user's reports which ratings they have. Two replays, in which all users have the one or all have the other, give the
// exact values that each user reports from, since these do not depend on other users' ratings.
func (a *Audit) oneRunLocal(ctx context.Context, s start, o *OneRun) error {
	r := rand.New(rand.NewPCG(keyOf(a.target.Seed, "one run", 0), 1))
	n, key := localCanaryFactor*a.canaries, keyOf(a.target.Seed, "one run", 1)
	own, rival := s.with.person(s.who), s.without.person(s.who)
	in := make([]bool, n)
	for i := range in {
		in[i] = r.IntN(2) == 1
	}
	data := func(of func(i int) person) (dataset, error) {
		people := make([]person, n)
		for i := range people {
			people[i] = of(i)
			people[i].name = strconv.Itoa(i + 1)
		}
		return datasetOf(people, s.with.Items)
	}
	mixed, err := data(func(i int) person {
		if in[i] {
			return own
		}
		return rival
	})
	if err != nil {
		return err
	}
	scores := make([]float64, n)
	err = func() error {
		recorded, err := s.reports(ctx, session{mixed, key, 1}, silent{})
		if err != nil {
			return err
		}
		var other [2]reports
		for i, p := range []person{own, rival} {
			all, err := data(func(int) person { return p })
			if err != nil {
				return err
			}
			if other[i], err = recorded.replay(ctx, s.claim, session{all, key, 1}, silent{}); err != nil {
				return err
			}
			a.reportProgress(PartOneRun, float64(i+1)/2)
		}
		for i := range scores {
			for _, loss := range other[0].loss(s.claim, other[1], i) {
				scores[i] += loss
			}
		}
		return nil
	}()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		o.addError(err)
		return nil
	}
	o.guess(scores, in)
	bound := func(d risk) float64 { return oneRunEpsilon(o.Canaries, o.Guesses, o.Right, 0, d) }
	o.EpsilonBound = bound(reportRisk)
	if sure := bound(findingRisk); sure > s.plan.Epsilon {
		o.find(Finding{Kind: Guessed, Measured: sure, Claimed: s.plan.Epsilon}, "%d of %d guesses are right, which takes an ε of at least %.4g, claimed %.4g", o.Right, o.Guesses, sure, s.plan.Epsilon)
	}
	return nil
}

// person is a user of the data set.
func (d dataset) person(i int) person {
	items, values := d.User(i)
	return person{list: list{slices.Clone(items), slices.Clone(values)}}
}
