package als

import (
	"maps"
	"math"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/engine/release"
)

// The rule for parameters that are set to auto. It reads the target, the catalogue's size, the rating range and
// what has been released, so it costs nothing; docs/methods/dpals.md says how it was found.

const (
	// ruleRidge sets the items' λ to this many times σ_G·√r, the size of the largest eigenvalues of the noise in
	// an item's Gram matrix: eigenvalues within the noise are damped, larger ones hardly.
	ruleRidge = 2

	// ruleUserRidge sets the users' λ to this many times r·s²/Γ_u², for ratings of spread s. With factors of norm
	// about Γ_u on the users' side, s²·r/Γ_u² is the ridge of a prior as wide as the ratings' own spread.
	ruleUserRidge = 0.3

	// ruleClip is Γ_M over the width of the rating range: about one standard deviation of star ratings.
	ruleClip = 0.25

	ruleIterations = 4
)

// resolve replaces the automatic values that the plan needs. λ follows during the run.
func resolve(pub method.Public, s method.Settings) method.Settings {
	if s["as-published"] == 1 {
		s = asPublished(pub, s)
	}
	return s.FillAuto(func(name string, _ method.Settings) float64 {
		switch name {
		case "rank":
			return min(ruleRank(pub.Epsilon), 64)
		case "iterations":
			return ruleIterations
		case "clip-rating":
			return ruleClip * (pub.High - pub.Low)
		case "init-share":
			return release.RuleStartWeight
		}
		return method.Auto
	})
}

// asPublished returns the settings with which dpals is the algorithm of [DPALS]; its accounting stays the corrected one. The
// number of ratings and the clip are the paper's where none is given: 50, and the whole range.
func asPublished(pub method.Public, s method.Settings) method.Settings {
	s = maps.Clone(s)
	s["sampling"], s["centring"], s["gram-noise"] = float64(release.Uniform), 1, 1
	if s["k"] == 0 {
		s["k"] = 50
	}
	if s["clip-rating"] == method.Auto {
		s["clip-rating"] = pub.High - pub.Low
	}
	return s
}

// ruleRank returns r, which grows slowly with ε: every further factor has to rise above the noise by itself.
func ruleRank(epsilon float64) float64 { return max(4, math.Round(4*math.Cbrt(epsilon/5))) }

// itemLambda returns λ of the items.
func itemLambda(c config, p *accounting.Plan) float64 {
	if c.lambda != method.Auto {
		return c.lambda
	}
	return ruleRidge * p.OfKind("gram").Sigma * math.Sqrt(float64(c.rank))
}

// itemRidges returns λ·c̃_jᵘ/Z' for the trained items ([DPALS] eq. 35 and App. C).
func itemRidges(c config, p *accounting.Plan, items []int, counts []float64) []float64 {
	w := ridge{lambda: itemLambda(c, p), exponent: c.itemExponent}
	for _, j := range items {
		w.z += math.Pow(max(counts[j], 1), c.itemExponent) / float64(len(items))
	}
	ridges := make([]float64, len(items))
	for k, j := range items {
		ridges[k] = w.at(counts[j])
	}
	return ridges
}

// usualCount is the number of ratings at which a user's λ is the given one. The mean over the users, which
// [DPALS] App. C takes, would be one more release.
const usualCount = 100

// userRidge returns the ridge of a user's solve.
func userRidge(c config, spread float64) ridge {
	w := ridge{lambda: c.lambdaUser, exponent: c.userExponent, z: math.Pow(usualCount, c.userExponent)}
	if w.lambda == method.Auto {
		w.lambda = c.lambda
	}
	if w.lambda == method.Auto && c.theory {
		w.lambda = 0 // the analysis has none, and V is orthonormal
	}
	if w.lambda == method.Auto {
		w.lambda = ruleUserRidge * float64(c.rank) * spread * spread / (c.clipUser * c.clipUser)
	}
	return w
}
