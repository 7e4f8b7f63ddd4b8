// Package release holds what several methods release and compute from ratings: the scalars of all users, counts and sums of
// items, which ratings train the items and their weights, the start of the item factors, and the parameters that go with
// them.
//
// Every function that sums over users bounds each user's contribution, as docs/privacy proves for the request beside it, and
// passes the sum through the meter before it returns it. The package must never draw noise itself, and must never return a
// sum over users that has not been released; what it reads off ratings for the analyst alone says so (ItemWeights).
//
// Weights of ratings follow [ADA], the start by power iteration [DPALS] Algorithm 2.
package release
