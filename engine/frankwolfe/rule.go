package frankwolfe

import (
	"maps"
	"math"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/engine/release"
	"dpals/engine/symmetric"
	"dpals/loaders"
)

// The rule for parameters that are set to auto. It reads the target, the catalogue's size, the rating range and the
// release of scalars; docs/methods/dpfw.md says how it was found.

const (
	// ruleNorm is κ over s·√(n·m), for ratings of spread s: the nuclear norm of a matrix of that spread whose whole is
	// four singular values of the same size.
	ruleNorm = 2

	// publishedClip is L over √ξ times the width of the rating range, as published: about a standard deviation of star
	// ratings for each of ξ ratings.
	publishedClip = 0.25

	// usualRatings stands for ξ where there is no limit: L then is the norm of so many ratings.
	usualRatings = 200

	// mostIterations bounds T by rule: the largest number of iterations in [DPFW] §5.
	mostIterations = 20

	// publishedRatings is ξ in [DPFW] §5.
	publishedRatings = 80
)

// resolve replaces the automatic values that the plan needs. L and κ follow during the run.
func resolve(pub method.Public, s method.Settings) method.Settings {
	out := maps.Clone(s)
	if out["as-published"] == 1 {
		out["step"], out["schedule"] = 0, 0
		if out["k"] == 0 {
			out["k"] = publishedRatings
		}
	}
	if out["iterations"] == method.Auto {
		out["iterations"] = ruleIterations(pub.Epsilon)
	}
	if out["beta"] == method.Auto {
		out["beta"] = min(1, symmetric.MostItems/float64(max(1, pub.Items)))
	}
	return out
}

// ruleIterations returns T: noise grows with its root, so more iterations need a larger ε.
func ruleIterations(epsilon float64) float64 { return min(max(math.Round(epsilon), 1), mostIterations) }

// ruleRow returns L: the norm of ξ residuals as large as the ratings' released spread.
func ruleRow(c config, pub method.Public, all release.Level) float64 {
	if c.original {
		return publishedClip * (pub.High - pub.Low) * math.Sqrt(float64(c.k))
	}
	if c.k == 0 {
		return all.Spread * math.Sqrt(usualRatings)
	}
	return all.Spread * math.Sqrt(float64(c.k))
}

// ruleNuclear returns κ.
func ruleNuclear(users float64, items int, spread float64) float64 {
	return ruleNorm * spread * math.Sqrt(users*float64(items))
}

// forecast returns what a configuration will make of the ratings. Noise over signal is that of an item's own coordinate on
// the diagonal of the covariance, where every user spreads L² over their ratings.
func forecast(r *loaders.Ratings, s method.Settings, p *accounting.Plan) method.Forecast {
	c := read(s)
	return symmetric.Forecast(r, c.columns(r.Items), c.k, math.Sqrt2*p.OfKind(covarianceKind).Sigma)
}
