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
	counts := Popularity(r)
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

// foreseeEB is foresee for dpals-eb: noise over signal is the s.d. of the noise in an item's moments over what a
// typical user's worth of signal adds up to there, n_j·Γ_u·Γ_M over √r, in the last step.
func foreseeEB(r *loaders.Ratings, s method.Settings, p *accounting.Plan) method.Forecast {
	c := readEB(s)
	noise := p.Named(named("moments", c.steps)).Sigma * math.Sqrt(float64(c.rank))
	return c.forecast(r, func(weight float64) float64 { return noise / (weight * c.clipUser * c.clipRating) })
}
