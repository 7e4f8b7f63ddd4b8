package gradient

import (
	"math"

	"dpals/engine/method"
)

// config is the settings of the methods here, decoded.
type config struct {
	rank, rounds int
	rate         float64
	lambda       float64
	clip         float64 // Γ: the residual that counts as a gradient of 1, in rating units
	buckets      int     // q; 0: no projection
	everyRound   bool    // each user reports in every iteration, at ε/T; otherwise in one, at ε
	itemFraction float64 // of ε for item bits
	published    bool
}

func read(s method.Settings) config {
	return config{
		rank: int(s["rank"]), rounds: int(s["iterations"]), rate: s["learning-rate"], lambda: s["lambda"],
		clip: s["clip-residual"], buckets: int(s["dimension"]), everyRound: s["reporting"] == 1, itemFraction: s["item-share"],
		published: s["as-published"] == 1,
	}
}

func rounds(standard float64) method.Parameter {
	return method.Parameter{
		Name: "iterations", Symbol: "T", Meaning: "iterations, each moving the items along the reported gradient",
		Source: "[LDP] Alg. 1, k", Low: 1, High: 500, Default: standard, Step: 1.5, Log: true, Integer: true, Main: true,
	}
}

func rank(standard float64) method.Parameter {
	return method.Parameter{
		Name: "rank", Symbol: "d", Meaning: "number of factors of a user and of an item; the first is common to all users",
		Source: "[LDP], d", Low: 1, High: 128, Default: standard, Step: 2, Log: true, Integer: true,
	}
}

func rate(rule string) method.Parameter {
	return method.Parameter{
		Name: "learning-rate", Symbol: "γ", Meaning: "step size along the gradient; " + rule,
		Source: "[LDP] Alg. 1, γ_t", Low: 1e-4, High: 1e4, Default: method.Auto, Step: 1.5, Log: true, Auto: true,
	}
}

// lambda describes λ, whose automatic value follows from the spread of ratings where nothing is private, and from the public
// range elsewhere.
func lambda(rule string) method.Parameter {
	return method.Parameter{
		Name: "lambda", Symbol: "λ", Meaning: "weight of the squared norms of factors, in squared rating units; auto: from the " + rule,
		Source: "[LDP], λ", Low: 0, High: 1e6, Default: method.Auto, Step: 1.5, Log: true, Auto: true,
	}
}

const rateRule = "auto: from the noise of the reports"

var dimension = method.Parameter{
	Name: "dimension", Symbol: "q", Meaning: "dimensions that the items are projected to; fewer mean less noise and more items mixed in each",
	Source: "[LDP] Alg. 2, q", Low: 1, High: 1e7, Default: method.Auto, Step: 1.5, Log: true, Integer: true, Auto: true, Main: true,
}

var clip = method.Parameter{
	Name: "clip-residual", Symbol: "Γ", Meaning: "residual that counts as a gradient of 1, in rating units; auto: a fifth of the range",
	Source: "[LDP], gradients in [−1, 1]", Low: 1e-3, High: 1e6, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
}

var reporting = method.Parameter{
	Name: "reporting", Symbol: "", Meaning: "reports per user; one-round: one, with all of ε; every-round: one in every iteration, each with ε/T",
	Source: "[LDP] Alg. 1 for every-round", Choices: []string{"one-round", "every-round"},
	Disabled: func(s method.Settings) string {
		if s["as-published"] == 1 {
			return "as published, users report in every iteration"
		}
		return ""
	},
}

var asPublished = method.Parameter{
	Name: "as-published", Symbol: "", Meaning: "the published algorithm: a report in every iteration, a fixed learning rate, ratings centred at the middle of the range",
	Source: "[LDP] Alg. 1 and 2", Choices: []string{"no", "yes"},
}

// resolve replaces "auto" by what follows from public facts.
func resolve(pub method.Public, s method.Settings) method.Settings {
	full := make(method.Settings, len(s))
	for name, v := range s {
		full[name] = v
	}
	width := pub.High - pub.Low
	for name, rule := range map[string]float64{
		"lambda": lambdaShare * width * width, "clip-residual": clipShare * width, "dimension": max(1, math.Ceil(float64(pub.Items)/10)),
	} {
		if v, ok := full[name]; ok && v == method.Auto {
			full[name] = rule
		}
	}
	if full["as-published"] == 1 {
		full["reporting"] = 1
		if full["learning-rate"] == method.Auto {
			full["learning-rate"] = publishedRate
		}
	}
	return full
}

const (
	// lambdaShare is λ over the squared width of the rating range: some eight squared stars.
	lambdaShare = 0.4
	// clipShare is Γ over the width: about the s.d. of a star rating about its user's mean.
	clipShare = 0.2
	// publishedRate is γ where the published form is asked for and none is given.
	publishedRate = 0.1
)
