// Package symmetric holds what methods built on one item × item matrix share: the leading eigenpairs of a symmetric
// operator, and the sum of users' outer products, exact on a grid and released with symmetric noise.
//
// A matrix of m items is m(m+1)/2 numbers, so the package must never decompose one fully or hold more than a few. Eigenpairs
// follow the thick-restart Lanczos method (Wu, Simon 2000) from a block of vectors; SquaredCosine follows Benaych-Georges and
// Nadakuditi (2011).
package symmetric
