package audit

import (
	"context"
	"slices"
	"testing"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/internal/parallel"
)

// own is a method of the tests' own with one release of one number, to which user i adds what contribution returns, at
// most 1 by its claim, and a model of what is released. The places and shapes of the audit are what its mistakes need.
func own(contribution func(task *method.Task, i int) float64, model func(task *method.Task, released float64) method.Model) *method.Method {
	return &method.Method{
		Name: "own", Trust: method.TrustJoint,
		Plan: func(method.Public, method.Settings) ([]accounting.Request, error) {
			return []accounting.Request{{Name: "sum", Kind: "sum", Claim: accounting.UserSum("docs/privacy/counts.md", accounting.Ratings, accounting.L2), Weight: 1, Sensitivity: 1, Dimension: 1,
				Grid: accounting.GridFor(1, accounting.SumBits)}}, nil
		},
		Fit: func(_ context.Context, task *method.Task) (method.Model, error) {
			sum, grid := []float64{0}, task.Meter.Plan().Named("sum").Grid
			for i := range task.Train.Users {
				sum[0] += accounting.Truncate(contribution(task, i), grid)
			}
			if err := task.Meter.Release("sum", sum); err != nil {
				return nil, err
			}
			m := model(task, sum[0])
			return m, task.Progress.Iteration(1, m)
		},
	}
}

func anybody(task *method.Task, i int) float64 {
	items, _ := task.Train.User(i)
	return min(float64(len(items)), 1)
}

// fans is the share of a user's ratings that are at the top.
func fans(task *method.Task, i int) (share float64) {
	_, values := task.Train.User(i)
	for _, v := range values {
		if float64(v) == task.Train.High {
			share += 1 / float64(len(values))
		}
	}
	return min(share, 1)
}

func released(_ *method.Task, sum float64) method.Model { return constant(sum) }

// sound is own without a mistake.
var sound = own(anybody, released)

// keeping is a model whose solver keeps what it has of one user for the next who has no ratings.
type keeping struct{ constant }

func (m keeping) Local() method.Local { return &keepingLocal{} }

type keepingLocal struct{ level float64 }

func (l *keepingLocal) Solve(_ []uint32, values []float32) {
	for _, v := range values {
		l.level = float64(v)
	}
}
func (l *keepingLocal) Predict(uint32) float64 { return l.level }

// instead is a mistake that is another method.
func instead(other *method.Method) mistake {
	return func(*method.Method) mechanism { return mechanismOf(other) }
}

// claims changes what is claimed of one kind of release, and not the noise.
func claims(kind string, factor float64) mistake {
	return func(m *method.Method) mechanism {
		return func(public method.Public, s method.Settings, metrics float64) (*claim, error) {
			c, err := mechanismOf(m)(public, s, metrics)
			if err != nil {
				return nil, err
			}
			plan := *c.plan
			plan.Releases = slices.Clone(plan.Releases)
			for i := range plan.Releases {
				if plan.Releases[i].Kind == kind {
					plan.Releases[i].Sensitivity *= factor
				}
			}
			c.plan = &plan
			return c, nil
		}
	}
}

// largely tampers with the noise of releases that only the wide shape makes.
func largely(change tamper) tamper {
	return func() accounting.ReleaseObserver {
		changed := change()
		return func(r accounting.Release, block int, exact, noisy []float64) {
			if r.Dimension > wideShape.items {
				changed(r, block, exact, noisy)
			}
		}
	}
}

// Mistakes that show only where the adversary stands at a certain place, in a wide data set, on several threads, or with
// held-out ratings.
func TestWideControls(t *testing.T) {
	var list []control
	for name, c := range map[string]struct {
		wrong *method.Method
		finds Finding
	}{
		"the first user counts twice": {own(func(task *method.Task, i int) float64 {
			if i == 0 {
				return 2 * anybody(task, i)
			}
			return anybody(task, i)
		}, released), Finding{Kind: Moved}},
		"the model starts from the first user's mean": {own(anybody, func(task *method.Task, sum float64) method.Model {
			_, values := task.Train.User(0)
			for _, v := range values {
				return constant(sum + float64(v))
			}
			return constant(sum)
		}), Finding{Kind: Leaked}},
		"a user without ratings counts as the one before": {own(func(task *method.Task, i int) float64 {
			return max(anybody(task, i), anybody(task, max(i-1, 0)))
		}, released), Finding{Kind: Moved}},
		"a user without ratings is shown what the one before is": {own(anybody, func(_ *method.Task, sum float64) method.Model {
			return keeping{constant(sum)}
		}), Finding{Kind: Leaked}},
		"a cap that more than a thousand ratings pass": {own(func(task *method.Task, i int) float64 {
			items, _ := task.Train.User(i)
			return float64(len(items)) / 1000
		}, released), Finding{Kind: Moved, Measured: 1.1}},
		"a sum that depends on the threads": {own(func(task *method.Task, i int) float64 {
			return anybody(task, i) / float64(task.Threads)
		}, released), Finding{Kind: Unsettled, Release: "sum"}},
		"a user at the edge of a piece counts twice": {own(func(task *method.Task, i int) float64 {
			if slices.Contains(parallel.Ranges(task.Train.Ptr, 1<<15)[1:], i) {
				return 2 * fans(task, i)
			}
			return fans(task, i)
		}, released), Finding{Kind: Moved}},
		"the exact number of users in what is exported": {own(anybody, func(task *method.Task, sum float64) method.Model {
			return counted{constant(sum), task.Train.Users}
		}), Finding{Kind: Leaked}},
	} {
		list = append(list, control{name: name, on: sound, mistake: instead(c.wrong), caught: []string{PartSensitivity}, finds: c.finds, wide: true})
	}
	eb := lookup(t, "dpals-eb")
	list = append(list,
		control{name: "released errors claimed too small", on: lookup(t, "item-mean"), mistake: claims("error", 0.9),
			caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "error weight", Measured: 1}, wide: true},
		control{name: "half the noise in large releases", on: eb, settings: smallEB, mistake: noiseOf(largely(scaled(0.5))),
			caught: []string{PartNoise}, finds: Finding{Kind: Variance, Release: "moments 1", Measured: 0.25}},
		control{name: "a key on what is exported that is on no list", on: sound, mistake: instead(own(anybody, func(_ *method.Task, sum float64) method.Model {
			return counted{constant(sum), 3}
		})), caught: []string{PartPublished}, finds: Finding{Kind: NotAllowed, Release: "model.json"}})
	tryControls(t, list, 2)
}

// counted is a model that shares a number under the name of users.
type counted struct {
	constant
	users int
}

func (m counted) Shared() method.Shared {
	return method.Shared{Scalars: map[string]float64{"users": float64(m.users)}, Recipe: "Every prediction is mean.\n"}
}

// Shared implements method.Sharer: what is exported.
func (c constant) Shared() method.Shared {
	return method.Shared{Scalars: map[string]float64{"mean": float64(c)}, Recipe: "Every prediction is mean.\n"}
}

// What a run keeps for the next one is found by repeating a run: the same key, other sums.
func TestRunsThatKeepSomething(t *testing.T) {
	carried := 0.0
	keeps := own(func(task *method.Task, i int) float64 {
		if i > 0 {
			return anybody(task, i)
		}
		carried += 0.125
		return carried
	}, released)
	for name, c := range map[string]struct {
		of   *method.Method
		want Kind
	}{"sound": {sound, ""}, "keeps": {keeps, Unsettled}} {
		claim, err := mechanismOf(c.of)(quick(t, c.of, Target{Epsilon: 1}).public(catalogue, 1), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		p, err := smallShape.neighbours(adversaries[1], scene{place: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		_, err = claim.sensitivities(t.Context(), p, 1, true)
		if err == nil && c.want != "" || err != nil && findingOf(err).Kind != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
