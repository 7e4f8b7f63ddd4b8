package data

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/estimate"
	"dpals/engine/release"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// maxTailRatings is the largest number of ratings that the curves of the long tail are computed from. Of a larger data
// set only every n-th user is read, so that a changed knob is answered at once.
const maxTailRatings = 1_000_000

// description is what the screen shows of a data set. It is computed from the ratings without noise, and is read only.
type description struct {
	stats    loaders.Statistics // of training, validation and test ratings together
	activity canvas.Heat        // number of ratings by those of their item and of their user

	popularity   []float64        // weighted number of training ratings of each item
	byPopularity []int            // items, most popular first
	sample       *loaders.Ratings // training ratings of every sampleStep-th user
	sampleStep   int
}

// Describe returns the command that describes the loaded ratings; nil where that is done or in progress.
func (d *Screen) Describe() tea.Cmd {
	split := d.Problem.Split
	return d.description.Request(d.Ctx, split, func(ctx context.Context) (*description, error) { return newDescription(ctx, split) })
}

// newDescription describes all parts of a split.
func newDescription(ctx context.Context, s *loaders.Split) (*description, error) {
	d := &description{}
	parts := []*loaders.Ratings{s.Train, s.Valid, s.Test}
	var err error
	if d.stats, err = loaders.DescribeParts(ctx, parts...); err != nil {
		return nil, err
	}
	if d.activity, err = countActivity(ctx, parts); err != nil {
		return nil, err
	}
	d.sampleStep = max((s.Train.Count()+maxTailRatings-1)/maxTailRatings, 1)
	d.sample = sampleUsers(s.Train, d.sampleStep)
	d.popularity = release.ExactCounts(s.Train)
	d.byPopularity = estimate.ByCount(d.popularity)
	return d, ctx.Err()
}

// sampleUsers returns the ratings of every step-th user.
func sampleUsers(r *loaders.Ratings, step int) *loaders.Ratings {
	if step == 1 {
		return r
	}
	out := &loaders.Ratings{Items: r.Items, Ptr: []int64{0}, Low: r.Low, High: r.High}
	for i := 0; i < r.Users; i += step {
		items, values := r.User(i)
		out.Item, out.Value = append(out.Item, items...), append(out.Value, values...)
		out.Ptr = append(out.Ptr, int64(len(out.Item)))
		out.Users++
	}
	return out
}

// computeTail returns the command that computes the curves for the current knobs; nil where they are known or in progress.
func (d *Screen) computeTail() tea.Cmd {
	if !d.description.Known() {
		return nil
	}
	described, key := d.description.Value(), newTailKey(d.settings())
	return d.tail.Request(d.Ctx, key, func(context.Context) (*longTail, error) { return newLongTail(described, key), nil })
}
