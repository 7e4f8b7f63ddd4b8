package als

import (
	"context"

	"dpals/engine/estimate"
	"dpals/engine/method"
	"dpals/engine/release"
	"dpals/loaders"
)

// fit is one private run: what has been released so far, and each user's local state.
type fit struct {
	config
	task   *method.Task
	model  *Model
	state  users
	design *release.Design
	items  []int     // trained items, ascending
	ridges []float64 // of the trained items

	counts  []float64        // by item, noisy
	spread  float64          // released s.d. of ratings about their users' means
	ratings *loaders.Ratings // that the iterations solve users from: all, or in theory mode a part
	dealt   []*loaders.Ratings
}

// newFit makes the releases before the iterations and derives from them all that the iterations share.
func newFit(ctx context.Context, task *method.Task) (*fit, error) {
	f := &fit{config: read(task.Settings), task: task}
	task.Progress.Phase("counting", 0, f.iterations)
	all, err := release.Scalars(task)
	if err != nil {
		return nil, err
	}
	counts, err := release.FlooredCounts(ctx, task)
	if err != nil {
		return nil, err
	}
	f.items = estimate.MostCounted(counts, f.Trained(len(counts)))
	trained := estimate.Marked(f.items, len(counts))
	f.counts, f.spread, f.ratings = counts, all.Spread, task.Train
	if f.theory {
		if f.dealt, err = splitRatings(ctx, task, f.parts()); err != nil {
			return nil, err
		}
		f.ratings = f.dealt[0]
	}
	if f.design, err = release.NewDesign(ctx, f.Selection, task, f.ratings, 0, trained, counts); err != nil {
		return nil, err
	}
	f.ridges = itemRidges(f.config, task.Meter.Plan(), f.items, counts)
	f.model = newModel(task, f.config, trained)
	f.model.mean = all.Mean
	f.model.ridge = userRidge(f.config, all.Spread)
	f.model.itemLambda = itemLambda(f.config, task.Meter.Plan())
	if err := f.startItems(ctx, counts); err != nil {
		return nil, err
	}
	if f.theory {
		f.orthonormal()
	}
	return f, nil
}

// startItems moves the items from random factors to where the configuration starts them.
func (f *fit) startItems(ctx context.Context, counts []float64) error {
	if f.start.Kind == release.StartRandom {
		return nil
	}
	chosen, values := f.design.Ratings, make([]float32, f.design.Ratings.Count())
	for i := range chosen.Users {
		level := float32(f.model.mean)
		if _, all := f.task.Train.User(i); f.local {
			n := float64(len(all))
			level += float32((release.Sum(all) - n*f.model.mean) / (n + offsetRidge))
		}
		for e := chosen.Ptr[i]; e < chosen.Ptr[i+1]; e++ {
			values[e] = chosen.Value[e] - level
		}
	}
	note, err := f.start.Factors(ctx, f.task, f.rank, f.items, counts, f.design, values, f.model.v)
	f.model.note = note
	return err
}
