// Package frankwolfe completes the matrix of ratings by the Frank–Wolfe method over a nuclear-norm ball: fw without
// privacy and dpfw with joint differential privacy ([DPFW] Algorithms 2 and 1).
//
// The iterate is never a matrix. It is T rank-one terms whose item sides v_t and gains are shared; a user's side of
// every term follows from those and from their own ratings, by the recursion of rowState. In dpfw only Σ_i A_iᵀA_i over the
// users' residual rows mixes users, and nothing may read it before it has gone through the meter.
package frankwolfe
