package als

import (
	"context"
	"math"

	"dpals/accounting"
	"dpals/engine/baseline"
	"dpals/engine/method"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// fit is one private run: what has been released so far, and each user's local state.
type fit struct {
	config
	task   *method.Task
	model  *Model
	state  users
	design *design
	items  []int     // trained items, ascending
	ridges []float64 // of the trained items

	counts  []float64        // by item, noisy
	spread  float64          // released s.d. of ratings about their users' means
	ratings *loaders.Ratings // that users are solved from in the steps: all, or in theory mode a part
	dealt   []*loaders.Ratings
}

// newFit makes the releases before the steps and derives from them all that the steps share.
func newFit(ctx context.Context, task *method.Task) (*fit, error) {
	f := &fit{config: read(task.Settings), task: task}
	task.Progress.Phase("counting", 0, f.steps)
	all, err := baseline.ReleaseScalars(task)
	if err != nil {
		return nil, err
	}
	counts, err := releaseCounts(ctx, task)
	if err != nil {
		return nil, err
	}
	trained := frequent(counts, trainedItems(f.config, len(counts)))
	f.items = listed(trained)
	f.counts, f.spread, f.ratings = counts, all.Spread, task.Train
	if f.theory {
		if f.dealt, err = deal(ctx, task, f.parts()); err != nil {
			return nil, err
		}
		f.ratings = f.dealt[0]
	}
	if f.design, err = newDesign(ctx, f.config, task, f.ratings, 0, trained, counts); err != nil {
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
	if f.start == initRandom {
		return nil
	}
	chosen, values := f.design.ratings, make([]float32, f.design.ratings.Count())
	for i := range chosen.Users {
		level := float32(f.model.mean)
		if _, all := f.task.Train.User(i); f.local {
			n := float64(len(all))
			level += float32((sum(all) - n*f.model.mean) / (n + offsetRidge))
		}
		for e := chosen.Ptr[i]; e < chosen.Ptr[i+1]; e++ {
			values[e] = chosen.Value[e] - level
		}
	}
	s, err := newStarter(ctx, f.task, f.rank, f.items, counts, f.design, values)
	if err != nil {
		return err
	}
	err = s.start(ctx, f.config, f.model.v)
	f.model.note = s.note()
	return err
}

// releaseCounts releases Σ_i 1/√|Ω_i| over the raters of every item: each user spreads a vector of norm 1, however
// many ratings they have. Counts are floored at leastCount.
func releaseCounts(ctx context.Context, task *method.Task) ([]float64, error) {
	r, items := task.Train, task.Train.ByItem()
	grid := task.Meter.Plan().Named("counts").Grid
	share := make([]float64, r.Users) // 1/√|Ω_i|, on the grid
	for i := range share {
		if c := r.Ptr[i+1] - r.Ptr[i]; c > 0 {
			share[i] = accounting.Truncate(margin/math.Sqrt(float64(c)), grid)
		}
	}
	counts := make([]float64, r.Items)
	bounds := parallel.Ranges(items.Ptr, 8*chunk)
	err := parallel.Each(ctx, task.Threads, len(bounds)-1, func(_, b int) error {
		for j := bounds[b]; j < bounds[b+1]; j++ {
			raters, _ := items.Item(j)
			for _, i := range raters {
				counts[j] += share[i]
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := task.Meter.Release("counts", counts); err != nil {
		return nil, err
	}
	for j, c := range counts {
		counts[j] = max(c, leastCount)
	}
	return counts, nil
}

// leastCount floors a noisy count: one rating of a user with 400, where [DPALS] floors plain counts at one rating.
const leastCount = 0.05

// frequent marks the count items of largest noisy count; ties go to the smaller number.
func frequent(counts []float64, count int) []bool {
	trained := make([]bool, len(counts))
	for _, j := range ByPopularity(counts)[:count] {
		trained[j] = true
	}
	return trained
}

// listed returns the numbers of the items that are marked, ascending.
func listed(marked []bool) (items []int) {
	for j, yes := range marked {
		if yes {
			items = append(items, j)
		}
	}
	return items
}

// design says which ratings train the items, and how much each weighs: ω_ij = (item_j·user_i)².
type design struct {
	ratings    *loaders.Ratings
	selected   *loaders.ByItem // the same by item
	item, user []float64
}

// newDesign selects from the ratings r, for step t (0: for all), those of trained items, k of each user (all where k is 0), and sets their weights so that
// Σ_j ω_ij² ≤ k for every user.
func newDesign(ctx context.Context, c config, task *method.Task, r *loaders.Ratings, t int, trained []bool, counts []float64) (*design, error) {
	chosen, err := sample(ctx, c, task, r, t, trained, counts)
	if err != nil {
		return nil, err
	}
	d := &design{ratings: chosen, selected: chosen.ByItem(), item: make([]float64, chosen.Items), user: make([]float64, chosen.Users)}
	for j := range d.item {
		d.item[j] = 1
		if c.sampling == samplingWeights {
			d.item[j] = math.Pow(counts[j], c.weightExponent/2)
		}
	}
	for i := range d.user {
		d.user[i] = margin
		if c.sampling == samplingWeights {
			items, _ := chosen.User(i)
			total := 0.0
			for _, j := range items {
				w := d.item[j] * d.item[j]
				total += w * w
			}
			if total > 0 {
				d.user[i] = margin * math.Sqrt(math.Sqrt(c.weight()/total))
			}
		}
	}
	return d, nil
}
