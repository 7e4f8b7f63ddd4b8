package release

import (
	"math"
	"slices"

	"dpals/engine/estimate"
	"dpals/engine/method"
	"dpals/loaders"
)

// Forecast returns which fractions of the ratings and items train, and the noise over the signal, as over returns it for an
// item's weight, of the median item and of the tenth with least weight. It is read off private ratings and no private
// number.
func (s Selection) Forecast(r *loaders.Ratings, over func(weight float64) float64) method.Forecast {
	counts := ExactCounts(r)
	weights, used := s.ItemWeights(r, counts)
	f := method.Forecast{
		NoiseMedian: math.NaN(), NoiseRarest: math.NaN(),
		RatingsFraction: used / float64(max(1, r.Count())),
		ItemsFraction:   float64(s.Trained(r.Items)) / float64(max(1, r.Items)),
	}
	var held []float64
	for _, j := range estimate.MostCounted(counts, s.Trained(r.Items)) {
		held = append(held, weights[j])
	}
	if len(held) > 0 {
		slices.Sort(held)
		f.NoiseMedian, f.NoiseRarest = over(held[len(held)/2]), over(held[len(held)/10])
	}
	return f
}
