package audit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
)

// control is a mistake, made on purpose around a correct method. The parts named have to catch it; the same method
// without the mistake has to pass under the same settings.
type control struct {
	name     string
	on       *method.Method // default: dpals
	settings method.Settings
	epsilon  float64 // default: 4
	mistake  mistake
	caught   []string // by these parts at least
	finds    Finding  // among those of the first of them: see isFound
	says     string   // in its sentence, where a run fails: why
	wide     bool     // every wideRun over the wide shape is tried, instead of the first alone
}

// isFound reports whether a finding is of the kind wanted, about the release wanted or of that kind, and measures
// what is wanted: a variance always, anything else where a figure is given. Whatever is moved is moved beyond its claim.
func (c control) isFound(f Finding) bool {
	const tolerance = 0.1
	switch {
	case f.Kind != c.finds.Kind, !strings.HasPrefix(f.Release, c.finds.Release), !strings.Contains(f.Text, c.says):
		return false
	case f.Kind == Moved && !(f.Measured > f.Claimed):
		return false
	case f.Kind == Variance, c.finds.Measured != 0:
		return math.Abs(f.Measured-c.finds.Measured) <= tolerance*max(c.finds.Measured, 0.1)
	}
	return true
}

// mistake turns a method into a mechanism that is wrong.
type mistake func(*method.Method) mechanism

// small keeps dpals to two releases a step and one step, where the mistake does not depend on more.
var small = method.Settings{"rank": 2, "iterations": 1, "lambda0": 0, "sigma-g": 0, "sigma-rhs": 0, "sigma-pre": 0}

// smallEB is the same for dpals-eb.
var smallEB = method.Settings{"rank": 2, "iterations": 1}

func with(base, more method.Settings) method.Settings {
	s := make(method.Settings)
	for _, m := range []method.Settings{base, more} {
		for k, v := range m {
			s[k] = v
		}
	}
	return s
}

func controls(t *testing.T) []control {
	itemMean, eb := lookup(t, "item-mean"), lookup(t, "dpals-eb")
	return []control{
		{name: "half the noise", settings: small, mistake: noiseOf(scaled(0.5)), caught: []string{PartNoise, PartCanary}, finds: Finding{Kind: Variance, Measured: 0.25}},
		{name: "half the noise in one release", settings: small, mistake: noiseOf(only("counts", scaled(0.5))), caught: []string{PartNoise}, finds: Finding{Kind: Variance, Release: "counts", Measured: 0.25}},
		{name: "twice the noise", settings: small, mistake: noiseOf(scaled(2)), caught: []string{PartNoise}, finds: Finding{Kind: Fitted, Measured: 0.4625}},
		{name: "counts without noise", settings: small, mistake: noiseOf(only("counts", scaled(0))), caught: []string{PartNoise, PartCanary}, finds: Finding{Kind: Variance, Release: "counts"}},
		{name: "no noise", on: itemMean, epsilon: 0.5, mistake: noiseOf(scaled(0)), caught: []string{PartNoise, PartCanary, PartOneRun}, finds: Finding{Kind: Variance}},
		{name: "noise off the diagonal as on it, halved", settings: small, mistake: noiseOf(only("gram", offDiagonal)), caught: []string{PartNoise}, finds: Finding{Kind: Variance, Release: "gram 1", Measured: 0.83}},
		{name: "uniform noise of the same variance", settings: small, mistake: noiseOf(uniform), caught: []string{PartNoise}, finds: Finding{Kind: Law}},
		{name: "noise with a mean", settings: small, mistake: noiseOf(shifted), caught: []string{PartNoise}, finds: Finding{Kind: Mean, Measured: 0.2}},
		{name: "noise reused between items", settings: small, mistake: noiseOf(firstBlock), caught: []string{PartNoise}, finds: Finding{Kind: Dependent, Release: "gram 1"}},
		{name: "noise reused between items of one vector", on: itemMean, mistake: noiseOf(firstCoordinate), caught: []string{PartNoise}, finds: Finding{Kind: Repeated, Release: "item sums"}},
		{name: "noise of opposite signs on two items", on: itemMean, mistake: noiseOf(opposite), caught: []string{PartNoise}, finds: Finding{Kind: Repeated, Release: "item counts"}},
		{name: "noise reused between releases", settings: small, mistake: noiseOf(sameStream), caught: []string{PartNoise}, finds: Finding{Kind: Dependent}},
		{name: "a fixed key", settings: small, mistake: fixedKey(1), caught: []string{PartNoise, PartCanary}, finds: Finding{Kind: StaleKey}},
		{name: "keys out of a hundred", on: itemMean, mistake: fixedKey(100), caught: []string{PartNoise}, finds: Finding{Kind: StaleKey}},

		{name: "ratings not clipped", settings: with(small, method.Settings{"clip-rating": 1}),
			mistake: fitsWith(method.Settings{"clip-rating": 1000}), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "rhs 1"}},
		{name: "users not clipped", settings: with(small, method.Settings{"clip-user": 0.5}),
			mistake: fitsWith(method.Settings{"clip-user": 100}), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "gram 1"}},
		{name: "k not enforced, uniform", settings: with(small, method.Settings{"sampling": 1, "k": 5}),
			mistake: fitsWith(method.Settings{"k": 20}), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "gram 1"}},
		{name: "k not enforced, weights", settings: with(small, method.Settings{"k": 5}),
			mistake: fitsWith(method.Settings{"k": 20}), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "gram 1"}},
		{name: "one user counted as several", settings: small, mistake: split, caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "scalars"}},

		{name: "Gram matrices uncharged", mistake: leavesOut("gram"), caught: []string{PartSensitivity}, finds: Finding{Kind: Failed}, says: "is out of order"},
		{name: "right-hand sides uncharged", mistake: leavesOut("rhs"), caught: []string{PartSensitivity}, finds: Finding{Kind: Failed}, says: "is out of order"},
		{name: "counts uncharged", mistake: leavesOut("counts"), caught: []string{PartSensitivity}, finds: Finding{Kind: Failed}, says: "is out of order"},
		{name: "a mean read around the meter", mistake: leaks, caught: []string{PartSensitivity}, finds: Finding{Kind: Leaked}},
		{name: "blocks that follow from the ratings", on: perItem, mistake: fitsLike(inHalves), caught: []string{PartSensitivity}, finds: Finding{Kind: Form, Release: "raters"}},
		{name: "coordinates that follow from the ratings", on: perItem, mistake: fitsLike(perRatedItem), caught: []string{PartSensitivity}, finds: Finding{Kind: Failed}, says: "are not the planned"},
		{name: "Theorem 1: one of a step's two releases paid for", settings: with(small, method.Settings{"iterations": 2}),
			mistake: theoremOne, caught: []string{PartNoise}, finds: Finding{Kind: Fitted}},
		{name: "Γ_M left out of the right-hand sides' noise", settings: with(small, method.Settings{"clip-rating": 2}),
			mistake: plans("rhs", 1/2.), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "rhs 1"}},
		{name: "residuals not clipped", on: eb, settings: with(smallEB, method.Settings{"clip-rating": 0.5}),
			mistake: fitsWith(method.Settings{"clip-rating": 1000}), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "item sums"}},
		{name: "users not clipped in the moments", on: eb, settings: with(smallEB, method.Settings{"clip-user": 0.1}),
			mistake: fitsWith(method.Settings{"clip-user": 100}), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "curvature 1"}},
		{name: "k not enforced in the moments", on: eb, settings: with(smallEB, method.Settings{"k": 5}),
			mistake: fitsWith(method.Settings{"k": 20}), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "weights"}},
		{name: "the bias left out of the moments' sensitivity", on: eb, settings: with(smallEB, method.Settings{"bias-scale": 5}),
			mistake: fitsWith(method.Settings{"bias-scale": 15}), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "curvature 1"}},
		{name: "curvature uncharged", on: eb, settings: smallEB, mistake: leavesOut("curvature"), caught: []string{PartSensitivity}, finds: Finding{Kind: Failed}, says: "is out of order"},
		{name: "residuals uncharged", on: eb, settings: smallEB, mistake: leavesOut("residual"), caught: []string{PartSensitivity}, finds: Finding{Kind: Failed}, says: "is out of order"},
		{name: "moments at half their sensitivity", on: eb, settings: smallEB, mistake: plans("moments", 1/2.), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "moments 1"}},
		{name: "half the noise of the moments", on: eb, settings: smallEB, mistake: noiseOf(only("moments", scaled(0.5))), caught: []string{PartNoise}, finds: Finding{Kind: Variance, Release: "moments 1", Measured: 0.25}},
		{name: "the published mean: √k for a sum of k", on: ratingMean, mistake: plans("mean", 1/math.Sqrt(meanK)), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "sum"}},
	}
}

// Every control is caught by the parts that are to catch it, and the code without the mistake passes.
func TestControls(t *testing.T) { tryControls(t, controls(t), 9) }

// tryControls makes every mistake, or where tests are to be short every one of sparse, and runs the same methods without
// them.
func tryControls(t *testing.T, all []control, sparse int) {
	t.Helper()
	correct := make(map[string]bool)
	for i, c := range all {
		if testing.Short() && i%sparse != 0 {
			continue
		}
		if c.on == nil {
			c.on = lookup(t, "dpals")
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, p := range attack(t, c.on, c.mistake(c.on), c).Parts() {
				if slices.Contains(c.caught, p.Name) && p.Passed() {
					t.Errorf("not caught by %s", p.Name)
				}
				if p.Name == c.caught[0] && !slices.ContainsFunc(p.Findings, c.isFound) {
					t.Errorf("none of these is %+v %s:\n%+v", c.finds, c.says, p.Findings)
				}
			}
		})
		key := fmt.Sprint(c.on.Name, c.settings, c.epsilon, c.wide)
		if correct[key] {
			continue
		}
		correct[key] = true
		t.Run("correct/"+c.name, func(t *testing.T) {
			t.Parallel()
			for _, p := range attack(t, c.on, mechanismOf(c.on), c).Parts() {
				for _, f := range p.Findings {
					t.Errorf("%s: %s", p.Name, f)
				}
			}
		})
	}
}

func lookup(t testing.TB, name string) *method.Method {
	m, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func attack(t *testing.T, m *method.Method, mech mechanism, c control) *Report {
	a, err := newAudit(m.Name, m.Parameters, mech, Target{Epsilon: cmp.Or(c.epsilon, 4), Delta: 1e-5, Settings: c.settings, Seed: 11, Runs: 300})
	if err != nil {
		t.Fatal(err)
	}
	a.generations, a.canaries, a.far, a.selected, a.scoped = 2, 60, 300, 0, 2
	switch {
	case c.wide:
	case testing.Short():
		a.wideRuns = nil
	default:
		a.wideRuns = a.wideRuns[:1]
	}
	if !slices.Contains(c.caught, PartPublished) {
		a.published = nil
	}
	r, err := a.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// tamper changes the noise of one run: it may replace noisy values, and is called as a witness is.
type tamper func() accounting.ReleaseObserver

// noiseOf lets every run see noise that was tampered with. All runs are on one thread, so that blocks come in order.
func noiseOf(change tamper) mistake {
	return around(func(run runner) runner {
		return func(ctx context.Context, s session, w accounting.ReleaseObserver, p method.Progress) (method.Model, error) {
			changed := change()
			s.threads = 1
			return run(ctx, s, func(rel accounting.Release, block int, exact, noisy []float64) {
				changed(rel, block, exact, noisy)
				w(rel, block, exact, noisy)
			}, p)
		}
	})
}

// around changes how a mechanism runs, and not what it claims.
func around(change func(runner) runner) mistake {
	return func(m *method.Method) mechanism {
		return func(public method.Public, s method.Settings, metrics float64) (*claim, error) {
			c, err := mechanismOf(m)(public, s, metrics)
			if err == nil {
				c.run = change(c.run)
			}
			return c, err
		}
	}
}

// each makes noise coordinate by coordinate of the noise drawn, on the release's grid.
func each(f func(r accounting.Release, block, i int, noise float64) float64) tamper {
	return func() accounting.ReleaseObserver {
		return func(r accounting.Release, block int, exact, noisy []float64) {
			for i, x := range exact {
				noisy[i] = x + accounting.Truncate(f(r, block, i, noisy[i]-x), r.Grid)
			}
		}
	}
}

func scaled(factor float64) tamper {
	return each(func(_ accounting.Release, _, _ int, noise float64) float64 { return factor * noise })
}

func only(kind string, change tamper) tamper {
	return func() accounting.ReleaseObserver {
		changed := change()
		return func(r accounting.Release, block int, exact, noisy []float64) {
			if r.Kind == kind {
				changed(r, block, exact, noisy)
			}
		}
	}
}

// offDiagonal has the variance off the diagonal halved once more than it may be. Rank 2: coordinate 1 of three.
var offDiagonal = each(func(_ accounting.Release, _, i int, noise float64) float64 {
	if i == 1 {
		return noise / math.Sqrt2
	}
	return noise
})

// uniform maps normal noise to uniform noise of the same variance.
var uniform = each(func(r accounting.Release, _, _ int, noise float64) float64 {
	return r.Sigma * math.Sqrt(3) * math.Erf(noise/r.Sigma/math.Sqrt2)
})

var shifted = each(func(r accounting.Release, _, _ int, noise float64) float64 { return noise + 0.2*r.Sigma })

// firstBlock puts the noise of a release's first block on all its blocks.
func firstBlock() accounting.ReleaseObserver {
	first := make(map[string][]float64)
	return func(r accounting.Release, _ int, exact, noisy []float64) {
		if first[r.Name] == nil {
			for i, x := range exact {
				first[r.Name] = append(first[r.Name], noisy[i]-x)
			}
		}
		for i, x := range exact {
			noisy[i] = x + first[r.Name][i]
		}
	}
}

// firstCoordinate puts the noise of a vector's first coordinate on its second.
func firstCoordinate() accounting.ReleaseObserver { return onSecond(1) }

// opposite puts the noise of a vector's first coordinate on its second, with its sign turned.
func opposite() accounting.ReleaseObserver { return onSecond(-1) }

func onSecond(sign float64) accounting.ReleaseObserver {
	return func(_ accounting.Release, _ int, exact, noisy []float64) {
		if len(exact) > 1 {
			noisy[1] = exact[1] + sign*(noisy[0]-exact[0])
		}
	}
}

// sameStream draws the noise of every release from the stream of the first one that had the block.
func sameStream() accounting.ReleaseObserver {
	drawn := make(map[int][]float64)
	return func(r accounting.Release, block int, exact, noisy []float64) {
		for i, x := range exact {
			if i >= len(drawn[block]) {
				drawn[block] = append(drawn[block], (noisy[i]-x)/r.Sigma)
			}
			noisy[i] = x + accounting.Truncate(drawn[block][i]*r.Sigma, r.Grid)
		}
	}
}

// fixedKey leaves n keys.
func fixedKey(keys uint64) mistake {
	return around(func(run runner) runner {
		return func(ctx context.Context, s session, w accounting.ReleaseObserver, p method.Progress) (method.Model, error) {
			s.key %= keys
			return run(ctx, s, w, p)
		}
	})
}
