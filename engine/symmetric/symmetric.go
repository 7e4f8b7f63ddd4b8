// Package symmetric holds what methods built on one item × item matrix share: the leading eigenpairs of a symmetric
// operator, and the sum of users' outer products, exact on a grid and released with symmetric noise.
//
// A matrix of m items is m(m+1)/2 numbers, so nothing here ever decomposes one fully or holds more than a few of them.
package symmetric
