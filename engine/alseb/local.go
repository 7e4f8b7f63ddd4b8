package alseb

import (
	"context"
	"math"

	"dpals/engine/alseb/internal/posterior"
	"dpals/engine/kernel"
	"dpals/engine/method"
	"dpals/engine/release"
)

// local is the private state of a run: what users hold and compute from their own ratings and the published state. It is
// read only to make releases.
type local struct {
	task   *method.Task
	design *release.Design
	rank   int
	bound  float64 // on Σ_j ω_ij² of a user

	factors   []float32 // n×r: p̂_i, clipped
	offset    []float32 // n: a_i
	residuals []float32 // y_ij of the design's ratings
	left      []float64 // n: ρ_i ∈ [0, 1], the fraction of a user's residuals that clipping leaves
}

func newLocal(task *method.Task, c config, d *release.Design) *local {
	users := task.Train.Users
	return &local{
		task: task, design: d, rank: c.Rank, bound: math.Sqrt(c.Bound()) * c.clipRating * method.Margin,
		factors: make([]float32, users*c.Rank), offset: make([]float32, users), left: make([]float64, users),
		residuals: make([]float32, d.Ratings.Count()),
	}
}

// setOffsets sets every user's level to their mean rating, shrunk to the mean of all users by so many ratings, and their
// residuals about it.
func (l *local) setOffsets(ctx context.Context, s *posterior.State, mean, pull float64) error {
	return l.eachUser(ctx, func(_, i int) {
		_, values := l.task.Train.User(i)
		n := float64(len(values))
		l.offset[i] = float32((release.Sum(values) - n*mean) / (n + pull))
		l.updateResiduals(i, nil, s, mean)
	})
}

// solve solves every user by the model and clips what they will contribute.
func (l *local) solve(ctx context.Context, s *posterior.State, m *model) error {
	solvers := make([]*solver, l.task.Threads)
	return l.eachUser(ctx, func(worker, i int) {
		sv := solvers[worker]
		if sv == nil {
			sv = m.newSolver()
			solvers[worker] = sv
		}
		sv.Solve(l.task.Train.User(i))
		row := l.row(i)
		copy(row, sv.x[:l.rank])
		release.Clip(row, s.ClipUser)
		l.offset[i] = sv.x[l.rank]
		l.updateResiduals(i, row, s, m.mean)
	})
}

// updateResiduals sets user i's residuals, about their factors unless row is nil, and the fraction of them that brings the
// norm of the weighted residuals, (ω_ij·y_ij)_j, down to √k·Γ_M.
func (l *local) updateResiduals(i int, row []float32, s *posterior.State, mean float64) {
	items, values := l.design.Ratings.User(i)
	residuals, base, total := l.residualsOf(i), float32(mean)+l.offset[i], 0.0
	for e, item := range items {
		j := int(item)
		y := values[e] - base - s.Bias[j]
		if row != nil {
			y -= kernel.Dot(row, s.Factors[j*l.rank:j*l.rank+l.rank])
		}
		y = l.clampResidual(y)
		residuals[e] = y
		w := l.design.Omega(i, j) * float64(y)
		total += w * w
	}
	l.left[i] = 1
	if total > l.bound*l.bound {
		l.left[i] = l.bound / math.Sqrt(total)
	}
}

// clampResidual limits a residual to four times the rating range, so that it is finite whatever the factors.
func (l *local) clampResidual(y float32) float32 {
	if y-y != 0 {
		return 0 // factors beyond float32 tell nothing
	}
	limit := float32(4 * (l.task.Public.High - l.task.Public.Low))
	return min(max(y, -limit), limit)
}

// residualsOf returns the residuals of user i's ratings in the design.
func (l *local) residualsOf(i int) []float32 {
	r := l.design.Ratings
	return l.residuals[r.Ptr[i]:r.Ptr[i+1]]
}

// raters returns the users who rated item j in the design, and where their residuals stand.
func (l *local) raters(j int) (users, residuals []uint32) {
	s := l.design.Selected
	return s.User[s.Ptr[j]:s.Ptr[j+1]], s.Entry[s.Ptr[j]:s.Ptr[j+1]]
}

// row returns p̂_i.
func (l *local) row(i int) []float32 { return l.factors[i*l.rank : i*l.rank+l.rank] }

// eachUser calls work for every user, in pieces.
func (l *local) eachUser(ctx context.Context, work func(worker, i int)) error {
	return release.EachUser(ctx, l.task, l.task.Train.Ptr, release.PieceSize(l.rank), work)
}
