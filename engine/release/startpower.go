package release

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpals/engine/kernel"
)

// powerIterations is how many iterations the start by power iteration takes.
const powerIterations = 3

func powerName(p int) string { return fmt.Sprintf("power %d", p) }

// power turns random item factors towards the leading directions of the users' rows: iterations of V ← orthonormal(W̃),
// where W = Σ_i a_i·ŝ_iᵀ and ŝ_i is user i's projection a_iᵀ·V scaled to norm 1.
//
// [DPALS] Alg. 2 does so for one column. With projections of norm 1 what a user adds is bounded whatever V is, and small
// projections are not lost in noise that is meant for large ones.
func (s *starter) power(ctx context.Context, v []float32) error {
	random := slices.Clone(v)
	projected := make([]float32, s.task.Train.Users*s.rank)
	for p := 1; p <= powerIterations; p++ {
		s.task.Progress.Phase("start", p, powerIterations)
		err := EachUser(ctx, s.task, s.design.Ratings.Ptr, PieceSize(s.rank), func(_, i int) {
			rated, _ := s.design.Ratings.User(i)
			x := projected[i*s.rank : i*s.rank+s.rank]
			clear(x)
			for e, a := range s.rowOf(i) {
				kernel.AddScaled(x, a, v[int(rated[e])*s.rank:int(rated[e])*s.rank+s.rank])
			}
			normalise(x)
		})
		if err != nil {
			return err
		}
		if err := s.release(ctx, powerName(p), projected, v); err != nil {
			return err
		}
		s.orthonormalise(v)
		s.accept(v, random)
	}
	return nil
}

// release sets the rows of v that belong to trained items to W̃_j = Σ_i a_ij·ŝ_i + noise.
func (s *starter) release(ctx context.Context, name string, projected, v []float32) error {
	pending, err := s.task.Meter.Begin(name, len(s.items), s.rank)
	if err != nil {
		return err
	}
	unit := math.Ldexp(1, pending.Release().Grid)
	spaces := make([][]float64, s.task.Threads)
	err = EachItem(ctx, s.task, s.items, func(worker, k, j int) error {
		if spaces[worker] == nil {
			spaces[worker] = make([]float64, s.rank)
		}
		w := spaces[worker]
		clear(w)
		at := s.design.Selected
		from, to := at.Ptr[j], at.Ptr[j+1]
		for e := from; e < to; e++ {
			if (e-from)%Chunk == Chunk-1 && ctx.Err() != nil {
				return ctx.Err()
			}
			i, a := int(at.User[e]), float64(s.row[at.Entry[e]])/unit
			for d, x := range projected[i*s.rank : i*s.rank+s.rank] {
				w[d] += math.Trunc(a * float64(x))
			}
		}
		for d := range w {
			w[d] *= unit
		}
		if err := pending.AddNoise(k, w); err != nil {
			return err
		}
		for d, x := range w {
			v[j*s.rank+d] = float32(x)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return pending.End()
}
