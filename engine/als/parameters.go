package als

import (
	"dpals/engine/method"
	"dpals/engine/release"
)

// config is the settings of als and dpals, decoded.
type config struct {
	release.Selection
	rank, iterations       int
	lambda, lambdaUser     float64
	lambda0                float64
	itemExponent           float64 // μ
	userExponent           float64 // ν
	clipUser, clipRating   float64 // Γ_u, Γ_M
	local                  bool
	sigmaRatio             float64
	plainNoise             bool    // σ off the diagonal of Gram matrices, not σ/√2
	sigmaG, sigmaR, sigmaP float64 // noise multipliers; 0: calibrated
	start                  release.Start
	theory                 bool
}

// offsetRidge is the ridge of a user's offset, in ratings: the variance of a rating about its user's mean over the
// variance of those means, about 0.9/0.2 on star ratings.
const offsetRidge = 5

func read(s method.Settings) config {
	return config{
		Selection: release.SelectionOf(s, release.Sampling(s["sampling"])),
		rank:      int(s["rank"]), iterations: int(s["iterations"]),
		lambda: s["lambda"], lambdaUser: s["lambda-user"], lambda0: s["lambda0"],
		itemExponent: s["item-exponent"], userExponent: s["user-exponent"],
		clipUser: s["clip-user"], clipRating: s["clip-rating"],
		local:      s["centring"] == 0,
		sigmaRatio: s["sigma-ratio"], plainNoise: s["gram-noise"] == 1,
		sigmaG: s["sigma-g"], sigmaR: s["sigma-rhs"], sigmaP: s["sigma-pre"],
		start: release.StartOf(s), theory: s["theory"] == 1,
	}
}

var lambda = method.Parameter{
	Name: "lambda", Symbol: "λ", Meaning: "weight of the squared norms of factors; auto: from the noise, or from the spread of ratings where nothing is private",
	Source: "[DPALS] eq. 35", Low: 0, High: 1e6, Default: method.Auto, Step: 1.5, Log: true, Auto: true,
}

func itemExponent(standard float64) method.Parameter {
	return method.Parameter{
		Name: "item-exponent", Symbol: "μ", Meaning: "exponent of an item's count in its λ",
		Source: "[DPALS] eq. 35", Low: -2, High: 2, Default: standard, Step: 0.25,
	}
}

func userExponent(standard float64) method.Parameter {
	return method.Parameter{
		Name: "user-exponent", Symbol: "ν", Meaning: "exponent of a user's count in their λ",
		Source: "[DPALS] eq. 35", Low: -2, High: 2, Default: standard, Step: 0.25,
	}
}

var centring = method.Parameter{
	Name: "centring", Symbol: "", Meaning: "mean subtracted from ratings; local: each user's own offset, solved with their factors; global: one mean of all users",
	Source: "[DPALS] App. C for global", Choices: []string{"local", "global"},
}
