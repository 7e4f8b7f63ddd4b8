package spectral

import (
	"math"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/engine/release"
	"dpals/engine/symmetric"
)

// ratingsOf is the parameter k of both methods.
func ratingsOf(standard float64) method.Parameter {
	return method.Parameter{
		Name: "k", Symbol: "ξ", Meaning: "maximum ratings per user in the covariance, chosen at random; all: no limit",
		Source: "[DPFW] §5", Low: 1, High: 1000, Default: standard, Step: 1.5, Log: true, Integer: true, Zero: "all", Main: true,
	}
}

var rank = method.Parameter{
	Name: "rank", Symbol: "r", Meaning: "maximum number of eigenvectors of the covariance; those within the noise are left out",
	Source: "[DPFW] Alg. 3, [MM] §5", Low: 1, High: 256, Default: 10, Step: 2, Log: true, Integer: true, Main: true,
}

var beta = method.Parameter{
	Name: "beta", Symbol: "β", Meaning: "fraction of items in the covariance, most rated first; auto: all up to 5,000; the others are predicted without it",
	Source: "[DPALS] §5.1", Low: 0.01, High: 1, Default: method.Auto, Step: 0.05, Auto: true, Main: true,
}

// columnsOf returns how many items are in the covariance.
func columnsOf(s method.Settings, items int) int {
	return min(items, int(math.Ceil(s["beta"]*float64(items))))
}

// resolveBeta sets an automatic β.
func resolveBeta(pub method.Public, s method.Settings) {
	if s["beta"] == method.Auto {
		s["beta"] = min(1, symmetric.MostItems/float64(max(1, pub.Items)))
	}
}

// scalarsWeight is the fraction of μ² for the scalars of both methods.
const scalarsWeight = 0.02

// begin lists the release that both methods start with, and returns what is left of the weight 1 for the others.
func begin(pub method.Public, s method.Settings) (list []accounting.Request, rest float64, err error) {
	if err := symmetric.CheckItems(columnsOf(s, pub.Items), pub.Items); err != nil {
		return nil, 0, err
	}
	return []accounting.Request{release.ScalarsRequest(scalarsWeight)}, 1 - scalarsWeight, nil
}

// ownPull is the pull of a user's level to the mean of all, in ratings: the variance of a rating about its user's mean
// over the variance of those means.
const ownPull = 5
