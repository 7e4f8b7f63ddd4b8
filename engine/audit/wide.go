package audit

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"dpals/accounting"
	"dpals/engine/method"
)

// usualMetrics is the fraction of μ² that releases errors where the target names none.
const usualMetrics = 0.3

// wideRun is one pair of runs over the wide shape.
type wideRun struct {
	adversary string
	scene
	all     bool    // the configuration uses all ratings of a user and all items, where the target leaves that open
	epsilon float64 // 0: the target's
}

// smallEpsilon is an ε at which models are all noise, so that their predictions are as far off as they can be.
const smallEpsilon = 0.01

// wideRuns are the pairs of runs over the wide shape: the adversary at each place and with each number of held-out ratings, and
// more ratings than any cap where the configuration has no other limit.
var wideRuns = []wideRun{
	{"all items at the top", scene{place: 1, allAtTop: true, held: heldAll}, true, largeEpsilon},
	{"all items, extremes at random", scene{silent: true, held: heldOne}, true, 0},
	{"no ratings", scene{place: 0.5, silent: true, held: heldAll}, false, largeEpsilon},
	{"random items, real values", scene{place: 0.4, silent: true, held: heldAll}, false, 0},
	{"all items at the bottom", scene{silent: true, held: heldAll}, false, smallEpsilon},
	{"all items, extremes in turn", scene{piece: 1 << 13, held: heldAll}, true, largeEpsilon},
	{"all items, extremes at random", scene{piece: 1 << 14, held: heldAll}, false, largeEpsilon},
	{"all items at the top", scene{piece: 1 << 15, held: heldAll}, true, 0},
}

// sample is the noise of one run over the wide shape.
type sample struct {
	plan *accounting.Plan
	*tally
}

// measureWide measures sensitivities over the wide shape, with released errors where the method may have them, and keeps the
// noise of the runs.
func (a *Audit) measureWide(ctx context.Context, s *Sensitivity) error {
	metrics := a.target.PrivateMetrics
	if metrics == 0 && !a.asked.local() {
		metrics = usualMetrics
	}
	for n, e := range a.wideRuns {
		epsilon := cmp.Or(e.epsilon, a.target.Epsilon)
		given := a.simple(e.all)
		c, err := a.mechanism(a.public(wideShape.items, epsilon), given, metrics)
		if err != nil {
			continue // it cannot be planned for so many items, or at such an ε
		}
		family := slices.IndexFunc(adversaries, func(one adversary) bool { return one.name == e.adversary })
		found, err := c.pairs(wideShape, adversaries[family], e.scene, keyOf(a.target.Seed, "wide", n))
		if err != nil {
			return err
		}
		one := found[0]
		one.given = given
		var t trial
		err = a.measure(ctx, &one, &t, 1, -n*repeats)
		s.note(t.measured)
		s.Pairs += t.pairs
		if err == nil && !c.local() {
			err = s.keepNoise(ctx, &one, keyOf(a.target.Seed, "wide noise", n))
		}
		if err != nil {
			return s.stop(ctx, err)
		}
	}
	return nil
}

// stop ends the part by an error: a finding, unless the audit was cancelled.
func (s *Sensitivity) stop(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.fail(err)
	return nil
}

func (s *Sensitivity) keepNoise(ctx context.Context, one *start, key uint64) error {
	if one.plan == nil {
		return nil
	}
	t, err := one.release(ctx, session{one.with, key, repeatThreads}, silent{})
	if err == nil {
		noise := new(tally)
		noise.add(t)
		s.samples = append(s.samples, sample{one.plan, noise})
	}
	return err
}

// judgeWide tests the noise of runs over the wide shape, where releases have many blocks.
func (n *Noise) judgeWide(samples []sample) {
	for _, s := range samples {
		for i, r := range s.plan.Releases {
			if l := &s.levels[i]; l.n > 0 {
				n.independence(r.Name, l)
				n.law(r.Name, l)
			}
		}
	}
}

// simple are the target's settings with few steps and factors where it leaves them open, so that a run over many items
// is quick; and with all, with all ratings of a user and all items.
func (a *Audit) simple(all bool) method.Settings {
	s := maps.Clone(a.target.Settings)
	if s == nil {
		s = make(method.Settings)
	}
	for _, p := range a.parameters {
		if _, fixed := s[p.Name]; fixed {
			continue
		}
		switch {
		case p.Name == "iterations":
			s[p.Name] = max(2, p.Low)
		case p.Name == "rank":
			s[p.Name] = max(4, p.Low)
		case all && p.Name == "k" && p.Zero != "":
			s[p.Name] = 0
		case all && p.Name == "beta":
			s[p.Name] = p.High
		}
	}
	return s
}
