package data

import (
	"context"
	"math"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/estimate"
	"dpals/engine/method"
	"dpals/engine/release"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// What a data set is counted for lies here: once for the facts and the map, and for the curves of the long tail again
// whenever a knob has turned. All of it is read off private ratings, and nothing of it leaves the screen.

// tailRatings is how many ratings the curves of the long tail go by: on more of them every so many users stand for all,
// so that a turned knob is answered in a moment.
const tailRatings = 1_000_000

// counted is what is known of a data set. It is read only.
type counted struct {
	stats loaders.Statistics // of all parts together
	who   canvas.Heat        // ratings by their items' and their users' number of ratings

	popularity []float64 // of the items, by the ratings that train
	order      []int     // items, most popular first
	sample     *loaders.Ratings
	every      int // the sample has every so-manyth user of those that train
}

// Count is the command that counts the ratings at hand.
func (d *Screen) Count() tea.Cmd {
	split := d.Problem.Split
	return d.count.Request(d.Ctx, split, func(ctx context.Context) (*counted, error) { return countRatings(ctx, split) })
}

func countRatings(ctx context.Context, s *loaders.Split) (*counted, error) {
	c := &counted{}
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
	c.popularity = release.ExactCounts(s.Train)
	c.order = estimate.ByCount(c.popularity)
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

// whoRatesWhat counts the ratings by how many their item and their user have.
func whoRatesWhat(ctx context.Context, parts []*loaders.Ratings) (canvas.Heat, error) {
	perUser, perItem := make([]int, parts[0].Users), make([]int, parts[0].Items)
	for _, r := range parts {
		for i := range perUser {
			perUser[i] += int(r.Ptr[i+1] - r.Ptr[i])
		}
		for _, j := range r.Item {
			perItem[j]++
		}
	}
	m := canvas.Heat{XLabel: "item's ratings", YLabel: "user's ratings", Unit: "ratings"}
	var rows, columns []int
	m.X, columns = binned(perItem)
	m.Y, rows = binned(perUser)
	wide := max(len(m.X)-1, 0)
	m.Mass = make([]float64, wide*max(len(m.Y)-1, 0))
	for _, r := range parts {
		for i := range r.Users {
			if i%(1<<10) == 0 && ctx.Err() != nil {
				return m, ctx.Err()
			}
			items, _ := r.User(i)
			for _, j := range items {
				m.Mass[rows[i]*wide+columns[j]]++
			}
		}
	}
	return m, nil
}

// binned puts positive counts into bins, of one number each as long as these are few and about as wide as each other on
// a logarithmic scale from then on: their edges, and the bin of each count. What has no count is in none.
func binned(counts []int) (edges []float64, bin []int) {
	least, most := math.MaxInt, 0
	for _, n := range counts {
		if n > 0 {
			least, most = min(least, n), max(most, n)
		}
	}
	if most == 0 {
		return nil, make([]int, len(counts))
	}
	const wider = 1.06
	at := make([]int, most+1) // bin by count
	for n := least; n <= most; {
		next := max(n+1, int(math.Ceil(float64(n)*wider)))
		for k := n; k < min(next, most+1); k++ {
			at[k] = len(edges)
		}
		edges = append(edges, float64(n))
		n = next
	}
	edges = append(edges, float64(most+1))
	bin = make([]int, len(counts))
	for i, n := range counts {
		bin[i] = at[n]
	}
	return edges, bin
}

// tailOf is what the curves of the long tail depend on beside the ratings.
type tailOf struct {
	K, Beta, Exponent float64
}

func tailFor(s method.Settings) tailOf {
	t := tailOf{K: s["k"], Beta: s["beta"], Exponent: s["weight-exponent"]}
	if !(t.Beta > 0) { // the method has none, or its rule decides
		t.Beta = 1
	}
	return t
}

// tail is how ratings spread over the items, by popularity.
type tail struct {
	of    tailOf
	cut   float64    // per cent of the items that β keeps
	lines []tailLine // all ratings first, then one for each of release.Samplings
}

// tailLine is a curve: of all that trains, the per cent that the most popular items have together.
type tailLine struct {
	sampling string    // "" for all ratings
	upTo     []float64 // by tailGrid
	used     float64   // share of the ratings that it trains on
}

// tailGrid are the per cents of the items for which the curves are known.
var tailGrid = func() []float64 {
	var all []float64
	for x := 0.0; x <= 100; x += 0.5 {
		all = append(all, x)
	}
	return all
}()

// reckon is the command that works the curves out for the knobs as they stand.
func (d *Screen) reckon() tea.Cmd {
	if !d.count.Known() {
		return nil
	}
	known, of := d.count.Value(), tailFor(d.settings())
	return d.tail.Request(d.Ctx, of, func(context.Context) (*tail, error) { return newTail(known, of), nil })
}

func newTail(c *counted, of tailOf) *tail {
	r, s := c.sample, method.Settings{"k": of.K, "beta": of.Beta, "weight-exponent": of.Exponent}
	t := &tail{of: of, cut: 100}
	if r.Items > 0 {
		t.cut = 100 * float64(release.SelectionOf(s, release.ByWeight).Trained(r.Items)) / float64(r.Items)
	}
	all := make([]float64, r.Items)
	for _, j := range r.Item {
		all[j]++
	}
	t.lines = append(t.lines, tailLine{upTo: c.upTo(all), used: 1})
	for kind, sampling := range release.Samplings() {
		weights, used := release.SelectionOf(s, release.Sampling(kind)).ItemWeights(r, c.popularity)
		t.lines = append(t.lines, tailLine{sampling, c.upTo(weights), used / float64(max(r.Count(), 1))})
	}
	return t
}

// upTo is the per cent of all weights that the most popular items have, by tailGrid.
func (c *counted) upTo(weights []float64) []float64 {
	sums := make([]float64, len(c.order)+1)
	for k, j := range c.order {
		sums[k+1] = sums[k] + weights[j]
	}
	total := sums[len(c.order)]
	out := make([]float64, len(tailGrid))
	if !(total > 0) {
		return out
	}
	for g, x := range tailGrid {
		at := x / 100 * float64(len(c.order))
		k := min(int(at), max(len(c.order)-1, 0))
		part := at - float64(k)
		out[g] = 100 * (sums[k]*(1-part) + sums[min(k+1, len(c.order))]*part) / total
	}
	return out
}
