package data

import (
	"dpals/engine/method"
	"dpals/engine/release"
)

// tailKey holds the settings that the curves of the long tail depend on.
type tailKey struct {
	k, beta, exponent float64
}

// newTailKey returns the key of settings. β is 1 where the method has none, or where its rule chooses one that is not
// known yet.
func newTailKey(s method.Settings) tailKey {
	key := tailKey{k: s["k"], beta: s["beta"], exponent: s["weight-exponent"]}
	if !(key.beta > 0) {
		key.beta = 1
	}
	return key
}

// longTail is how ratings are spread over the items, most popular first. It is read only.
type longTail struct {
	key    tailKey
	kept   float64     // percentage of the items that β keeps
	curves []tailCurve // of all ratings first, then one for each of release.Samplings
}

// tailCurve is the percentage of the training weight that the most popular items have together.
type tailCurve struct {
	sampling   string    // "" for all ratings
	cumulative []float64 // at each point of tailGrid
	used       float64   // fraction of the ratings that have a weight
}

// tailGrid holds the percentages of the items at which the curves are computed.
var tailGrid = func() []float64 {
	var all []float64
	for x := 0.0; x <= 100; x += 0.5 {
		all = append(all, x)
	}
	return all
}()

// newLongTail computes the curves from the sampled users of a description.
func newLongTail(d *description, key tailKey) *longTail {
	r, s := d.sample, method.Settings{"k": key.k, "beta": key.beta, "weight-exponent": key.exponent}
	t := &longTail{key: key, kept: 100}
	if r.Items > 0 {
		t.kept = 100 * float64(release.SelectionOf(s, release.ByWeight).Trained(r.Items)) / float64(r.Items)
	}
	all := make([]float64, r.Items)
	for _, j := range r.Item {
		all[j]++
	}
	t.curves = append(t.curves, tailCurve{cumulative: d.cumulative(all), used: 1})
	for kind, sampling := range release.Samplings() {
		weights, used := release.SelectionOf(s, release.Sampling(kind)).ItemWeights(r, d.popularity)
		t.curves = append(t.curves, tailCurve{sampling, d.cumulative(weights), used / float64(max(r.Count(), 1))})
	}
	return t
}

// cumulative returns the percentage of the total weight that the most popular items have, at each point of tailGrid.
func (d *description) cumulative(weights []float64) []float64 {
	sums := make([]float64, len(d.byPopularity)+1)
	for k, j := range d.byPopularity {
		sums[k+1] = sums[k] + weights[j]
	}
	total := sums[len(d.byPopularity)]
	out := make([]float64, len(tailGrid))
	if !(total > 0) {
		return out
	}
	for g, x := range tailGrid {
		at := x / 100 * float64(len(d.byPopularity))
		k := min(int(at), max(len(d.byPopularity)-1, 0))
		part := at - float64(k)
		out[g] = 100 * (sums[k]*(1-part) + sums[min(k+1, len(d.byPopularity))]*part) / total
	}
	return out
}
