// Package synthetic generates synthetic ratings from a recipe and a seed: skewed ratings, which resemble those of
// MovieLens, and the low-rank ratings of [DPALS] §6.1.
//
// No rating comes from a person, so these ratings need no ledger. The same recipe and seed must always give the same
// ratings, to the last bit and for any number of processors: published results name them by recipe.
package synthetic
