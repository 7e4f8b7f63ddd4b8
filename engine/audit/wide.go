package audit

import (
	"context"
	"maps"

	"dpals/engine/method"
)

// usualMetrics is the share of μ² that releases errors where the target names none.
const usualMetrics = 0.3

// encounter is one pair of runs over the wide shape.
type encounter struct {
	adversary string
	scene
	all    bool // the configuration uses all ratings of a user and all items, where the target leaves that open
	loudly bool // at a large ε
}

// widely are the encounters of the wide shape: the adversary at each place and with each number of held-out ratings, and
// more ratings than any cap where the configuration has no other limit.
var widely = []encounter{
	{"all items at the top", scene{1, false, heldAll}, true, true},
	{"all items, extremes at random", scene{0, true, heldOne}, true, false},
	{"no ratings", scene{0.5, true, heldAll}, false, true},
	{"random items, real values", scene{0.4, true, heldAll}, false, false},
	{"all items at the bottom", scene{0, true, heldAll}, false, true},
}

// widen measures sensitivities over the wide shape, with released errors where the method may have them.
func (a *Audit) widen(ctx context.Context, s *Sensitivity) error {
	metrics := a.target.PrivateMetrics
	if metrics == 0 && !a.asked.local() {
		metrics = usualMetrics
	}
	for n, e := range widely {
		epsilon := a.target.Epsilon
		if e.loudly {
			epsilon = loud
		}
		given := a.simple(e.all)
		c, err := a.mechanism(a.public(wideShape.items, epsilon), given, metrics)
		if err != nil {
			continue // it cannot be planned for so many items
		}
		var t trial
		for _, one := range adversaries {
			if one.name != e.adversary {
				continue
			}
			found, err := c.pairs(wideShape, one, e.scene, keyOf(a.target.Seed, "wide", n))
			if err != nil {
				return err
			}
			strongest := found[0]
			strongest.given = given
			t.err = a.meet(ctx, &strongest, &t, 1, -n*repeats)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.note(t.measured)
		s.Pairs += t.pairs
		if t.err != nil {
			s.fail(t.err)
			return nil
		}
	}
	return nil
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
