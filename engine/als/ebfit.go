package als

import (
	"context"
	"fmt"
	"math"

	"dpals/accounting"
	"dpals/engine/baseline"
	"dpals/engine/kernel"
	"dpals/engine/method"
	"dpals/engine/parallel"
)

// ebFit is one run of dpals-eb: what has been released so far, and each user's local state.
type ebFit struct {
	config
	task   *method.Task
	users  float64 // released number of users
	within float64 // released variance of ratings about their users' means: no item explains more
	model  *ebModel
	design *design
	items  []int     // trained items, ascending
	weight []float64 // n_j = Σ_i ω_ij of the trained items, released or estimated from the counts
	square []float64 // Σ_i ω_ij² of the trained items, estimated

	// What all releases so far tell of the trained items' biases: Σ h·y/σ² and Σ h²/σ² over releases y ~ N(h·b, σ²).
	evidence, precision []float64

	factors []float32 // n×r: p̂_i, clipped
	offset  []float32 // n: a_i
	share   []float64 // n: ρ_i ∈ [0, 1], what the clip leaves of a user's residuals
}

// startNoise is τ² over the ratings' variance about their users' means before residuals have been released.
const startNoise = 0.7

func fitEB(ctx context.Context, task *method.Task) (method.Model, error) {
	f, err := newEBFit(ctx, task)
	if err != nil {
		return nil, err
	}
	for t := 1; t <= f.steps; t++ {
		task.Progress.Phase("users", t, f.steps)
		if err := f.userStep(ctx); err != nil {
			return nil, err
		}
		task.Progress.Phase("items", t, f.steps)
		if err := f.itemStep(ctx, t); err != nil {
			return nil, err
		}
		if err := task.Progress.Iteration(t, f.model); err != nil {
			return nil, err
		}
	}
	return f.model, nil
}

// newEBFit makes the releases before the steps: scalars, counts, weights where k limits the ratings, item sums.
func newEBFit(ctx context.Context, task *method.Task) (*ebFit, error) {
	f := &ebFit{config: readEB(task.Settings), task: task}
	task.Progress.Phase("counting", 0, f.steps)
	all, err := baseline.ReleaseScalars(task)
	if err != nil {
		return nil, err
	}
	counts, err := releaseCounts(ctx, task)
	if err != nil {
		return nil, err
	}
	r := task.Train
	f.users, f.within = all.Users, all.Spread*all.Spread
	trained := frequent(counts, trainedItems(f.config, len(counts)))
	f.items = listed(trained)
	if f.design, err = newDesign(ctx, f.config, task, trained, counts); err != nil {
		return nil, err
	}
	if err := f.weigh(ctx, counts); err != nil {
		return nil, err
	}
	f.model = &ebModel{
		rank: f.rank, mean: all.Mean, trained: trained,
		bias: make([]float32, r.Items), biasVar: make([]float32, r.Items),
		q: startFactors(task, f.rank, trained), qVar: make([]float32, r.Items*f.rank),
		noise: startNoise * all.Spread * all.Spread, offsetPrec: 1 / (all.Between * all.Between),
	}
	f.factors = make([]float32, r.Users*f.rank)
	f.offset = make([]float32, r.Users)
	f.share = make([]float64, r.Users)
	return f, f.biasStep(ctx, all)
}

// weigh sets n_j and Σ_i ω_ij². Where all ratings are used, ω_ij is h̃_jᵖ over √c_i times its root mean square, so n_j
// follows from the counts; where k limits them, n_j is a release of its own.
func (f *ebFit) weigh(ctx context.Context, counts []float64) error {
	f.weight, f.square = make([]float64, len(f.items)), make([]float64, len(f.items))
	if f.k > 0 {
		grid := f.task.Meter.Plan().Named("weights").Grid
		err := f.eachItem(ctx, func(_, k, j int) error {
			raters, _ := f.design.selected.Item(j)
			for _, i := range raters {
				f.weight[k] += accounting.Truncate(f.design.omega(int(i), j), grid)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if err := f.task.Meter.Release("weights", f.weight); err != nil {
			return err
		}
	} else {
		squares, mass := 0.0, 0.0
		for _, j := range f.items {
			raw := math.Pow(counts[j], f.weightExponent)
			squares += counts[j] * raw * raw
			mass += counts[j]
		}
		for k, j := range f.items {
			f.weight[k] = counts[j] * math.Pow(counts[j], f.weightExponent) / math.Sqrt(squares/mass)
		}
	}
	total := 0.0
	for k := range f.weight {
		f.weight[k] = max(f.weight[k], 0)
		total += f.weight[k]
	}
	for k, w := range f.weight {
		f.square[k] = w * f.users * f.config.weight() / max(total, 1)
	}
	return nil
}

// biasStep releases Σ_i ω_ij·y_ij, y the deviation from the user's own level, and shrinks it to the items' biases.
func (f *ebFit) biasStep(ctx context.Context, all baseline.Level) (err error) {
	r, m := f.task.Train, f.model
	// A user's level is her mean, pulled to the mean of all by as many ratings as it takes to tell one from the other.
	pull := all.Spread * all.Spread * m.offsetPrec
	err = f.eachUser(ctx, func(_, i int) {
		_, values := r.User(i)
		n := float64(len(values))
		f.offset[i] = float32((sum(values) - n*m.mean) / (n + pull))
		f.share[i] = f.clip(i, nil)
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
		raters, values := f.design.selected.Item(j)
		for e, i := range raters {
			y := f.residual(int(i), j, values[e], nil)
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
	f.shrinkBiases()
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

// shrinkBiases sets the biases to their posterior means, the prior's variance fitted to the evidence. The ratings' own
// scatter is the same in all releases, so it does not average out.
func (f *ebFit) shrinkBiases() {
	m := f.model
	mean, one, noise := make([]float64, len(f.items)), make([]float64, len(f.items)), make([]float64, len(f.items))
	for k := range mean {
		if f.precision[k] > 0 {
			one[k] = 1
			mean[k] = f.evidence[k] / f.precision[k]
			noise[k] = 1/f.precision[k] + m.noise*f.square[k]/(f.weight[k]*f.weight[k])
		} else {
			noise[k] = 1 // nothing is known: h is 0
		}
	}
	prior := fitPrior(mean, one, noise, f.within)
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
}

// releaseClipping returns the mean over users of what the clip leaves of their residuals, in (0, 1].
func (f *ebFit) releaseClipping() (float64, error) {
	release := f.task.Meter.Plan().Named("clipping")
	total := make([]float64, 1)
	for i, s := range f.share {
		if len(f.ratingsOf(i)) > 0 {
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

// userStep solves every user, locally, and clips what she will contribute.
func (f *ebFit) userStep(ctx context.Context) error {
	solvers := make([]*ebSolver, f.task.Threads)
	return f.eachUser(ctx, func(worker, i int) {
		s := solvers[worker]
		if s == nil {
			s = f.model.newSolver()
			solvers[worker] = s
		}
		s.Solve(f.task.Train.User(i))
		row := f.row(i)
		copy(row, s.x[:f.rank])
		shrinkTo(row, f.clipUser)
		f.offset[i] = s.x[f.rank]
		f.share[i] = f.clip(i, row)
	})
}

// clip returns the factor that brings the norm of user i's weighted residuals, (ω_ij·y_ij)_j, down to √k·Γ_M.
func (f *ebFit) clip(i int, row []float32) float64 {
	items, values := f.design.ratings.User(i)
	total := 0.0
	for e, j := range items {
		y := f.design.omega(i, int(j)) * f.residual(i, int(j), values[e], row)
		total += y * y
	}
	bound := math.Sqrt(f.config.weight()) * f.clipRating * margin
	if total <= bound*bound {
		return 1
	}
	return bound / math.Sqrt(total)
}

// residual is what user i's rating of item j leaves unexplained: mean, bias, offset and, where her clipped factors
// are given, their product with the item's. It is finite, and at most a few times the rating range.
func (f *ebFit) residual(i, j int, value float32, row []float32) float64 {
	y := float64(value) - f.model.mean - float64(f.model.bias[j]) - float64(f.offset[i])
	if row != nil {
		y -= float64(kernel.Dot(row, f.model.q[j*f.rank:j*f.rank+f.rank]))
	}
	limit := 4 * (f.task.Public.High - f.task.Public.Low)
	if y-y != 0 {
		return 0 // factors beyond float32: nothing is learnt from it
	}
	return min(max(y, -limit), limit)
}

func (f *ebFit) row(i int) []float32 { return f.factors[i*f.rank : i*f.rank+f.rank] }

// omega is ω_ij.
func (d *design) omega(i, j int) float64 {
	root := d.user[i] * d.item[j]
	return root * root
}

// eachUser calls work for every user, in pieces.
func (f *ebFit) eachUser(ctx context.Context, work func(worker, i int)) error {
	bounds := parallel.Ranges(f.task.Train.Ptr, pieceSize(f.rank))
	return parallel.Each(ctx, f.task.Threads, len(bounds)-1, func(worker, b int) error {
		for i := bounds[b]; i < bounds[b+1]; i++ {
			work(worker, i)
		}
		f.task.Progress.Part(float64(b+1) / float64(len(bounds)-1))
		return nil
	})
}

// eachItem calls work for every trained item j, the k-th of them.
func (f *ebFit) eachItem(ctx context.Context, work func(worker, k, j int) error) error {
	pieces := (len(f.items) + batch - 1) / batch
	return parallel.Each(ctx, f.task.Threads, pieces, func(worker, b int) error {
		for k := b * batch; k < min((b+1)*batch, len(f.items)); k++ {
			if err := work(worker, k, f.items[k]); err != nil {
				return err
			}
		}
		f.task.Progress.Part(float64(b+1) / float64(pieces))
		return nil
	})
}

// startFactors are random, so that the users' first solves span some space; nothing is believed of them.
func startFactors(task *method.Task, rank int, trained []bool) []float32 {
	return newModel(task, config{rank: rank}, trained).v
}

// named is the name of a release of step t.
func named(kind string, t int) string { return fmt.Sprintf("%s %d", kind, t) }
