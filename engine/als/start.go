package als

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"dpals/engine/kernel"
	"dpals/engine/method"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// startScale is the s.d. of a factor's coordinates at the start; the first user step sets the scale of the users'.
const startScale = 0.3

// powerRounds is how often powerStart multiplies by the ratings and their transpose.
const powerRounds = 2

// powerStart turns random item factors towards the leading directions of the centred ratings, missing ones taken as
// zero: rounds of V ← orthonormal(RᵀR·V). From an unlucky random start, alternating least squares can spend many steps
// on a direction that it hardly sees. It reads the ratings without noise, so it is not for private methods.
func powerStart(ctx context.Context, m *Model, r *loaders.Ratings, task *method.Task) error {
	rank := m.rank
	if rank > r.Items {
		return nil
	}
	items := r.ByItem()
	u := make([]float32, r.Users*rank)
	byUser, byItem := parallel.Ranges(r.Ptr, pieceSize(rank)), parallel.Ranges(items.Ptr, pieceSize(rank))
	for range powerRounds {
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
		orthonormalise(m.v, r.Items, rank)
	}
	return nil
}

// orthonormalise replaces the columns of the rows×rank matrix v by an orthonormal basis of their span, scaled so that
// coordinates have s.d. startScale: with VᵀV = Uᵀ·U, the columns of V·U⁻¹ are orthonormal. Columns that depend on each
// other to rounding are left as they are, scaled together.
func orthonormalise(v []float32, rows, rank int) {
	sym, u, row := mat.NewSymDense(rank, nil), mat.NewTriDense(rank, mat.Upper, nil), make([]float64, rank)
	sums := gramOf[float64](v, rank)
	sums.Each(func(i int, upper []float64) {
		for k, x := range upper {
			sym.SetSym(i, i+k, x)
		}
	})
	scale := startScale * math.Sqrt(float64(rows))
	var factor mat.Cholesky
	if factor.Factorize(sym) {
		factor.UTo(u)
	} else {
		size := math.Sqrt(max(mat.Trace(sym), math.SmallestNonzeroFloat32) / float64(rank))
		for d := range rank {
			u.SetTri(d, d, size)
		}
	}
	for j := range rows {
		x := v[j*rank : j*rank+rank]
		for d := range rank {
			y := float64(x[d])
			for k := range d {
				y -= row[k] * u.At(k, d)
			}
			row[d] = y / u.At(d, d)
		}
		for d := range rank {
			x[d] = float32(scale * row[d])
		}
	}
}
