package alseb

import (
	"context"

	"dpals/accounting"
	"dpals/engine/alseb/internal/posterior"
	"dpals/engine/method"
	"dpals/engine/release"
	"dpals/internal/parallel"
)

// Every function here sums the local state over users, passes the sum through the meter and hands the published state what
// comes back.

// setWeights sets n_j. Where all ratings are used, n_j follows from the counts; where k limits them, n_j = Σ_i ω_ij is a
// release of its own.
func (f *run) setWeights(ctx context.Context, counts []float64) error {
	if f.K == 0 {
		f.state.SetWeights(f.state.WeightsFromCounts(counts, f.WeightExponent), f.Bound())
		return nil
	}
	grid := f.task.Meter.Plan().Named("weights").Grid
	weight := make([]float64, len(f.state.Trained))
	err := f.eachItem(ctx, func(_, k, j int) error {
		raters, _ := f.local.design.Selected.Item(j)
		for _, i := range raters {
			weight[k] += accounting.Truncate(f.local.design.Omega(int(i), j), grid)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := f.task.Meter.Release("weights", weight); err != nil {
		return err
	}
	f.state.SetWeights(weight, f.Bound())
	return nil
}

// updateBiases releases Σ_i ω_ij·y_ij, y the deviation from the user's own level, and shrinks it to the items' biases.
func (f *run) updateBiases(ctx context.Context) error {
	// A user's level is their mean, shrunk to the mean of all by as many ratings as it takes to tell one from the other.
	pull := f.all.Spread * f.all.Spread * f.model.offsetPrecision
	if err := f.local.setOffsets(ctx, f.state, f.all.Mean, pull); err != nil {
		return err
	}
	left, err := f.releaseClipping()
	if err != nil {
		return err
	}
	planned := f.task.Meter.Plan().Named("item sums")
	l, sums := f.local, make([]float64, len(f.state.Trained))
	err = f.eachItem(ctx, func(_, k, j int) error {
		raters, residuals := l.raters(j)
		for e, i := range raters {
			y := float64(l.residuals[residuals[e]])
			sums[k] += accounting.Truncate(l.left[i]*l.design.Omega(int(i), j)*y, planned.Grid)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := f.task.Meter.Release("item sums", sums); err != nil {
		return err
	}
	f.state.AddBiasSums(sums, left, planned.Sigma)
	if f.state.ShrinkBiases() == 0 {
		f.state.DropBiases()
	}
	return nil
}

// releaseClipping returns the mean over users of the fraction that clipping leaves of their residuals, in (0, 1].
func (f *run) releaseClipping() (float64, error) {
	planned := f.task.Meter.Plan().Named("clipping")
	total := make([]float64, 1)
	for i, left := range f.local.left {
		if len(f.local.residualsOf(i)) > 0 {
			total[0] += accounting.Truncate(left, planned.Grid)
		}
	}
	if err := f.task.Meter.Release("clipping", total); err != nil {
		return 0, err
	}
	return f.state.Clipping(total[0], planned.Sigma), nil
}

// constant is the coordinate of the bias beside a user's factors, as it is summed.
func (f *run) constant() float64 { return f.state.Constant() * method.Margin }

// releaseCurvature releases S = Σ_i ρ_i·(c, p̂_i)(c, p̂_i)ᵀ, where c stands for the bias.
func (f *run) releaseCurvature(ctx context.Context, t int) (*posterior.Curvature, error) {
	r, c, l := f.Rank, f.constant(), f.local
	name := named("curvature", t)
	planned := f.task.Meter.Plan().Named(name)
	bounds := parallel.Ranges(f.task.Train.Ptr, release.Chunk)
	parts := make([][]float64, len(bounds)-1)
	err := parallel.Each(ctx, f.task.Threads, len(parts), func(_, b int) error {
		part, row := make([]float64, (r+1)*(r+2)/2), make([]float64, r+1)
		row[0] = c
		for i := bounds[b]; i < bounds[b+1]; i++ {
			if len(l.residualsOf(i)) == 0 {
				continue
			}
			for d, p := range l.row(i) {
				row[d+1] = float64(p)
			}
			at := 0
			for a := range row {
				for b := a; b <= r; b++ {
					part[at] += accounting.Truncate(l.left[i]*row[a]*row[b], planned.Grid)
					at++
				}
			}
		}
		parts[b] = part
		return nil
	})
	if err != nil {
		return nil, err
	}
	packed := make([]float64, (r+1)*(r+2)/2)
	for _, part := range parts { // exact sums: the cut into parts changes nothing
		for k, v := range part {
			packed[k] += v
		}
	}
	if err := f.task.Meter.Release(name, packed); err != nil {
		return nil, err
	}
	return f.state.Curvature(packed, planned.Sigma, c), nil
}

// residualBound is the largest residual that counts in full in the residual release, over the rating range.
const residualBound = 0.75

// releaseResidual sets τ² to the released mean over users of their mean squared residual.
func (f *run) releaseResidual(ctx context.Context, t int) error {
	name := named("residual", t)
	planned := f.task.Meter.Plan().Named(name)
	bound := residualBound * (f.task.Public.High - f.task.Public.Low)
	bounds := parallel.Ranges(f.task.Train.Ptr, release.Chunk)
	parts := make([]float64, len(bounds)-1)
	err := parallel.Each(ctx, f.task.Threads, len(parts), func(_, b int) error {
		for i := bounds[b]; i < bounds[b+1]; i++ {
			residuals, total := f.local.residualsOf(i), 0.0
			for _, v := range residuals {
				y := float64(v) / bound
				total += min(y*y, 1)
			}
			if len(residuals) > 0 {
				parts[b] += accounting.Truncate(min(total/float64(len(residuals)), 1), planned.Grid)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	released := make([]float64, 1)
	for _, p := range parts {
		released[0] += p
	}
	if err := f.task.Meter.Release(name, released); err != nil {
		return err
	}
	f.state.UpdateNoise(released[0], planned.Sigma, bound)
	return nil
}

// eachItem calls work for every trained item j, the k-th of them.
func (f *run) eachItem(ctx context.Context, work func(worker, k, j int) error) error {
	return release.EachItem(ctx, f.task, f.state.Trained, work)
}
