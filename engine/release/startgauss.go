package release

import (
	"context"
	"errors"

	"dpals/engine/estimate"
	"dpals/engine/symmetric"
)

// widest is the most items that a covariance start covers, the most rated first: its noise has as many numbers as there are
// pairs of items, and exceeds what is known of a rare one.
const widest = 2048

const covarianceName = "start covariance"

// startCovariance returns the sum that gauss releases, over so many trained items.
func startCovariance(trained int) *symmetric.Outer {
	return symmetric.NewOuter(min(trained, widest), 1, false)
}

// gauss sets the item factors to the r leading eigenvectors of Σ_i a_i·a_iᵀ + noise over the most rated items
// ([DPALSv1] Remark 2), scaled like random factors, and to zero for the others, so that users are solved from what is
// known. The diagonal is left out: it holds how much an item is rated, and the scatter of its ratings, but nothing of
// what it has in common with others.
func (s *starter) gauss(ctx context.Context, v []float32) error {
	s.task.Progress.Phase("start", 1, 1)
	covered := estimate.MostCounted(s.counts, min(len(s.items), widest))
	sum := startCovariance(len(s.items))
	rows, err := s.rowsOver(ctx, covered, sum.Grid())
	if err != nil {
		return err
	}
	if err := sum.Add(ctx, s.task.Threads, rows, s.task.Progress.Part); err != nil {
		return err
	}
	if err := sum.Release(ctx, s.task, covarianceName); err != nil {
		return err
	}
	matrix := symmetric.NewMatrix(len(covered))
	err = matrix.Set(ctx, s.task.Threads, sum, func(j, l int, x float64) float64 {
		if j == l {
			return 0
		}
		return x
	})
	if err != nil {
		return err
	}
	random := append([]float32(nil), v...)
	r := min(s.rank, len(covered))
	_, vectors, err := symmetric.Top(ctx, matrix.Multiplier(s.task.Threads), len(covered), r,
		symmetric.Options{Tolerance: startTolerance, Seed: s.task.Seed})
	if err != nil && !errors.Is(err, symmetric.ErrUnconverged) {
		return err
	}
	if r == s.rank {
		clear(v)
	}
	for d := range r {
		for place, j := range covered {
			v[j*s.rank+d] = float32(vectors[d*len(covered)+place])
		}
	}
	s.orthonormalise(v)
	s.accept(v, random)
	return nil
}

// startTolerance of the eigenvectors: far below the noise in them, and within what single precision can tell.
const startTolerance = 1e-4

// rowsOver returns every user's a_i over the covered items, on a grid.
func (s *starter) rowsOver(ctx context.Context, covered []int, grid int) (*symmetric.Rows, error) {
	place := make([]int32, s.task.Train.Items)
	for j := range place {
		place[j] = -1
	}
	for p, j := range covered {
		place[j] = int32(p)
	}
	all := s.design.Ratings
	rows := &symmetric.Rows{Ptr: make([]int64, all.Users+1)}
	for i := range all.Users {
		items, _ := all.User(i)
		for _, j := range items {
			if p := place[j]; p >= 0 {
				rows.Item = append(rows.Item, uint32(p))
			}
		}
		rows.Ptr[i+1] = int64(len(rows.Item))
	}
	rows.Value = make([]float32, len(rows.Item))
	spaces := make([][]float64, s.task.Threads)
	err := rows.Each(ctx, s.task.Threads, s.task.Progress.Part, func(worker, i int) {
		items, _ := all.User(i)
		row := spaces[worker][:0]
		for e, j := range items {
			if place[j] >= 0 {
				row = append(row, float64(s.rowOf(i)[e]))
			}
		}
		_, values := rows.User(i)
		symmetric.Clip(values, row, 1, grid)
		spaces[worker] = row
	})
	return rows, err
}
