package audit

import (
	"context"
	"math/rand/v2"
	"slices"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/scope"
	"dpals/loaders"
)

// scoped is a method with what is released besides: errors, and before all else the scope.
type scoped struct {
	*method.Method
	private scope.Private
	metrics float64
}

// in returns the method for runs on the data, whose progress receives released errors; both are needed for a fit alone.
func (m scoped) in(data dataset, p method.Progress) *method.Method {
	out := m.Method
	var cut *scope.Cut
	if m.metrics > 0 {
		held := func(*method.Task) *loaders.Ratings {
			if cut != nil {
				return cut.Apply(data.held)
			}
			return data.held
		}
		out = engine.PrivateMetrics(out, m.metrics, held, func(t int, rmse, deviation float64) {
			if h, ok := p.(errorObserver); ok {
				h.released(t, rmse, deviation)
			}
		})
	}
	return scope.Method(out, m.private, func(_ *accounting.Plan, c scope.Cut) { cut = &c })
}

// observed are ratings that say of their range what can be read off them, as those of a file for which none was declared.
// Where the range is released, nothing may follow from it.
func observed(r *loaders.Ratings) *loaders.Ratings {
	if len(r.Value) == 0 {
		return r
	}
	least, most := float64(slices.Min(r.Value)), float64(slices.Max(r.Value))
	if least == most {
		most++
	}
	return r.Restrict(nil, least, most)
}

// shown is the noisy count or sum of what is to be released, far above any threshold.
const shown = 1e6

// chosen has a run release a scope that the key chooses, since a few users are too few for noise to leave one: some of the
// ends that users have, and some of the items that more than one user speaks for. Later releases hold for any scope that
// was released, so it may be chosen.
func chosen(key uint64, w accounting.ReleaseObserver) accounting.ReleaseObserver {
	return func(r accounting.Release, block int, exact, noisy []float64) {
		draws := rand.New(rand.NewPCG(key, 80))
		switch r.Kind {
		case "range":
			half := len(noisy) / 2
			clear(noisy)
			noisy[oneOf(exact[:half], draws)] = shown
			noisy[half+oneOf(exact[half:], draws)] = shown
		case "catalogue":
			named := false
			for j, v := range exact {
				noisy[j] = 0
				if v > 1 && (draws.IntN(4) > 0 || !named) {
					noisy[j], named = shown, true
				}
			}
		}
		w(r, block, exact, noisy)
	}
}

// oneOf is the place of one of the values that are not 0, and any place where all are.
func oneOf(values []float64, draws *rand.Rand) int {
	first := draws.IntN(len(values))
	for k := range values {
		if i := (first + k) % len(values); values[i] > 0 {
			return i
		}
	}
	return first
}

// privateScopes are the scopes that a method is tried with.
var privateScopes = []scope.Private{{Range: true, Catalogue: true}, {Range: true}, {Catalogue: true}}

// scopes measures sensitivities where the scope is released, of these releases and of those that are planned later, for
// every family of adversaries.
func (a *Audit) scopes(ctx context.Context, s *Sensitivity) error {
	m := a.asked.method
	if a.asked.local() || m == nil || !m.Private() || !scope.Possible(m) {
		return nil
	}
	for n := range a.scoped {
		private, metrics, epsilon := privateScopes[n%len(privateScopes)], a.target.PrivateMetrics, a.target.Epsilon
		if metrics == 0 && n%2 == 0 {
			metrics = usualMetrics
		}
		if n%4 >= 2 {
			epsilon = largeEpsilon
		}
		public := a.public(catalogue, epsilon)
		c, err := mechanismIn(m, private)(public, a.target.Settings, metrics)
		if err != nil {
			continue // it has no private scope under such settings
		}
		seed := keyOf(a.target.Seed, "scope", n)
		found, err := c.pairs(smallShape, adversaries[n%len(adversaries)], sceneOf(rand.New(rand.NewPCG(seed, 79))), seed)
		if err != nil {
			return err
		}
		one := found[0]
		one.given = a.target.Settings
		one.adversary += " (" + private.String() + ")"
		var t trial
		err = a.measure(ctx, &one, &t, 1, -n*repeats)
		s.note(t.measured)
		s.Pairs += t.pairs
		if err != nil {
			return s.stop(ctx, err)
		}
	}
	return nil
}
