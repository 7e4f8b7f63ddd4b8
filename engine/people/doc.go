// Package people tells what a fitted model means to one person: its recommendations, and the effect that removing that
// person has on the predictions for others.
//
// Its results are for that person, or for the curator, who holds the ratings anyway. None of them is a release: they
// must never be published. The package charges nothing; the two runs that it trains for a removal are simulations.
package people
