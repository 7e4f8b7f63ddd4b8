package audit

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/loaders"
)

// changed is a mistake in the method value itself.
func changed(change func(*method.Method)) mistake {
	return func(m *method.Method) mechanism {
		wrong := *m
		change(&wrong)
		return mechanismOf(&wrong)
	}
}

// plans claims a multiple of the sensitivity of one kind of release.
func plans(kind string, factor float64) mistake {
	return changed(func(m *method.Method) {
		plan := m.Plan
		m.Plan = func(p method.Public, s method.Settings) ([]accounting.Request, error) {
			list, err := plan(p, s)
			for i := range list {
				if list[i].Kind == kind {
					list[i].Sensitivity *= factor
				}
			}
			return list, err
		}
	})
}

func without(kind string, list []accounting.Request) []accounting.Request {
	return slices.DeleteFunc(slices.Clone(list), func(q accounting.Request) bool { return q.Kind == kind })
}

// leavesOut does not plan, and so does not charge, one kind of release.
func leavesOut(kind string) mistake {
	return changed(func(m *method.Method) {
		plan := m.Plan
		m.Plan = func(p method.Public, s method.Settings) ([]accounting.Request, error) {
			list, err := plan(p, s)
			return without(kind, list), err
		}
	})
}

// fitsLike plans as asked and fits otherwise.
func fitsLike(other *method.Method) mistake {
	return changed(func(m *method.Method) { m.Fit = other.Fit })
}

// fitsWith plans with the settings asked for and fits with others.
func fitsWith(other method.Settings) mistake {
	return changed(func(m *method.Method) {
		fit := m.Fit
		m.Fit = func(ctx context.Context, task *method.Task) (method.Model, error) {
			changed := *task
			changed.Settings = with(task.Settings, other)
			return fit(ctx, &changed)
		}
	})
}

// split takes every rating of a user for a user's of their own.
var split = changed(func(m *method.Method) {
	fit := m.Fit
	m.Fit = func(ctx context.Context, task *method.Task) (method.Model, error) {
		changed := *task
		var people []person
		for i := range task.Train.Users {
			items, values := task.Train.User(i)
			for k := range items {
				p := person{name: task.Train.UserNames.At(i) + strconv.Itoa(k)}
				p.rate(int(items[k]), float64(values[k]))
				people = append(people, p)
			}
		}
		var err error
		if changed.Train, err = ratingsOf(people, task.Train.Items); err != nil {
			return nil, err
		}
		return fit(ctx, &changed)
	}
})

// leaks adds the mean of all ratings, as it is, to what the model predicts.
var leaks = changed(func(m *method.Method) {
	fit := m.Fit
	m.Fit = func(ctx context.Context, task *method.Task) (method.Model, error) {
		model, err := fit(ctx, task)
		total := 0.0
		for _, v := range task.Train.Value {
			total += float64(v)
		}
		return raised{model, total / float64(task.Train.Count())}, err
	}
})

type raised struct {
	method.Model
	by float64
}

func (m raised) Local() method.Local { return raisedLocal{m.Model.Local(), m.by} }

type raisedLocal struct {
	method.Local
	by float64
}

func (l raisedLocal) Predict(item uint32) float64 { return l.Local.Predict(item) + l.by }

// theoremOne calibrates as [DPALS] Theorem 1 does: as though the Gram matrices of a step were free, with the noise
// multiplier of the right-hand sides.
func theoremOne(m *method.Method) mechanism {
	return func(public method.Public, s method.Settings, metrics float64) (*claim, error) {
		settings, err := m.Settle(s)
		if err != nil {
			return nil, err
		}
		all, err := m.Plan(public, m.Resolve(public, settings))
		if err != nil {
			return nil, err
		}
		claimed, err := accounting.NewPlan(accounting.Exact, public.Epsilon, public.Delta, without("gram", all))
		if err != nil {
			return nil, err
		}
		wrong := *m
		wrong.Plan = func(method.Public, method.Settings) ([]accounting.Request, error) {
			for i := range all {
				of := claimed.Named(all[i].Name)
				if all[i].Kind == "gram" {
					of = claimed.OfKind("rhs")
				}
				all[i].Weight, all[i].Mu = 0, of.Mu
			}
			return all, nil
		}
		c, err := mechanismOf(&wrong)(public, s, metrics)
		if err == nil {
			stated := *c.plan
			stated.Mu, stated.Epsilon = claimed.Mu, claimed.Epsilon
			c.plan = &stated
		}
		return c, err
	}
}

// Methods of the tests' own: the audit needs nothing but their plan and their fit.

const meanK = 8

// ownClaim is what their plans claim; the audit reads the sensitivity alone.
var ownClaim = accounting.UserSum("proof.md", accounting.Ratings, accounting.L2)

// ratingMean is the mean of [DPALS] App. C: a sum of up to k clipped ratings of each user, and of how many they are.
var ratingMean = &method.Method{
	Name: "rating-mean", Trust: method.TrustJoint,
	Plan: func(pub method.Public, _ method.Settings) ([]accounting.Request, error) {
		bound := max(math.Abs(pub.Low), math.Abs(pub.High))
		return []accounting.Request{
			{Name: "sum", Kind: "mean", Claim: ownClaim, Weight: 1, Sensitivity: meanK * bound, Dimension: 1, Grid: accounting.GridFor(meanK*bound, accounting.SumBits)},
			{Name: "count", Kind: "mean", Claim: ownClaim, Weight: 1, Sensitivity: meanK, Dimension: 1, Grid: accounting.GridFor(meanK, accounting.SumBits)},
		}, nil
	},
	Fit: func(_ context.Context, task *method.Task) (method.Model, error) {
		sum, count := []float64{0}, []float64{0}
		for i := range task.Train.Users {
			_, values := task.Train.User(i)
			for _, v := range values[:min(len(values), meanK)] {
				sum[0] += accounting.Truncate(float64(v), task.Meter.Plan().Named("sum").Grid)
				count[0]++
			}
		}
		if err := task.Meter.Release("sum", sum); err != nil {
			return nil, err
		}
		if err := task.Meter.Release("count", count); err != nil {
			return nil, err
		}
		m := constant(sum[0] / max(count[0], 1))
		return m, task.Progress.Iteration(1, m)
	},
}

// perItem releases how many rated each item, a block each. inHalves uses two large blocks where the number of users is
// even, and perRatedItem leaves out items without ratings.
var (
	perItem = counting(func(_ *loaders.Ratings, raters []float64) (blocks int, all []float64) {
		return len(raters), raters
	})
	inHalves = counting(func(r *loaders.Ratings, raters []float64) (blocks int, all []float64) {
		if r.Users%2 == 0 {
			return 2, raters
		}
		return len(raters), raters
	})
	perRatedItem = counting(func(_ *loaders.Ratings, raters []float64) (blocks int, all []float64) {
		raters = slices.DeleteFunc(raters, func(n float64) bool { return n == 0 })
		return len(raters), raters
	})
)

func counting(layout func(*loaders.Ratings, []float64) (blocks int, all []float64)) *method.Method {
	return &method.Method{
		Name: "per-item", Trust: method.TrustJoint,
		Plan: func(pub method.Public, _ method.Settings) ([]accounting.Request, error) {
			return []accounting.Request{{Name: "raters", Kind: "raters", Claim: ownClaim, Weight: 1, Sensitivity: math.Sqrt(float64(pub.Items)),
				Dimension: pub.Items, Grid: accounting.GridFor(1, accounting.SumBits)}}, nil
		},
		Fit: func(_ context.Context, task *method.Task) (method.Model, error) {
			raters := make([]float64, task.Train.Items)
			for _, j := range task.Train.Item {
				raters[j]++
			}
			blocks, all := layout(task.Train, raters)
			size := len(all) / blocks
			o, err := task.Meter.Begin("raters", blocks, size)
			if err != nil {
				return nil, err
			}
			for b := range blocks {
				if err := o.AddNoise(b, all[b*size:(b+1)*size]); err != nil {
					return nil, err
				}
			}
			return constant(0), errors.Join(o.End(), task.Progress.Iteration(1, constant(0)))
		},
	}
}

// constant is a model that predicts one number.
type constant float64

func (c constant) Local() method.Local     { return c }
func (constant) Solve([]uint32, []float32) {}
func (c constant) Predict(uint32) float64  { return float64(c) }
