package alseb

import (
	"context"
	"math"

	"dpals/engine/alseb/internal/posterior"
	"dpals/engine/kernel"
	"dpals/engine/release"
)

// releaseMoments releases W_j = Σ_i ω_ij·ρ_i·y_ij·(c, p̂_i) of every trained item, len(items)×(r+1), the bias first.
func (f *run) releaseMoments(ctx context.Context, t int) (posterior.Moments, error) {
	d, c, l := f.Rank+1, f.constant(), f.local
	none := posterior.Moments{}
	pending, err := f.task.Meter.Begin(named("moments", t), len(f.state.Trained), d)
	if err != nil {
		return none, err
	}
	unit := math.Ldexp(1, pending.Release().Grid)
	moments := make([]float64, len(f.state.Trained)*d)
	targets := make([]*[release.Chunk]float64, f.task.Threads)
	err = f.eachItem(ctx, func(worker, k, j int) error {
		if targets[worker] == nil {
			targets[worker] = new([release.Chunk]float64)
		}
		raters, residuals := l.raters(j)
		w := moments[k*d : k*d+d]
		// Many raters are summed part by part, between which cancelling is noticed.
		for from := 0; from < len(raters); from += release.Chunk {
			if err := ctx.Err(); err != nil {
				return err
			}
			part := raters[from:min(from+release.Chunk, len(raters))]
			y := targets[worker][:len(part)]
			for e, i := range part {
				y[e] = l.left[i] * l.design.Omega(int(i), j)
			}
			for e, at := range residuals[from : from+len(part)] {
				y[e] = y[e] * float64(l.residuals[at]) / unit
				w[0] += math.Trunc(y[e] * c)
			}
			kernel.AddTruncated(w[1:], l.factors, part, y)
		}
		for a := range w {
			w[a] *= unit
		}
		return pending.AddNoise(k, w)
	})
	if err != nil {
		return none, err
	}
	if err := pending.End(); err != nil {
		return none, err
	}
	return posterior.Moments{Released: moments, Sigma: pending.Release().Sigma, Constant: c, Last: t == f.iterations}, nil
}
