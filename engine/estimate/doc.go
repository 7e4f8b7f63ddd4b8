// Package estimate computes with numbers that are released or public already: posterior means, fitted priors, the order
// of items by noisy counts, orthonormal bases. All of it is post-processing, so it costs no privacy.
//
// To keep that visible, the package must never import a package through which ratings can be reached: of the module it
// imports engine/kernel alone, which a test checks. Priors are fitted by empirical Bayes (Efron, Morris 1973).
package estimate
