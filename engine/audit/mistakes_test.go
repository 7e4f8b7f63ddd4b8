package audit

import (
	"context"
	"math"
	"slices"
	"strconv"

	"dpals/accounting"
	"dpals/engine/method"
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

// split takes every rating of a user for a user's of her own.
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
	return func(public method.Public, s method.Settings) (*claim, error) {
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
		c, err := mechanismOf(&wrong)(public, s)
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

// ratingMean is the mean of [DPALS] App. C: a sum of up to k clipped ratings of each user, and of how many they are.
var ratingMean = &method.Method{
	Name: "rating-mean", Trust: method.TrustJoint,
	Plan: func(pub method.Public, _ method.Settings) ([]accounting.Request, error) {
		bound := max(math.Abs(pub.Low), math.Abs(pub.High))
		return []accounting.Request{
			{Name: "sum", Kind: "mean", Weight: 1, Sensitivity: meanK * bound, Dimension: 1, Grid: accounting.GridFor(meanK*bound, accounting.SumBits)},
			{Name: "count", Kind: "mean", Weight: 1, Sensitivity: meanK, Dimension: 1, Grid: accounting.GridFor(meanK, accounting.SumBits)},
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
		return constant(sum[0] / max(count[0], 1)), nil
	},
}

// perItem releases how many rated each item, a block each; perRatedItem leaves out the blocks of items nobody rated.
var (
	perItem      = counting("per-item", func([]uint32) bool { return true })
	perRatedItem = counting("per-rated-item", func(raters []uint32) bool { return len(raters) > 0 })
)

func counting(name string, keep func(raters []uint32) bool) *method.Method {
	return &method.Method{
		Name: name, Trust: method.TrustJoint,
		Plan: func(pub method.Public, _ method.Settings) ([]accounting.Request, error) {
			return []accounting.Request{{Name: "raters", Kind: "raters", Weight: 1, Sensitivity: math.Sqrt(float64(pub.Items)),
				Dimension: pub.Items, Grid: accounting.GridFor(1, accounting.SumBits)}}, nil
		},
		Fit: func(_ context.Context, task *method.Task) (method.Model, error) {
			var blocks [][]float64
			for j := range task.Train.Items {
				if raters, _ := task.Train.ByItem().Item(j); keep(raters) {
					blocks = append(blocks, []float64{float64(len(raters))})
				}
			}
			o, err := task.Meter.Begin("raters", len(blocks), 1)
			if err != nil {
				return nil, err
			}
			for b := range blocks {
				if err := o.Blur(b, blocks[b]); err != nil {
					return nil, err
				}
			}
			return constant(0), o.End()
		},
	}
}

// perPopularItem releases a block for every item whose released number of raters is large: its shape differs from run
// to run, and follows from what was released before.
var perPopularItem = &method.Method{
	Name: "per-popular-item", Trust: method.TrustJoint,
	Plan: func(pub method.Public, s method.Settings) ([]accounting.Request, error) {
		first, err := perItem.Plan(pub, s)
		second := first[0]
		second.Name = "raters of the popular"
		return append(first, second), err
	},
	Fit: func(_ context.Context, task *method.Task) (method.Model, error) {
		raters := make([]float64, task.Train.Items)
		for _, j := range task.Train.Item {
			raters[j]++
		}
		first := slices.Clone(raters)
		if err := task.Meter.Release("raters", first); err != nil {
			return nil, err
		}
		var popular []int
		for j, n := range first {
			if n > audience {
				popular = append(popular, j)
			}
		}
		o, err := task.Meter.Begin("raters of the popular", len(popular), 1)
		if err != nil {
			return nil, err
		}
		for b, j := range popular {
			if err := o.Blur(b, raters[j:j+1]); err != nil {
				return nil, err
			}
		}
		return constant(len(popular)), o.End()
	},
}

// constant is a model that predicts one number.
type constant float64

func (c constant) Local() method.Local     { return c }
func (constant) Solve([]uint32, []float32) {}
func (c constant) Predict(uint32) float64  { return float64(c) }
