package frankwolfe

import (
	"context"
	"errors"
	"math"
	"slices"

	"dpals/engine/estimate"
	"dpals/engine/method"
	"dpals/engine/release"
	"dpals/engine/symmetric"
)

// fit is one private run: what has been released so far, and each user's local state.
type fit struct {
	config
	task  *method.Task
	model *Model
	users *users

	chosen *symmetric.Rows // the ratings in the covariance; its values are residual rows, in units of L
	outer  *symmetric.Outer
	matrix *symmetric.Matrix
	level  release.Level
	row    float64 // L, in rating units
}

func fitPrivate(ctx context.Context, task *method.Task) (method.Model, error) {
	f, err := newFit(ctx, task)
	if err != nil {
		return nil, err
	}
	for t := 1; t <= f.iterations; t++ {
		task.Progress.Phase("users", t, f.iterations)
		if err := f.residuals(ctx, t); err != nil {
			return nil, err
		}
		task.Progress.Phase("covariance", t, f.iterations)
		if err := f.outer.Add(ctx, task.Threads, f.chosen, task.Progress.Part); err != nil {
			return nil, err
		}
		if err := f.outer.Release(ctx, task, covariance(t)); err != nil {
			return nil, err
		}
		task.Progress.Phase("eigenvector", t, f.iterations)
		if err := f.addTerm(ctx, t); err != nil {
			return nil, err
		}
		if err := task.Progress.Iteration(t, f.model); err != nil {
			return nil, err
		}
	}
	return f.model, nil
}

// newFit makes the releases before the iterations.
func newFit(ctx context.Context, task *method.Task) (*fit, error) {
	f := &fit{config: read(task.Settings), task: task}
	task.Progress.Phase("counting", 0, f.iterations)
	all, err := release.Scalars(task)
	if err != nil {
		return nil, err
	}
	var items []int
	columns := f.columns(task.Train.Items)
	if columns < task.Train.Items {
		counts, err := release.Counts(ctx, task)
		if err != nil {
			return nil, err
		}
		items = estimate.MostCounted(counts, columns)
	}
	f.row = f.clip
	if f.row == method.Auto {
		f.row = ruleRow(f.config, task.Public, all)
	}
	if f.nuclear == method.Auto {
		f.nuclear = ruleNuclear(all.Users, columns, all.Spread)
	}
	f.level = all
	f.model = newModel(task.Train.Items, f.iterations, items, levels{mean: all.Mean, pull: ownPull})
	f.model.most = f.k
	if f.original {
		f.model.original, f.model.row, f.model.pull = true, f.row, 0
	}
	f.outer, f.matrix = f.config.outer(task.Train.Items), symmetric.NewMatrix(columns)
	if f.chosen, err = symmetric.Select(ctx, task, items, f.k); err != nil {
		return nil, err
	}
	ratings := f.chosen
	if !f.original && f.k > 0 {
		if ratings, err = symmetric.Select(ctx, task, items, 0); err != nil {
			return nil, err
		}
		if len(ratings.Item) == len(f.chosen.Item) {
			f.chosen = ratings
		}
	}
	f.users = newUsers(task, ratings, f.model)
	f.chosen = f.chosen.With()
	return f, nil
}

// ownPull is the pull of a user's level to the mean of all, in ratings: the variance of a rating about its user's mean
// over the variance of those means.
const ownPull = 5

// residuals applies iteration t−1 to every user and writes their residual row for iteration t, clipped to norm L and in
// units of it, onto the covariance's grid.
func (f *fit) residuals(ctx context.Context, t int) error {
	bound, grid := math.Sqrt(f.bound()), f.outer.Grid()
	rows := make([][]float64, f.task.Threads)
	return f.users.pass(ctx, f.task, f.model, t-1, func(worker, i int, s rowState) {
		items, values := f.chosen.User(i)
		all, _ := f.users.ratings.User(i)
		a := rows[worker][:0]
		for n, at := 0, 0; n < len(items); n++ {
			for all[at] != items[n] {
				at++
			}
			a = append(a, (float64(s.x[at])-float64(s.y[at]))/f.row)
		}
		symmetric.Clip(values, a, bound, grid)
		rows[worker] = a
	})
}

// addTerm adds the term of iteration t from the noisy covariance W: v its leading eigenvector, λ̂² the eigenvalue.
func (f *fit) addTerm(ctx context.Context, t int) error {
	err := f.matrix.Set(ctx, f.task.Threads, f.outer, func(_, _ int, x float64) float64 { return x })
	if err != nil {
		return err
	}
	diagonal := f.outer.Diagonal()
	values, v, err := symmetric.Top(ctx, f.matrix.Multiplier(f.task.Threads), len(diagonal), 1,
		symmetric.Options{Tolerance: tolerance, Products: products, Seed: f.task.Seed})
	if err != nil && !errors.Is(err, symmetric.ErrUnconverged) {
		return err
	}
	lambda := math.Sqrt(max(values[0], 0))
	sigma, trust := f.task.Meter.Plan().Named(covariance(t)).Sigma, 1.0
	if f.original {
		lambda += publishedOffset(sigma, len(v))
	} else {
		trust = symmetric.SquaredCosine(values[0], v, diagonal, sigma, f.level.Users)
	}
	f.model = f.model.with(f.term(t, f.row*lambda, trust), v)
	return nil
}

// tolerance and products suffice for an eigenvector: any v whose vᵀWv is nearly the largest serves the method, and an
// eigenvalue is right to the square of the tolerance.
const (
	tolerance = 1e-3
	products  = 300
)

// term returns the term of iteration t for a leading singular value λ̂ of the residuals, its gain scaled by trust. Where
// either is 0, the term changes nothing.
func (c config) term(t int, lambda, trust float64) term {
	eta := c.size(t)
	if !(lambda > 0 && trust > 0) {
		return term{keep: 1}
	}
	return term{keep: 1 - eta, gain: trust * eta * c.nuclear / lambda}
}

// publishedOffset is what [DPFW] adds to λ̂ so that no noise makes it too small, in units of L, at a failure
// probability of 1 %.
func publishedOffset(sigma float64, items int) float64 {
	return math.Sqrt(sigma*math.Log(float64(items)/0.01)) * math.Sqrt(math.Sqrt(float64(items)))
}

// newModel returns a model without terms, with room for so many.
func newModel(items, iterations int, columns []int, l levels) *Model {
	m := &Model{stride: iterations, columns: columns, levels: l, v: make([]float32, items*iterations)}
	if columns != nil {
		m.place = make([]int32, items)
		for j := range m.place {
			m.place[j] = -1
		}
		for p, j := range columns {
			m.place[j] = int32(p)
		}
	}
	return m
}

// with returns the model with one more term, whose item side is v on the columns. Both share memory: the term's column
// is one that the model before does not read.
func (m *Model) with(t term, v []float64) *Model {
	next := *m
	next.terms = slices.Concat(m.terms, []term{t})
	for p, x := range v {
		j := p
		if m.columns != nil {
			j = m.columns[p]
		}
		next.v[j*m.stride+len(m.terms)] = float32(x)
	}
	return &next
}
