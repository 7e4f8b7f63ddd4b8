package als

import (
	"math"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/loaders"
)

// forecast returns what a configuration will make of the ratings. Noise over signal is the largest eigenvalue to expect
// of the noise in an item's Gram matrix, σ_G·√(2r), over the mean eigenvalue of the matrix itself, Γ_u²/r for every
// unit of weight on the item.
func forecast(r *loaders.Ratings, s method.Settings, p *accounting.Plan) method.Forecast {
	c := read(s)
	noise := p.OfKind("gram").Sigma * math.Sqrt(float64(2*c.rank))
	f := c.Forecast(r, func(weight float64) float64 { return noise / (weight * c.clipUser * c.clipUser / float64(c.rank)) })
	if c.theory { // an iteration has its own part; a user's weights still add up to what they are with all
		f.RatingsFraction /= float64(c.parts())
	}
	return f
}
