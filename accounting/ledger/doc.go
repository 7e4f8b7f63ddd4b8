// Package ledger records, across runs, processes and crashes, what was released about each data set, and refuses releases
// that would exceed the data set's limit.
//
// A data set is identified by a fingerprint of its ratings. Its limit is a privacy filter: Σ μᵢ² over all its runs never
// exceeds the limit's μ². If the limit was set before the first run, all runs together are μ-GDP, however adaptively they
// were chosen (Smith, Thakurta 2022, fully adaptive composition for Gaussian DP). A run is admitted if its whole plan fits,
// given what ended runs were charged and what running ones may still be charged. Without such a limit, the sum of the
// charges is not a guarantee: the moment at which it is stated may depend on results, and its δ is then too small
// (docs/privacy/accounting.md#over-runs).
//
// It must never let noise be drawn before its charge is on disk, so that a crash can only over-count. It sees fingerprints
// and costs, never ratings. FORMAT.md describes its files.
package ledger
