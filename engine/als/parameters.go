package als

import "dpals/engine/method"

// config is the settings of als and dpals, decoded.
type config struct {
	rank, steps, k         int
	beta                   float64
	lambda, lambdaUser     float64
	lambda0                float64
	itemExponent           float64 // μ
	userExponent           float64 // ν
	clipUser, clipRating   float64 // Γ_u, Γ_M
	sampling               int
	weightExponent         float64
	local                  bool
	sigmaRatio             float64
	plainNoise             bool    // σ off the diagonal of Gram matrices, not σ/√2
	itemShare              float64 // of μ², for the biases of dpals-eb
	biasScale              float64
	sigmaG, sigmaR, sigmaP float64 // noise multipliers; 0: calibrated
	start                  int     // one of initRandom, initPower, initGauss
	startShare             float64 // of μ², where the start is not random
	theory                 bool
}

// Choices of the sampling and centring parameters, in the order shown.
const (
	samplingWeights = iota
	samplingUniform
	samplingAdaptive
)

// offsetRidge is the ridge of a user's offset, in ratings: the variance of a rating about its user's mean over the
// variance of those means, about 0.9/0.2 on star ratings.
const offsetRidge = 5

func read(s method.Settings) config {
	return config{
		rank: int(s["rank"]), steps: int(s["iterations"]), k: int(s["k"]),
		beta: s["beta"], lambda: s["lambda"], lambdaUser: s["lambda-user"], lambda0: s["lambda0"],
		itemExponent: s["item-exponent"], userExponent: s["user-exponent"],
		clipUser: s["clip-user"], clipRating: s["clip-rating"],
		sampling: int(s["sampling"]), weightExponent: s["weight-exponent"],
		local:      s["centring"] == 0,
		sigmaRatio: s["sigma-ratio"], plainNoise: s["gram-noise"] == 1,
		sigmaG: s["sigma-g"], sigmaR: s["sigma-rhs"], sigmaP: s["sigma-pre"],
		start: int(s["init"]), startShare: s["init-share"], theory: s["theory"] == 1,
	}
}

func steps(standard float64) method.Parameter {
	return method.Parameter{
		Name: "iterations", Symbol: "T", Meaning: "alternations of a user step and an item step",
		Source: "[DPALS] Alg. 1", Low: 1, High: 100, Default: standard, Step: 1, Integer: true,
		Auto: standard == method.Auto, Main: true,
	}
}

func rank(standard float64) method.Parameter {
	return method.Parameter{
		Name: "rank", Symbol: "r", Meaning: "length of the user and item factors",
		Source: "[DPALS] §3", Low: 1, High: 256, Default: standard, Step: 2, Log: true, Integer: true,
		Auto: standard == method.Auto,
	}
}

var lambda = method.Parameter{
	Name: "lambda", Symbol: "λ", Meaning: "weight of the factors' squared norms; auto goes by the noise, or by the ratings' spread",
	Source: "[DPALS] eq. 35", Low: 0, High: 1e6, Default: method.Auto, Step: 1.5, Log: true, Auto: true,
}

func itemExponent(standard float64) method.Parameter {
	return method.Parameter{
		Name: "item-exponent", Symbol: "μ", Meaning: "how an item's λ grows with its count, as a power",
		Source: "[DPALS] eq. 35", Low: -2, High: 2, Default: standard, Step: 0.25,
	}
}

func userExponent(standard float64) method.Parameter {
	return method.Parameter{
		Name: "user-exponent", Symbol: "ν", Meaning: "how a user's λ grows with their count, as a power",
		Source: "[DPALS] eq. 35", Low: -2, High: 2, Default: standard, Step: 0.25,
	}
}

var centring = method.Parameter{
	Name: "centring", Symbol: "", Meaning: "local: each user's own offset is solved with their factors; global: only the mean of all is taken off",
	Source: "[DPALS] App. C for global", Choices: []string{"local", "global"},
}
