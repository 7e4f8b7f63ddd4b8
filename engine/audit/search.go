package audit

import (
	"context"
	"math"
	"math/rand/v2"

	"dpals/engine/method"
	"dpals/internal/parallel"
)

const (
	runsPerPair   = 2  // runs with an adversary under a configuration
	confirmations = 16 // and with the strongest of a generation

	repeats = 5 // one configuration in five has its runs repeated

	generationSize = 8 // configurations of a generation

	// leastGain is how much stronger an attack must be to be worth leaving the last configuration for.
	leastGain = 0.005

	// largeEpsilon is the ε at which every configuration is tried as well: with little noise, later steps see what they
	// would see in a large data set.
	largeEpsilon = 50

	// mostCoordinates bounds the size of what the search chooses: more would only be slower.
	mostCoordinates = 2000
)

// start is where the parts after the search attack: the configuration and the user that move the whole plan most.
type start struct {
	*claim
	pair
	given     method.Settings
	adversary string
	fraction  float64 // of the plan: √Σ(distance/σ)² over its μ, or Σ distance over its pure ε
}

// trial is one configuration tried with every adversary.
type trial struct {
	strongest start
	measured  []Measured
	pairs     int
	err       error
}

// search tries adversaries under many configurations: the one asked for and random ones, then generation after
// generation around the best so far. It fills in the part and returns the strongest attack.
func (a *Audit) search(ctx context.Context, s *Sensitivity) (best start, err error) {
	s.Name = PartSensitivity
	best.given = a.target.Settings
	for g := range a.generations {
		trials := make([]trial, generationSize)
		err := parallel.Each(ctx, threads(), generationSize, func(_, i int) error {
			n := g*generationSize + i
			trials[i] = a.try(ctx, a.candidate(best.given, n), n)
			return ctx.Err()
		})
		if err != nil {
			return best, err
		}
		var strongest start
		for _, t := range trials {
			s.Pairs += t.pairs
			s.note(t.measured)
			if t.err != nil {
				s.fail(t.err)
			}
			if c := t.strongest; c.claim != nil && (strongest.claim == nil || c.fraction > strongest.fraction) {
				strongest = c
			}
		}
		// The strongest of many was lucky as well: it has to show in fresh runs that it is better.
		if s.skipReason == "" && strongest.claim != nil {
			var fresh trial
			err := a.measure(ctx, &strongest, &fresh, confirmations, (a.generations+g)*generationSize)
			switch {
			case ctx.Err() != nil:
				return best, ctx.Err()
			case err != nil:
				s.fail(err)
			case best.claim == nil || strongest.fraction > best.fraction+leastGain:
				best = strongest
			}
			s.note(fresh.measured)
			s.Pairs += fresh.pairs
		}
		if s.skipReason != "" {
			break
		}
		a.reportProgress(PartSensitivity, float64(g+1)/float64(a.generations))
	}
	if s.skipReason == "" {
		if err := a.measureWide(ctx, s); err != nil {
			return best, err
		}
	}
	if s.skipReason == "" {
		if err := a.scopes(ctx, s); err != nil {
			return best, err
		}
	}
	s.judge()
	if s.skipReason == "" && a.asked.plan == nil {
		s.skipReason = "nothing is released"
	}
	return best, nil
}

// candidate returns the settings to try n-th: those asked for, then variations of the best.
func (a *Audit) candidate(best method.Settings, n int) method.Settings {
	if n == 0 {
		return best
	}
	r := rand.New(rand.NewPCG(keyOf(a.target.Seed, "settings", n), 1))
	every := 5
	if n < generationSize {
		every = 2
	}
	for range 20 {
		s := a.vary(best, every, r)
		if s["rank"] > catalogue {
			continue // no stronger, and slow
		}
		if c, err := a.claim(a.public(catalogue, a.target.Epsilon), s); err == nil && a.fits(c) {
			return s
		}
	}
	return best
}

func (a *Audit) fits(c *claim) bool { return c.size() <= max(mostCoordinates, a.asked.size()) }

// size is the number of coordinates that a run releases.
func (c *claim) size() (total int) {
	if c.plan != nil {
		for _, r := range c.plan.Releases {
			total += r.Dimension
		}
	}
	return total
}

// try measures one configuration at the target's ε and at a large one. One that costs something else than the one
// asked for is measured but is no start.
func (a *Audit) try(ctx context.Context, given method.Settings, n int) (t trial) {
	for _, epsilon := range []float64{a.target.Epsilon, largeEpsilon} {
		c, err := a.claim(a.public(catalogue, epsilon), given)
		if err != nil || !a.fits(c) {
			continue
		}
		comparable := c.plan != nil && a.asked.plan != nil && epsilon == a.target.Epsilon && math.Abs(c.plan.Epsilon/a.asked.plan.Epsilon-1) < 0.01
		for _, s := range a.trialPairs(c, &t, n) {
			s.given = given
			if t.err = a.measure(ctx, &s, &t, runsPerPair, n); t.err != nil {
				return t
			}
			if comparable && (t.strongest.claim == nil || s.fraction > t.strongest.fraction) {
				t.strongest = s
			}
		}
		if t.err != nil {
			return t
		}
	}
	return t
}

// encounters are the pairs of neighbouring data sets that a claim is tried with. What goes wrong is left in the trial.
func (a *Audit) trialPairs(c *claim, t *trial, n int) (all []start) {
	seed := keyOf(a.target.Seed, "ratings", n)
	scenes := rand.New(rand.NewPCG(seed, 78))
	for _, adversary := range adversaries {
		found, err := c.pairs(smallShape, adversary, sceneOf(scenes), seed)
		if err != nil {
			t.err = err
		}
		all = append(all, found...)
	}
	return all
}

// pairs are those of one adversary in one scene: with and without, or, of local reports, in exchange for every rival.
func (c *claim) pairs(of shape, a adversary, at scene, seed uint64) (all []start, err error) {
	if !c.local() {
		p, err := of.neighbours(a, at, seed)
		return []start{{claim: c, adversary: a.name, pair: p}}, err
	}
	for _, rival := range rivals {
		p, err := of.exchanged(a, rival.of, at, seed)
		if err != nil {
			return nil, err
		}
		all = append(all, start{claim: c, adversary: a.name + " or " + rival.name, pair: p})
	}
	return all, nil
}

// measure measures an adversary in some runs: how far each release moves, and the fraction of the plan that the
// adversary moves: the root mean square over the runs, since a strong one is strong whatever the noise is.
func (a *Audit) measure(ctx context.Context, s *start, t *trial, runs, n int) error {
	total, chosen := 0.0, a.chosen(s.given) // of squares, or of pure ε
	for k := range runs {
		measured, err := s.sensitivities(ctx, s.pair, keyOf(a.target.Seed, s.adversary, n*confirmations+k), k == 0 && n%repeats == 0)
		if err != nil {
			return err
		}
		t.pairs++
		for i := range measured {
			measured[i].Adversary, measured[i].Chosen = s.adversary, chosen
			if s.local() {
				total += measured[i].Distance / float64(runs)
				continue
			}
			cost := measured[i].Distance / measured[i].Release.Sigma
			total += cost * cost / float64(runs)
		}
		t.measured = append(t.measured, measured...)
	}
	switch {
	case s.local():
		s.fraction = total / s.plan.Epsilon
	case s.plan != nil:
		s.fraction = math.Sqrt(total) / s.plan.Mu
	}
	return nil
}
