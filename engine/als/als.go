package als

import (
	"context"
	"math"

	"dpals/engine/kernel"
	"dpals/engine/method"
	"dpals/engine/release"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// ALS is alternating least squares without privacy: the non-private reference.
var ALS = &method.Method{
	Name:      "als",
	Summary:   "alternating least squares, not private: the reference for private methods",
	Source:    "[DPALS] eq. 35",
	Trust:     method.TrustNone,
	Iterative: true,
	Parameters: []method.Parameter{
		release.Iterations(10), release.Rank(16), lambda, itemExponent(0.5), userExponent(0.5), centring,
	},
	Fit: fitALS,
}

func fitALS(ctx context.Context, task *method.Task) (method.Model, error) {
	var (
		c     = read(task.Settings)
		train = task.Train
		items = train.ByItem()
		state users
	)
	m := newModel(task, c, everyItem(train.Items))
	m.mean = mean(train)
	if err := powerStart(ctx, m, train, task); err != nil {
		return nil, err
	}
	if c.lambda == method.Auto {
		c.lambda = lambdaPerDeviation * spread(train)
	}
	m.ridge, m.itemLambda = ridgeOf(c.lambda, c.userExponent, train.Ptr), c.lambda
	itemRidge := ridgeOf(c.lambda, c.itemExponent, items.Ptr)
	for t := 1; t <= c.iterations; t++ {
		task.Progress.Phase("users", t, c.iterations)
		if err := state.solve(ctx, m, train, 0, task.Threads, task.Progress.Part); err != nil {
			return nil, err
		}
		task.Progress.Phase("items", t, c.iterations)
		next := m.next()
		if err := solveItems(ctx, next, items, &state, itemRidge, task); err != nil {
			return nil, err
		}
		m = next
		if err := task.Progress.Iteration(t, m); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// solveItems solves the items without privacy: V_j minimises Σ_i (rating − mean − a_i − u_i·V_j)² + ridge·‖V_j‖².
func solveItems(ctx context.Context, m *Model, items *loaders.ByItem, state *users, w ridge, task *method.Task) error {
	r := m.rank
	type workspace struct {
		normal kernel.Normal[float64]
		target []float64
		x      []float64
		square []float64 // r×r, where the equations are singular
		solve  kernel.Positive
	}
	spaces := make([]*workspace, task.Threads)
	bounds := parallel.Ranges(items.Ptr, release.PieceSize(r))
	return parallel.Each(ctx, task.Threads, len(bounds)-1, func(worker, b int) error {
		ws := spaces[worker]
		if ws == nil {
			ws = &workspace{x: make([]float64, r), square: make([]float64, r*r)}
			spaces[worker] = ws
		}
		for j := bounds[b]; j < bounds[b+1]; j++ {
			raters, values := items.Item(j)
			ws.normal.Reset(r)
			// Many raters are gathered part by part, between which cancelling is noticed.
			for from := 0; from < len(raters); from += release.Chunk {
				if err := ctx.Err(); err != nil {
					return err
				}
				to := min(from+release.Chunk, len(raters))
				ws.target = ws.target[:0]
				for k, i := range raters[from:to] {
					y := float64(values[from+k]) - m.mean
					if m.local {
						y -= float64(state.offset[i])
					}
					ws.target = append(ws.target, y)
				}
				ws.normal.Gather(state.u, raters[from:to], ws.target)
			}
			ridge := w.at(float64(len(raters)))
			ws.normal.AddDiagonal(ridge)
			ok := ws.normal.Solve(ws.x)
			if !ok { // λ = 0 and few raters: the smallest solution
				ws.normal.Each(func(i int, row []float64) { copy(ws.square[i*r+i:i*r+r], row) })
				copy(ws.x, ws.normal.Right())
				ok = ws.solve.Solve(ws.square, 0, ws.x)
			}
			if ok {
				for d, x := range ws.x {
					m.v[j*r+d] = float32(x)
				}
			}
		}
		task.Progress.Part(float64(b+1) / float64(len(bounds)-1))
		return nil
	})
}

// newModel returns a model with random factors for the trained items.
func newModel(task *method.Task, c config, trained []bool) *Model {
	return &Model{
		rank: c.rank, trained: trained, local: c.local, offset: offsetRidge,
		v: release.RandomFactors(task, c.rank, trained),
	}
}

// next returns a model like m with factors of its own, so that readers of m keep what they have.
func (m *Model) next() *Model {
	n := *m
	n.v = make([]float32, len(m.v))
	return &n
}

func everyItem(items int) []bool {
	all := make([]bool, items)
	for j := range all {
		all[j] = true
	}
	return all
}

// lambdaPerDeviation is λ over the standard deviation of the ratings about their users' means: factors scale with
// the root of that deviation on both sides, so λ scales with it.
const lambdaPerDeviation = 9

// ridgeOf is the ridge of the rows of a compressed matrix.
func ridgeOf(lambda, exponent float64, ptr []int64) ridge {
	w := ridge{lambda: lambda, exponent: exponent}
	for i := 1; i < len(ptr); i++ {
		w.z += math.Pow(max(float64(ptr[i]-ptr[i-1]), 1), exponent) / float64(len(ptr)-1)
	}
	return w
}

// mean is the average rating, or the middle of the range where there is none. It mixes users: not private.
func mean(r *loaders.Ratings) float64 {
	if r.Count() == 0 {
		return (r.Low + r.High) / 2
	}
	return release.Sum(r.Value) / float64(r.Count())
}

// spread is the standard deviation of ratings about their users' means. It mixes users: not private.
func spread(r *loaders.Ratings) float64 {
	if r.Count() == 0 {
		return r.High - r.Low
	}
	total := 0.0
	for i := range r.Users {
		_, values := r.User(i)
		own := release.Sum(values) / float64(max(1, len(values)))
		for _, v := range values {
			total += (float64(v) - own) * (float64(v) - own)
		}
	}
	return math.Sqrt(total / float64(r.Count()))
}
