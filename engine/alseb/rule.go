package alseb

import (
	"math"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/engine/release"
	"dpals/loaders"
)

// resolve fills in what the settings leave to the rule: a function of the target and the rating range alone.
func resolve(pub method.Public, s method.Settings) method.Settings {
	mu := targetMu(pub)
	return s.FillAuto(func(name string, soFar method.Settings) float64 {
		switch name {
		case "rank":
			return math.Round(min(max(8*math.Pow(mu, 0.45), 6), 16))
		case "iterations":
			return math.Round(min(max(6.5*math.Pow(mu, 0.35), 4), 14))
		case "clip-user":
			return 0.2 * math.Sqrt(soFar["rank"])
		case "clip-rating":
			return 0.15 * (pub.High - pub.Low)
		case "bias-scale":
			// A bias explains more than a factor does, and is all that can be learnt where noise is large.
			return min(max(1.2/mu, 2), 8)
		case "item-share":
			// First estimates of the biases take a μ² of about 0.03; the iterations refine them.
			return min(max(0.03/(mu*mu), 0.05), 0.1)
		case "init-share":
			return release.RuleStartWeight
		}
		return method.Auto
	})
}

// growth is the weight of an iteration over that of the one before, iterationGrowth unless that gives the last more than
// mostGrowth times the weight of the first.
func (c config) growth() float64 {
	return min(iterationGrowth, math.Pow(mostGrowth, 1/float64(max(1, c.iterations-1))))
}

const (
	iterationGrowth = 1.5
	mostGrowth      = 100
)

// scalarsWeight is the fraction of μ² for the scalars: enough to tell a thousand users from none, and at most a tenth.
func scalarsWeight(pub method.Public) float64 {
	mu := targetMu(pub)
	return min(max(0.0015/(mu*mu), 0.01), 0.1)
}

// targetMu is the target as μ by the exact curve, whichever accountant calibrates the noise; tiny where there is none, which
// the plan then refuses.
func targetMu(pub method.Public) float64 {
	if mu, err := accounting.TargetMu(accounting.Exact, pub.Epsilon, pub.Delta); err == nil && mu > 0 {
		return mu
	}
	return 1e-6
}

// forecast returns what a configuration will make of the ratings: noise over signal is the s.d. of the noise in an item's
// moments over what the signal of a typical user adds up to there, n_j·Γ_u·Γ_M over √r, in the last iteration.
func forecast(r *loaders.Ratings, s method.Settings, p *accounting.Plan) method.Forecast {
	c := read(s)
	noise := p.Named(named("moments", c.iterations)).Sigma * math.Sqrt(float64(c.Rank))
	return c.Forecast(r, func(weight float64) float64 { return noise / (weight * c.ClipUser * c.clipRating) })
}
