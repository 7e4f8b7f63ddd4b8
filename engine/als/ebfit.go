package als

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpals/accounting"
	"dpals/engine/baseline"
	"dpals/engine/kernel"
	"dpals/engine/method"
	"dpals/internal/parallel"
)

// ebFit is one run of dpals-eb: what has been released so far, and each user's local state.
type ebFit struct {
	config
	task   *method.Task
	users  float64 // released number of users
	within float64 // released variance of ratings about their users' means: no item explains more
	model  *ebModel
	noise  float64 // τ², as last released; models have it from the step they are made in
	design *design
	items  []int     // trained items, ascending
	weight []float64 // n_j = Σ_i ω_ij of the trained items, released or estimated from the counts
	square []float64 // Σ_i ω_ij² of the trained items, estimated

	// What all releases so far tell of the trained items' biases: Σ h·y/σ² and Σ h²/σ² over releases y ~ N(h·b, σ²).
	evidence, precision []float64

	factors   []float32 // n×r: p̂_i, clipped
	offset    []float32 // n: a_i
	residuals []float32 // y_ij of the design's ratings
	share     []float64 // n: ρ_i ∈ [0, 1], what the clip leaves of a user's residuals
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
	f.noise = startNoise * f.within
	trained := frequent(counts, trainedItems(f.config, len(counts)))
	f.items = listed(trained)
	if f.design, err = newDesign(ctx, f.config, task, task.Train, 0, trained, counts); err != nil {
		return nil, err
	}
	if err := f.weigh(ctx, counts); err != nil {
		return nil, err
	}
	f.model = &ebModel{
		rank: f.rank, mean: all.Mean, trained: trained,
		bias: make([]float32, r.Items), biasVar: make([]float32, r.Items),
		q: startFactors(task, f.rank, trained), qVar: make([]float32, r.Items*f.rank),
		noise: f.noise, offsetPrec: 1 / (all.Between * all.Between),
	}
	f.factors = make([]float32, r.Users*f.rank)
	f.offset = make([]float32, r.Users)
	f.share = make([]float64, r.Users)
	f.residuals = make([]float32, f.design.ratings.Count())
	if err := f.biasStep(ctx, all); err != nil {
		return nil, err
	}
	return f, f.startItems(ctx, counts)
}

// startItems moves the items from random factors to where the configuration starts them, by what the biases leave of
// the ratings.
func (f *ebFit) startItems(ctx context.Context, counts []float64) error {
	if f.start == initRandom {
		return nil
	}
	if err := f.eachUser(ctx, func(_, i int) { f.look(i, nil) }); err != nil {
		return err
	}
	s, err := newStarter(ctx, f.task, f.rank, f.items, counts, f.design, slices.Clone(f.residuals))
	if err != nil {
		return err
	}
	v := slices.Clone(f.model.q)
	err = s.start(ctx, f.config, v)
	f.model.q, f.model.note = v, s.note()
	return err
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

// userStep solves every user, locally, and clips what they will contribute.
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
		f.look(i, row)
	})
}

// look takes user i's residuals, about their factors where they are given, and the factor that brings the norm of
// their weighted residuals, (ω_ij·y_ij)_j, down to √k·Γ_M.
func (f *ebFit) look(i int, row []float32) {
	items, values := f.design.ratings.User(i)
	residuals, base, total := f.residualsOf(i), float32(f.model.mean)+f.offset[i], 0.0
	for e, item := range items {
		j := int(item)
		y := values[e] - base - f.model.bias[j]
		if row != nil {
			y -= kernel.Dot(row, f.model.q[j*f.rank:j*f.rank+f.rank])
		}
		y = f.within4(y)
		residuals[e] = y
		w := f.design.omega(i, j) * float64(y)
		total += w * w
	}
	f.share[i] = 1
	if bound := math.Sqrt(f.config.weight()) * f.clipRating * margin; total > bound*bound {
		f.share[i] = bound / math.Sqrt(total)
	}
}

// within4 limits a residual to four times the rating range, so that it is finite whatever the factors.
func (f *ebFit) within4(y float32) float32 {
	if y-y != 0 {
		return 0 // factors beyond float32: nothing is learnt from it
	}
	limit := float32(4 * (f.task.Public.High - f.task.Public.Low))
	return min(max(y, -limit), limit)
}

// residualsOf are the residuals of user i's ratings in the design.
func (f *ebFit) residualsOf(i int) []float32 {
	r := f.design.ratings
	return f.residuals[r.Ptr[i]:r.Ptr[i+1]]
}

// raters are the users who rated item j in the design, and where their residuals stand.
func (f *ebFit) raters(j int) (users, residuals []uint32) {
	s := f.design.selected
	return s.User[s.Ptr[j]:s.Ptr[j+1]], s.Entry[s.Ptr[j]:s.Ptr[j+1]]
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
