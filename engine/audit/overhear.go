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
	"sync/atomic"

	"dpals/engine/parallel"
)

// overhear runs a local mechanism with the strongest canary's ratings and with the rival's, each run with coins of its
// own, and fills in what all reports show of their laws and what the canary's tell.
func (a *Audit) overhear(ctx context.Context, s start, n *Noise, c *Canary) error {
	c.Who, c.Chosen, c.Share = s.adversary, a.chosen(s.given), s.share
	if c.Runs = a.target.Runs; c.Runs == 0 {
		c.Runs = min(usualRuns, max(fewestRuns, mostSaid/(s.with.Users*max(1, s.size()))))
	}
	with, without := make([]float64, c.Runs), make([]float64, c.Runs)
	chatter := make([]*hubbub, pieces)
	var done atomic.Int64
	err := parallel.Each(ctx, threads(), pieces, func(_, piece int) error {
		chatter[piece] = newHubbub(s.claim)
		for i := piece * c.Runs / pieces; i < (piece+1)*c.Runs/pieces; i++ {
			var err error
			if with[i], err = s.overheard(ctx, true, keyOf(a.target.Seed, "with", i), chatter[piece]); err != nil {
				return err
			}
			if without[i], err = s.overheard(ctx, false, keyOf(a.target.Seed, "without", i), chatter[piece]); err != nil {
				return err
			}
			a.tell(PartCanary, float64(done.Add(1))/float64(c.Runs))
		}
		return nil
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		c.blame(err)
		n.Skipped = "the runs themselves are wrong"
		return nil
	}
	half := c.Runs / 2
	best := bestRule(with[:half], without[:half], 0)
	bound := func(d doubt) float64 { return best.epsilon(with[half:], without[half:], 0, d) }
	c.EpsilonBound = bound(usualDoubt)
	if e := bound(noDoubt); e > s.plan.Epsilon {
		c.find(Finding{Kind: Distinct, Measured: e, Claimed: s.plan.Epsilon}, "the canary is told from the rival by an ε of at least %.4g, claimed %.4g", e, s.plan.Epsilon)
	}
	all := newHubbub(s.claim)
	for _, h := range chatter {
		all.merge(h)
	}
	all.judge(n, s.claim)
	return n.coins(keyOf(a.target.Seed, "keys", 0), a.far)
}

// mostSaid bounds how many numbers are said in all runs with the canary.
const mostSaid = 30_000_000

// overheard runs the mechanism with the canary's own ratings or the rival's, and returns the log-likelihood ratio of
// what the canary said: what it tells for their own.
func (s *start) overheard(ctx context.Context, own bool, key uint64, h *hubbub) (score float64, err error) {
	truth, rival := s.without, s.with
	if own {
		truth, rival = s.with, s.without
	}
	heard, err := s.reports(ctx, session{truth, key, 1}, silent{})
	if err != nil {
		return 0, err
	}
	other, err := heard.replay(ctx, s.claim, session{rival, key, 1}, silent{})
	if err != nil {
		return 0, err
	}
	h.add(s.claim, heard)
	for _, loss := range heard.loss(s.claim, other, s.who) {
		score += loss
	}
	if !own {
		score = -score
	}
	return score, nil
}

// hubbub compares all that was said with its laws: in a round, over all runs; and in a run, over all its rounds.
type hubbub struct {
	rounds []bulk
	group  bulk // of the runs since the last entry of groups
	groups sum  // of squares of what groups of runs are off, in units of their deviation
	prints map[uint64]int
	runs   int
	parts  float64
	bits   float64 // of randomness in the run that had least of it, from below
}

// bulk adds up numbers of mean 0 and their variances.
type bulk struct{ off, variance float64 }

func (b *bulk) add(o bulk) {
	b.off += o.off
	b.variance += o.variance
}

// enoughVariance makes a sum of what single reports are off nearly normal.
const enoughVariance = 25

func newHubbub(c *claim) *hubbub {
	return &hubbub{rounds: make([]bulk, len(c.plan.Releases)), prints: make(map[uint64]int), bits: math.Inf(1)}
}

func (h *hubbub) add(c *claim, heard reports) {
	print := fnv.New64a()
	var run bulk
	for i, r := range c.plan.Releases {
		for _, s := range heard.speakers(r.Name) {
			for _, p := range heard[s] {
				off, variance := p.law.Statistic(p.exact, p.said)
				h.rounds[i].add(bulk{off, variance})
				run.add(bulk{off, variance})
				h.parts++
				fmt.Fprint(print, p.said)
			}
		}
	}
	h.runs++
	h.prints[print.Sum64()]++
	h.bits = min(h.bits, run.variance) // a coin of probability p has at least 4p(1 − p) bits
	if h.group.add(run); h.group.variance >= enoughVariance {
		h.groups.square += h.group.off * h.group.off / h.group.variance
		h.groups.degrees++
		h.group = bulk{}
	}
}

// speakers are those who reported in a round, in the order of their numbers.
func (heard reports) speakers(round string) (all []speaker) {
	for s := range heard {
		if s.round == round {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b speaker) int { return cmp.Compare(a.user, b.user) })
	return all
}

func (h *hubbub) merge(o *hubbub) {
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
func (h *hubbub) judge(n *Noise, c *claim) {
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
	var all bulk
	for i, r := range c.plan.Releases {
		all.add(h.rounds[i])
		h.rounds[i].judge(n, r.Name)
	}
	all.judge(n, "all rounds")
}

func (b bulk) judge(n *Noise, where string) {
	if b.variance < enoughVariance {
		return
	}
	z := b.off / math.Sqrt(b.variance)
	n.test(math.Erfc(math.Abs(z)/math.Sqrt2), Finding{Kind: Law, Release: where, Measured: z}, "what is said in %s is %.3g deviations truer than its law", where, z)
}

// crowdOfOne is how many times as many canaries a run of local reports has: one replay scores them all.
const crowdOfOne = 8

// overhearAll lets every one of many users have the canary's ratings or the rival's, by a coin; runs once; and guesses
// whose they were from what each said. Replays in which all have the one, and all the other, tell what each had to
// say, since that depends on nobody else's ratings.
func (a *Audit) overhearAll(ctx context.Context, s start, o *OneRun) error {
	r := rand.New(rand.NewPCG(keyOf(a.target.Seed, "one run", 0), 1))
	n, key := crowdOfOne*a.canaries, keyOf(a.target.Seed, "one run", 1)
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
		heard, err := s.reports(ctx, session{mixed, key, 1}, silent{})
		if err != nil {
			return err
		}
		var other [2]reports
		for i, p := range []person{own, rival} {
			all, err := data(func(int) person { return p })
			if err != nil {
				return err
			}
			if other[i], err = heard.replay(ctx, s.claim, session{all, key, 1}, silent{}); err != nil {
				return err
			}
			a.tell(PartOneRun, float64(i+1)/2)
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
		o.blame(err)
		return nil
	}
	o.guess(scores, in)
	bound := func(d doubt) float64 { return oneRunEpsilon(o.Canaries, o.Guesses, o.Right, 0, d) }
	o.EpsilonBound = bound(usualDoubt)
	if sure := bound(noDoubt); sure > s.plan.Epsilon {
		o.find(Finding{Kind: Guessed, Measured: sure, Claimed: s.plan.Epsilon}, "%d of %d guesses are right, which takes an ε of at least %.4g, claimed %.4g", o.Right, o.Guesses, sure, s.plan.Epsilon)
	}
	return nil
}

// person is a user of the data set.
func (d dataset) person(i int) person {
	items, values := d.User(i)
	return person{list: list{slices.Clone(items), slices.Clone(values)}}
}
