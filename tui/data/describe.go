package data

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/estimate"
	"dpals/engine/release"
	"dpals/loaders"
	"dpals/tui/canvas"
	"dpals/tui/session"
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

// describedMsg brings the description of a data set, or the error that prevented it.
type describedMsg struct {
	split       *loaders.Split
	description *description
	err         error
}

// Describe returns the command that describes the loaded ratings. It cancels the one before.
func (d *Screen) Describe() tea.Cmd {
	if d.stop != nil {
		d.stop()
	}
	ctx, stop := context.WithCancel(d.Ctx)
	d.stop, d.describing = stop, d.Problem.Split
	split := d.Problem.Split
	return func() (msg tea.Msg) {
		defer stop()
		defer func() {
			if v := recover(); v != nil {
				msg = describedMsg{split: split, err: session.PanicError("counting the ratings", v)}
			}
		}()
		known, err := newDescription(ctx, split)
		return describedMsg{split, known, err}
	}
}

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

// tailMsg brings the curves of the long tail, or the error that prevented them.
type tailMsg struct {
	description *description
	tail        *longTail
	err         error
}

// computeTail returns the command that computes the curves for the current knobs; nil while they are known or another
// computation runs. When that ends, the screen asks again.
func (d *Screen) computeTail() tea.Cmd {
	if d.known == nil || d.computingTail {
		return nil
	}
	key := newTailKey(d.settings())
	if d.tail != nil && d.tail.key == key || d.tailErr != nil {
		return nil
	}
	d.computingTail = true
	known := d.known
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = tailMsg{description: known, err: session.PanicError("computing the long tail", v)}
			}
		}()
		return tailMsg{description: known, tail: newLongTail(known, key)}
	}
}
