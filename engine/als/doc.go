// Package als trains matrix factorisations by alternating least squares: users are solved locally, items from sums
// over users.
//
//   - als: not private, [DPALS] eq. (35).
//   - dpals: [DPALS] Algorithms 1 and 3, with the corrections and improvements that docs/privacy/published.md lists.
//
// Nothing here may draw noise, and nothing may read a sum over users before it has gone through the meter, except als, which
// is not private.
package als
