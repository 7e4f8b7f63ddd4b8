// Package loaders holds Ratings, the one data type that every method trains on, and its operations: views by user and
// by item, splits for evaluation, descriptions, restrictions, and the fingerprint by which the ledger knows a data set.
//
// The packages below its folder make Ratings: sources opens them by name, readers reads text files, synthetic generates
// the synthetic sets of the literature, cache keeps what was read before, and writers writes text files.
//
// It knows nothing of privacy or training. It must never change Ratings that are built, and nothing that it computes may
// depend on the number of processors or on the order of a file.
package loaders
