package gradient

import (
	"context"
	"math"
	"math/rand/v2"

	"dpals/engine/method"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// GD is gradient descent without privacy, whose gradients the reports of the private methods estimate.
var GD = &method.Method{
	Name:       "gd",
	Summary:    "matrix factorisation by gradient descent, not private: the reference for the ldp methods",
	Source:     "[LDP]",
	Trust:      method.TrustNone,
	Iterative:  true,
	Parameters: []method.Parameter{rounds(30), rank(8), rate("auto: the exact minimum along every item's gradient"), lambda("ratings' spread")},
	Fit:        fitGD,
}

// chunk is how many ratings one piece of work covers: about a millisecond, so that cancelling is prompt.
const chunk = 8192

// startScale is the s.d. of V's first values over the width of the rating range. The first column starts at 0, its
// gradient being there from the start; the others need values that differ between users.
const startScale = 0.05

// start fills all columns of V but the first with small random values, and the first too where rows are drawn to 0.
func (m *Model) start(random *rand.Rand) {
	for at := range m.v {
		if at%m.rank > 0 || m.plain {
			m.v[at] = startScale * m.bound * float32(random.NormFloat64())
		}
	}
}

func fitGD(ctx context.Context, task *method.Task) (method.Model, error) {
	c := read(task.Settings)
	train := task.Train
	if c.lambda == method.Auto {
		c.lambda = lambdaPerDeviation * spread(train)
	}
	m := newModel(c.rank, train.Items, train.Low, train.High, c.lambda)
	m.start(rand.New(rand.NewChaCha8(task.Seed)))
	state := &users{u: make([]float32, train.Users*c.rank), residual: make([]float32, train.Count())}
	for t := 1; t <= c.rounds; t++ {
		task.Progress.Phase("users", t, c.rounds)
		if err := state.solve(ctx, m, task); err != nil {
			return nil, err
		}
		task.Progress.Phase("items", t, c.rounds)
		next := m.next()
		if err := descend(ctx, next, c, state, task); err != nil {
			return nil, err
		}
		m = next
		if err := task.Progress.Iteration(t, m); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// users holds what all users solved from the last V.
type users struct {
	u        []float32 // n×d
	residual []float32 // by rating, in the order of the ratings
}

func (s *users) solve(ctx context.Context, m *Model, task *method.Task) error {
	train := task.Train
	bounds := parallel.Ranges(train.Ptr, chunk)
	solvers := make([]*solver, task.Threads)
	return parallel.Each(ctx, task.Threads, len(bounds)-1, func(worker, b int) error {
		if solvers[worker] == nil {
			solvers[worker] = m.newSolver()
		}
		sv := solvers[worker]
		for i := bounds[b]; i < bounds[b+1]; i++ {
			items, values := train.User(i)
			sv.Solve(items, values)
			copy(s.u[i*m.rank:], sv.u)
			for k, j := range items {
				s.residual[int(train.Ptr[i])+k] = sv.residual(k, j)
			}
		}
		task.Progress.Part(float64(b+1) / float64(len(bounds)-1))
		return nil
	})
}

// descend moves every item along g_j = Σ_i e_ij·u_i − λ·v_j, where e_ij is the residual of the rating. The first column is the
// items' own level, to which λ does not apply.
func descend(ctx context.Context, m *Model, c config, state *users, task *method.Task) error {
	items := task.Train.ByItem()
	bounds := parallel.Ranges(items.Ptr, chunk)
	d := m.rank
	return parallel.Each(ctx, task.Threads, len(bounds)-1, func(_, b int) error {
		g := make([]float64, d)
		for j := bounds[b]; j < bounds[b+1]; j++ {
			raters, _ := items.Item(j)
			if len(raters) == 0 {
				continue
			}
			clear(g)
			for k, i := range raters {
				if k%chunk == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				e := float64(state.residual[items.Entry[int(items.Ptr[j])+k]])
				for l, u := range state.u[int(i)*d : int(i)*d+d] {
					g[l] += e * float64(u)
				}
			}
			for l := 1; l < d; l++ {
				g[l] -= c.lambda * float64(m.v[j*d+l])
			}
			for l, step := 0, c.step(g, raters, state.u); l < d; l++ {
				m.move(j*d+l, step*g[l])
			}
		}
		task.Progress.Part(float64(b+1) / float64(len(bounds)-1))
		return nil
	})
}

// step returns the step size along g: for an automatic rate, up to the minimum of the item's squared errors and
// ridge along it, ‖g‖²/(Σ_i (u_i·g)² + λ·‖g‖²); otherwise the rate over the item's ratings.
func (c config) step(g []float64, raters []uint32, u []float32) float64 {
	if c.rate != method.Auto {
		return c.rate / float64(len(raters))
	}
	square, curvature := 0.0, 0.0
	for _, x := range g {
		square += x * x
	}
	for _, i := range raters {
		along := 0.0
		for l, x := range u[int(i)*len(g) : (int(i)+1)*len(g)] {
			along += float64(x) * g[l]
		}
		curvature += along * along
	}
	if curvature += c.lambda * square; !(curvature > 0) {
		return 0
	}
	return square / curvature
}

// lambdaPerDeviation is λ over the standard deviation of the ratings about their users' means: factors scale with the
// root of that deviation on both sides, so λ scales with it.
const lambdaPerDeviation = 9

// spread is the standard deviation of ratings about their users' means, or the width of the range where there are none.
// It mixes users: not private.
func spread(r *loaders.Ratings) float64 {
	if r.Count() == 0 {
		return r.High - r.Low
	}
	total := 0.0
	for i := range r.Users {
		_, values := r.User(i)
		own := 0.0
		for _, v := range values {
			own += float64(v) / float64(len(values))
		}
		for _, v := range values {
			total += (float64(v) - own) * (float64(v) - own)
		}
	}
	return math.Sqrt(total / float64(r.Count()))
}
