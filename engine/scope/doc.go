// Package scope releases what a method treats as public where it is not declared: the rating range, as noisy bounds
// from a public grid, and the catalogue, as the items above a noisy threshold.
//
// A method with a private scope is a method of its own: it plans these releases first and leaves the rest of its budget
// open, and once they are made it plans and fits the method inside, on ratings cut to what was released. The package
// must never let the inner method see an item or a bound that was not released. The proofs are docs/privacy/range.md and
// docs/privacy/catalogue.md.
package scope
