package data

import (
	"dpals/engine/als"
	"dpals/engine/method"
)

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
	lines []tailLine // all ratings first, then one for each of als.Samplings
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

func newTail(c *counted, of tailOf) *tail {
	r, s := c.sample, method.Settings{"k": of.K, "beta": of.Beta, "weight-exponent": of.Exponent}
	t := &tail{of: of, cut: 100}
	if r.Items > 0 {
		t.cut = 100 * float64(als.Trained(s, r.Items)) / float64(r.Items)
	}
	all := make([]float64, r.Items)
	for _, j := range r.Item {
		all[j]++
	}
	t.lines = append(t.lines, tailLine{upTo: c.upTo(all), used: 1})
	for _, sampling := range als.Samplings() {
		weights, used := als.Exposure(r, c.popularity, sampling, s)
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
