// Package baseline holds the predictors that every method has to beat: means of all users, of a user, of an item, and the
// popularity of items.
//
// A user's own mean is a local computation and costs nothing. The mean of all users and the means of items mix users, so they
// go through the meter; no function here may use them before. The package follows no paper: docs/methods/item-mean.md derives the
// shrinkage.
package baseline
