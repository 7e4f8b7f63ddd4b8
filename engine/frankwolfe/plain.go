package frankwolfe

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"dpals/engine/method"
	"dpals/engine/symmetric"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// fitPlain is Frank–Wolfe on the ratings as they are. The leading right singular vector of the residuals A comes from
// products with AᵀA, one pass over the ratings each, so no item matrix is needed.
func fitPlain(ctx context.Context, task *method.Task) (method.Model, error) {
	c := read(task.Settings)
	train := task.Train
	ratings := &symmetric.Rows{Ptr: train.Ptr, Item: train.Item, Value: train.Value}
	mean, spread := moments(train)
	if c.nuclear == method.Auto {
		c.nuclear = ruleNuclear(float64(train.Users), train.Items, spread)
	}
	m := newModel(train.Items, c.iterations, nil, levels{mean: mean, pull: ownPull})
	u := newUsers(task, ratings, m)
	a := newResiduals(ratings, train.Items)
	for t := 1; t <= c.iterations; t++ {
		task.Progress.Phase("users", t, c.iterations)
		err := u.pass(ctx, task, m, t-1, func(_, i int, s rowState) {
			_, row := a.User(i)
			for n := range row {
				row[n] = s.x[n] - s.y[n]
			}
		})
		if err != nil {
			return nil, err
		}
		task.Progress.Phase("eigenvector", t, c.iterations)
		values, v, err := symmetric.Top(ctx, func(dst, src []float64) { a.square(ctx, task.Threads, dst, src) }, train.Items, 1,
			symmetric.Options{Tolerance: plainTolerance, Products: products, Seed: task.Seed})
		if err != nil && !errors.Is(err, symmetric.ErrUnconverged) {
			return nil, err
		}
		m = m.with(c.term(t, math.Sqrt(max(values[0], 0)), 1), v)
		if err := task.Progress.Iteration(t, m); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// plainTolerance leaves an eigenvalue right to a part in ten thousand, where a product costs a pass over the ratings.
const plainTolerance = 1e-2

// residuals is the sparse matrix A of x − y by user, to be multiplied with.
type residuals struct {
	*symmetric.Rows             // values: x − y
	bounds          []int       // of the ranges of users that are summed separately
	sums            [][]float64 // Σ over a range, m numbers each
}

// ranges is how many ranges of users are summed separately, so that the total does not depend on the number of threads.
const ranges = 64

func newResiduals(ratings *symmetric.Rows, items int) *residuals {
	r := &residuals{Rows: ratings.With(), bounds: parallel.Ranges(ratings.Ptr, (len(ratings.Item)+ratings.Users())/ranges+1)}
	r.sums = make([][]float64, len(r.bounds)-1)
	for b := range r.sums {
		r.sums[b] = make([]float64, items)
	}
	return r
}

// square writes AᵀA·src to dst in one pass over the ratings. When the context ends it returns early, which Top notices.
func (r *residuals) square(ctx context.Context, threads int, dst, src []float64) {
	_ = parallel.Each(ctx, threads, len(r.sums), func(_, b int) error {
		sum := r.sums[b]
		clear(sum)
		for i := r.bounds[b]; i < r.bounds[b+1]; i++ {
			items, values := r.User(i)
			values = values[:len(items)]
			along := 0.0
			for n, j := range items {
				along += float64(values[n]) * src[j]
			}
			for n, j := range items {
				sum[j] += float64(values[n]) * along
			}
		}
		return nil
	})
	clear(dst)
	for _, sum := range r.sums {
		floats.Add(dst, sum)
	}
}

// moments returns the mean rating and the s.d. of ratings about their users' means. They mix users: not private.
func moments(r *loaders.Ratings) (mean, spread float64) {
	total, square, all := 0.0, 0.0, float64(max(1, r.Count()))
	for i := range r.Users {
		_, values := r.User(i)
		own := 0.0
		for _, v := range values {
			own += float64(v)
		}
		total += own
		own /= float64(max(1, len(values)))
		for _, v := range values {
			square += (float64(v) - own) * (float64(v) - own)
		}
	}
	if r.Count() == 0 {
		return (r.Low + r.High) / 2, r.High - r.Low
	}
	return total / all, math.Sqrt(square / all)
}
