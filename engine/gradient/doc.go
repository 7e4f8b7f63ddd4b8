// Package gradient trains matrix factorisations by gradient descent on the items: users solve for themselves, and what
// mixes users is the gradient of V alone.
//
//   - gd: not private, every gradient as it is.
//   - ldp-gd, ldp-gd-dr: [LDP] Algorithms 1 and 2. The server sees no rating: a user reports one random bit about one
//     coordinate of their gradient.
//   - ldp-rr: the baseline of [LDP], randomised response on every item with Laplace noise on its gradient.
//
// Nothing here may draw noise: every random bit of a report comes from the meter. The server's side may read reports alone.
package gradient
