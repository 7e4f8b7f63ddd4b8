package als

import (
	"context"

	"dpals/engine/release"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// users holds what was solved last for each user: one row u_i and one offset a_i.
type users struct {
	rank   int
	u      []float32 // n×r
	offset []float32 // n
	raters []rater   // n, as rate left them
}

// rater is what an item's sums need of a user beside their row. The two are adjacent in memory because users are read in
// random order.
type rater struct{ weight, offset float64 }

// rate sets the raters' weights, of length n, and their offsets as last solved, or zero where they are not local.
func (s *users) rate(weights []float64, local bool) {
	if s.raters == nil {
		s.raters = make([]rater, len(weights))
	}
	for i, w := range weights {
		s.raters[i].weight = w
		if local {
			s.raters[i].offset = float64(s.offset[i])
		}
	}
}

// solve computes every user's row from their training ratings and the model, clipped to norm clip (0: not clipped). Clipping
// is for fitting the items alone; predictions use the row as solved.
func (s *users) solve(ctx context.Context, m *Model, r *loaders.Ratings, clip float64, threads int, part func(float64)) error {
	if s.u == nil {
		s.rank = m.rank
		s.u = make([]float32, r.Users*m.rank)
		s.offset = make([]float32, r.Users)
	}
	bounds := parallel.Ranges(r.Ptr, release.PieceSize(m.rank))
	solvers := make([]*solver, threads)
	return parallel.Each(ctx, threads, len(bounds)-1, func(worker, b int) error {
		if solvers[worker] == nil {
			solvers[worker] = m.newSolver()
		}
		sv := solvers[worker]
		for i := bounds[b]; i < bounds[b+1]; i++ {
			sv.Solve(r.User(i))
			row := s.row(i)
			copy(row, sv.x)
			if clip > 0 {
				release.Clip(row, clip)
			}
			s.offset[i] = float32(sv.a)
		}
		part(float64(b+1) / float64(len(bounds)-1))
		return nil
	})
}

// row returns u_i, of length r.
func (s *users) row(i int) []float32 { return s.u[i*s.rank : i*s.rank+s.rank] }
