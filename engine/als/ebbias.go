package als

import (
	"context"
	"math"

	"dpals/accounting"
	"dpals/engine/baseline"
	"dpals/engine/method"
)

// biasStep releases Σ_i ω_ij·y_ij, y the deviation from the user's own level, and shrinks it to the items' biases.
func (f *ebFit) biasStep(ctx context.Context, all baseline.Level) (err error) {
	r, m := f.task.Train, f.model
	// A user's level is their mean, pulled to the mean of all by as many ratings as it takes to tell one from the other.
	pull := all.Spread * all.Spread * m.offsetPrec
	err = f.eachUser(ctx, func(_, i int) {
		_, values := r.User(i)
		n := float64(len(values))
		f.offset[i] = float32((sum(values) - n*m.mean) / (n + pull))
		f.look(i, nil)
	})
	if err != nil {
		return err
	}
	left, err := f.releaseClipping()
	if err != nil {
		return err
	}
	release := f.task.Meter.Plan().Named("item sums")
	sums := make([]float64, len(f.items))
	err = f.eachItem(ctx, func(_, k, j int) error {
		raters, residuals := f.raters(j)
		for e, i := range raters {
			y := float64(f.residuals[residuals[e]])
			sums[k] += accounting.Truncate(f.share[i]*f.design.omega(int(i), j)*y, release.Grid)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := f.task.Meter.Release("item sums", sums); err != nil {
		return err
	}
	f.evidence, f.precision = make([]float64, len(f.items)), make([]float64, len(f.items))
	f.believe(sums, left, release.Sigma)
	if f.shrinkBiases() == 0 {
		// No biases to be seen: the steps spend their room on the factors alone, at the same sensitivity.
		f.clipUser, f.biasScale = math.Hypot(f.clipUser, f.constant()), 0
	}
	return nil
}

// believe adds to what is known of the biases: sums y_j ~ N(left·n_j·b_j, σ²).
func (f *ebFit) believe(sums []float64, left, sigma float64) {
	for k, y := range sums {
		h := left * f.weight[k]
		f.evidence[k] += h * y / (sigma * sigma)
		f.precision[k] += h * h / (sigma * sigma)
	}
}

// shrinkBiases sets the biases to their posterior means and returns the variance of their prior, fitted to the evidence. The ratings' own
// scatter is the same in all releases, so it does not average out.
func (f *ebFit) shrinkBiases() (prior float64) {
	m := f.model
	mean, one, noise := make([]float64, len(f.items)), make([]float64, len(f.items)), make([]float64, len(f.items))
	for k := range mean {
		if f.precision[k] > 0 {
			one[k] = 1
			mean[k] = f.evidence[k] / f.precision[k]
			noise[k] = 1/f.precision[k] + f.noise*f.square[k]/(f.weight[k]*f.weight[k])
		} else {
			noise[k] = 1 // nothing is known: h is 0
		}
	}
	prior = fitPrior(mean, one, noise, f.within)
	bias, variance := make([]float32, len(m.bias)), make([]float32, len(m.bias))
	for j := range variance {
		variance[j] = float32(prior)
	}
	for k, j := range f.items {
		if one[k] > 0 {
			bias[j] = float32(prior * mean[k] / (prior + noise[k]))
			variance[j] = float32(prior * noise[k] / (prior + noise[k]))
		}
	}
	m.bias, m.biasVar = bias, variance
	return prior
}

// releaseClipping returns the mean over users of what the clip leaves of their residuals, in (0, 1].
func (f *ebFit) releaseClipping() (float64, error) {
	release := f.task.Meter.Plan().Named("clipping")
	total := make([]float64, 1)
	for i, s := range f.share {
		if len(f.residualsOf(i)) > 0 {
			total[0] += accounting.Truncate(s, release.Grid)
		}
	}
	if err := f.task.Meter.Release("clipping", total); err != nil {
		return 0, err
	}
	return usualClipping.Update(total[0]/f.users, release.Sigma/f.users, leastClipping, 1), nil
}

// usualClipping is what clipping residuals of the ratings' own spread leaves on average.
var usualClipping = method.Usual(0.7, 0.2)

// leastClipping floors the released mean of what clipping leaves.
const leastClipping = 0.05
