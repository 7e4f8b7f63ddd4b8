package release

import "dpals/engine/method"

// Iterations describes T, with a default that may be method.Auto.
func Iterations(standard float64) method.Parameter {
	return method.Parameter{
		Name: "iterations", Symbol: "T", Meaning: "iterations, each solving all users and then all items",
		Source: "[DPALS] Alg. 1", Low: 1, High: 100, Default: standard, Step: 1, Integer: true,
		Auto: standard == method.Auto, Main: true,
	}
}

// Rank describes r, with a default that may be method.Auto.
func Rank(standard float64) method.Parameter {
	return method.Parameter{
		Name: "rank", Symbol: "r", Meaning: "number of factors of a user and of an item",
		Source: "[DPALS] §3", Low: 1, High: 256, Default: standard, Step: 2, Log: true, Integer: true,
		Auto: standard == method.Auto,
	}
}

// Beta describes β, of which others is what the items that are not trained predict: "the user's mean".
func Beta(others string) method.Parameter {
	return method.Parameter{
		Name: "beta", Symbol: "β", Meaning: "fraction of items to fit, most rated first; the others are predicted by " + others,
		Source: "[DPALS] §5.1", Low: 0.01, High: 1, Default: 1, Step: 0.05, Main: true,
	}
}
