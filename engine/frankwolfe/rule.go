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

// The rule by which dpfw sets what it is not given. It reads the target, the catalogue's size, the rating range and the
// release of scalars; docs/METHODS.md says how it was found.

const (
	// ruleNorm is κ over s·√(n·m), for ratings of spread s: the nuclear norm of a matrix of that spread whose whole is
	// four directions of the same size.
	ruleNorm = 2

	// publishedClip is L over √ξ times the width of the rating range, as published: about a standard deviation of star
	// ratings for each of ξ ratings.
	publishedClip = 0.25

	// usualRatings stands for ξ where there is no limit: L then is the norm of so many ratings.
	usualRatings = 200

	// mostSteps bounds T by rule: the number of steps of [DPFW] §5 at the most.
	mostSteps = 20

	// publishedRatings is ξ in [DPFW] §5.
	publishedRatings = 80
)

// resolve fills in what the settings leave to the rule and is needed for the plan. L and κ follow during the run.
func resolve(pub method.Public, s method.Settings) method.Settings {
	out := maps.Clone(s)
	if out["as-published"] == 1 {
		out["step"], out["schedule"] = 0, 0
		if out["k"] == 0 {
			out["k"] = publishedRatings
		}
	}
	if out["iterations"] == method.Auto {
		out["iterations"] = ruleSteps(pub.Epsilon)
	}
	if out["beta"] == method.Auto {
		out["beta"] = min(1, symmetric.MostItems/float64(max(1, pub.Items)))
	}
	return out
}

// ruleSteps is T: noise grows with its root, so a step has to be paid for by ε.
func ruleSteps(epsilon float64) float64 { return min(max(math.Round(epsilon), 1), mostSteps) }

// ruleRow is L: the norm of ξ residuals as large as the ratings' released spread.
func ruleRow(c config, pub method.Public, all release.Level) float64 {
	if c.original {
		return publishedClip * (pub.High - pub.Low) * math.Sqrt(float64(c.k))
	}
	if c.k == 0 {
		return all.Spread * math.Sqrt(usualRatings)
	}
	return all.Spread * math.Sqrt(float64(c.k))
}

// ruleNuclear is κ.
func ruleNuclear(users float64, items int, spread float64) float64 {
	return ruleNorm * spread * math.Sqrt(users*float64(items))
}

// foresee says what a configuration will make of the ratings. Noise over signal is that of an item's own coordinate on
// the diagonal of the covariance, where every user spreads L² over their ratings.
func foresee(r *loaders.Ratings, s method.Settings, p *accounting.Plan) method.Forecast {
	c := read(s)
	return symmetric.Foresee(r, c.columns(r.Items), c.k, math.Sqrt2*p.OfKind(covarianceKind).Sigma)
}
