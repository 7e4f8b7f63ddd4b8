package als

import (
	"context"

	"dpals/engine/kernel"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// chunk is how many ratings one piece of light work covers: a millisecond or so, so that cancelling is prompt.
const chunk = 8192

// pieceSize is the same for work of O(r²) for a rating and O(r³) for a row.
func pieceSize(rank int) int { return min(chunk, max(64, chunk*256/(rank*rank))) }

// users holds what the last user step solved: one row u_i and one offset a_i for each user.
type users struct {
	rank   int
	u      []float32 // n×r
	offset []float32 // n
	raters []rater   // n, as rate left them
}

// rater is what an item's sums need of a user beside their row, side by side because they are read at random.
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

// solve runs the user step: every user's row from their training ratings and the model, clipped to norm clip (0: not
// clipped). Clipping is for the item step alone; predictions use the row as solved.
func (s *users) solve(ctx context.Context, m *Model, r *loaders.Ratings, clip float64, threads int, part func(float64)) error {
	if s.u == nil {
		s.rank = m.rank
		s.u = make([]float32, r.Users*m.rank)
		s.offset = make([]float32, r.Users)
	}
	bounds := parallel.Ranges(r.Ptr, pieceSize(m.rank))
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
				shrinkTo(row, clip)
			}
			s.offset[i] = float32(sv.a)
		}
		part(float64(b+1) / float64(len(bounds)-1))
		return nil
	})
}

// row returns u_i, of length r.
func (s *users) row(i int) []float32 { return s.u[i*s.rank : i*s.rank+s.rank] }

// margin keeps a clipped quantity below its bound through the rounding of the arithmetic that follows it.
const margin = 1 - 0x1p-20

// shrinkTo scales row so that its Euclidean norm, in exact arithmetic, is at most bound. A row that is not finite, or
// cannot be scaled that far in float32, becomes zero.
func shrinkTo(row []float32, bound float64) {
	norm := kernel.Norm(row)
	if norm <= bound*margin {
		return
	}
	scale := bound * margin / norm
	for i := range row {
		row[i] = float32(float64(row[i]) * scale)
	}
	if !(kernel.Norm(row) <= bound*(1-0x1p-30)) {
		clear(row)
	}
}
