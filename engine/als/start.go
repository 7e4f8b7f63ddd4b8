package als

import (
	"context"

	"dpals/engine/estimate"
	"dpals/engine/kernel"
	"dpals/engine/method"
	"dpals/engine/release"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// powerIterations is how often powerStart multiplies by the ratings and their transpose.
const powerIterations = 2

// powerStart turns random item factors towards the leading directions of the centred ratings, missing ones taken as
// zero: iterations of V ← orthonormal(RᵀR·V). From an unlucky random start, alternating least squares can spend many
// iterations on a weak factor. It reads the ratings without noise, so private methods must not use it.
func powerStart(ctx context.Context, m *Model, r *loaders.Ratings, task *method.Task) error {
	rank := m.rank
	if rank > r.Items {
		return nil
	}
	items := r.ByItem()
	u := make([]float32, r.Users*rank)
	byUser, byItem := parallel.Ranges(r.Ptr, release.PieceSize(rank)), parallel.Ranges(items.Ptr, release.PieceSize(rank))
	for range powerIterations {
		err := parallel.Each(ctx, task.Threads, len(byUser)-1, func(_, b int) error {
			for i := byUser[b]; i < byUser[b+1]; i++ {
				row := u[i*rank : i*rank+rank]
				clear(row)
				rated, values := r.User(i)
				for k, j := range rated {
					kernel.AddScaled(row, values[k]-float32(m.mean), m.v[int(j)*rank:int(j)*rank+rank])
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		err = parallel.Each(ctx, task.Threads, len(byItem)-1, func(_, b int) error {
			for j := byItem[b]; j < byItem[b+1]; j++ {
				row := m.v[j*rank : j*rank+rank]
				clear(row)
				raters, values := items.Item(j)
				for k, i := range raters {
					kernel.AddScaled(row, values[k]-float32(m.mean), u[int(i)*rank:int(i)*rank+rank])
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		estimate.Orthonormalise(m.v, rank)
	}
	return nil
}
