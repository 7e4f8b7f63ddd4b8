package data

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/als"
	"dpals/loaders"
	"dpals/tui/canvas"
	"dpals/tui/session"
)

// What a data set is counted for lies here: once for the facts and the map, and for the curves of the long tail again
// whenever a knob has turned. All of it is read off private ratings, and nothing of it leaves the screen.

// tailRatings is how many ratings the curves of the long tail go by: on more of them every so many users stand for all,
// so that a turned knob is answered in a moment.
const tailRatings = 1_000_000

// counted is what is known of a data set. It is read only.
type counted struct {
	of    *loaders.Split
	stats loaders.Statistics // of all parts together
	who   canvas.Heat        // ratings by their items' and their users' number of ratings

	popularity []float64 // of the items, by the ratings that train
	order      []int     // items, most popular first
	sample     *loaders.Ratings
	every      int // the sample has every so-manyth user of those that train
}

// countedMsg brings what is known of a data set, or why it is not.
type countedMsg struct {
	Of    *loaders.Split
	Known *counted
	Err   error
}

// Count is the command that counts the ratings at hand; those that were being counted are given up.
func (d *Screen) Count() tea.Cmd {
	if d.stop != nil {
		d.stop()
	}
	ctx, stop := context.WithCancel(d.Ctx)
	d.stop, d.counting = stop, d.Problem.Split
	split := d.Problem.Split
	return func() (msg tea.Msg) {
		defer stop()
		defer func() {
			if v := recover(); v != nil {
				msg = countedMsg{Of: split, Err: session.PanicError("counting the ratings", v)}
			}
		}()
		known, err := countRatings(ctx, split)
		return countedMsg{split, known, err}
	}
}

func countRatings(ctx context.Context, s *loaders.Split) (*counted, error) {
	c := &counted{of: s}
	parts := []*loaders.Ratings{s.Train, s.Valid, s.Test}
	var err error
	if c.stats, err = loaders.DescribeParts(ctx, parts...); err != nil {
		return nil, err
	}
	if c.who, err = whoRatesWhat(ctx, parts); err != nil {
		return nil, err
	}
	c.every = (s.Train.Count() + tailRatings - 1) / tailRatings
	c.sample = everyUser(s.Train, max(c.every, 1))
	c.popularity = als.Popularity(s.Train)
	c.order = als.ByPopularity(c.popularity)
	return c, ctx.Err()
}

// everyUser is the ratings of every so-manyth user.
func everyUser(r *loaders.Ratings, every int) *loaders.Ratings {
	if every == 1 {
		return r
	}
	out := &loaders.Ratings{Items: r.Items, Ptr: []int64{0}, Low: r.Low, High: r.High}
	for i := 0; i < r.Users; i += every {
		items, values := r.User(i)
		out.Item, out.Value = append(out.Item, items...), append(out.Value, values...)
		out.Ptr = append(out.Ptr, int64(len(out.Item)))
		out.Users++
	}
	return out
}

// tailMsg brings the curves.
type tailMsg struct {
	Known *counted
	Tail  *tail
	err   error
}

// reckon is the command that works the curves out for the knobs as they stand, unless they are known or one is at work:
// then the last state of the knobs follows when it returns.
func (d *Screen) reckon() tea.Cmd {
	if d.known == nil || d.reckoning {
		return nil
	}
	of := tailFor(d.settings())
	if d.tail != nil && d.tail.of == of || d.tailErr != nil {
		return nil
	}
	d.reckoning = true
	known := d.known
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = tailMsg{Known: known, err: session.PanicError("working out the long tail", v)}
			}
		}()
		return tailMsg{Known: known, Tail: newTail(known, of)}
	}
}
