package als

import (
	"math"
	"sort"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/loaders"
)

// foresee says what a configuration will make of the ratings. Noise over signal is the largest eigenvalue to expect
// of the noise in an item's Gram matrix, σ_G·√(2r), over the mean eigenvalue of the matrix itself, Γ_u²/r for every
// unit of weight on the item.
func foresee(r *loaders.Ratings, s method.Settings, p *accounting.Plan) method.Forecast {
	c := read(s)
	noise := p.OfKind("gram").Sigma * math.Sqrt(float64(2*c.rank))
	f := c.forecast(r, func(weight float64) float64 { return noise / (weight * c.clipUser * c.clipUser / float64(c.rank)) })
	if c.theory { // a step has its own part; a user's weights still add up to what they are with all
		f.RatingsShare /= float64(c.parts())
	}
	return f
}

// forecast works out which ratings and items are used, and the noise over the signal of an item of a given weight for
// the median item and the tenth with least weight.
func (c config) forecast(r *loaders.Ratings, over func(weight float64) float64) method.Forecast {
	counts := make([]float64, r.Items) // as the counts release sums them, without its noise
	for i := range r.Users {
		items, _ := r.User(i)
		share := 1 / math.Sqrt(float64(len(items)))
		for _, j := range items {
			counts[j] += share
		}
	}
	trained := frequent(counts, trainedItems(c, r.Items))
	weights, used := c.itemWeights(r, trained, counts)
	f := method.Forecast{
		NoiseMedian: math.NaN(), NoiseRarest: math.NaN(),
		RatingsShare: used / float64(max(1, r.Count())),
		ItemsShare:   float64(trainedItems(c, r.Items)) / float64(max(1, r.Items)),
	}
	var held []float64
	for j, yes := range trained {
		if yes {
			held = append(held, weights[j])
		}
	}
	if len(held) > 0 {
		sort.Float64s(held)
		f.NoiseMedian, f.NoiseRarest = over(held[len(held)/2]), over(held[len(held)/10])
	}
	return f
}

// itemWeights returns Σ_i ω_ij by item and how many ratings have a weight, in expectation over the sampling.
func (c config) itemWeights(r *loaders.Ratings, trained []bool, counts []float64) (weights []float64, used float64) {
	weights = make([]float64, r.Items)
	raw := make([]float64, r.Items)
	for j := range raw {
		if trained[j] {
			raw[j] = 1
			if c.sampling == samplingWeights {
				raw[j] = math.Pow(max(counts[j], leastCount), c.weightExponent)
			}
		}
	}
	for i := range r.Users {
		items, _ := r.User(i)
		squares, held := 0.0, 0.0
		for _, j := range items {
			squares += raw[j] * raw[j]
			if trained[j] {
				held++
			}
		}
		if held == 0 {
			continue
		}
		share := 1.0 // of her ratings that are kept
		if c.k > 0 {
			share = min(1, float64(c.k)/held)
		}
		scale := share
		if c.sampling == samplingWeights {
			scale = math.Sqrt(c.weight() * share / squares)
		}
		used += share * held
		for _, j := range items {
			weights[j] += scale * raw[j]
		}
	}
	return weights, used
}

// foreseeEB is foresee for dpals-eb: noise over signal is the s.d. of the noise in an item's moments over what a
// typical user's worth of signal adds up to there, n_j·Γ_u·Γ_M over √r, in the last step.
func foreseeEB(r *loaders.Ratings, s method.Settings, p *accounting.Plan) method.Forecast {
	c := readEB(s)
	noise := p.Named(named("moments", c.steps)).Sigma * math.Sqrt(float64(c.rank))
	return c.forecast(r, func(weight float64) float64 { return noise / (weight * c.clipUser * c.clipRating) })
}
