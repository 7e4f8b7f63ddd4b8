package engine

import "dpals/loaders"

// Operations returns the useful floating-point operations of one iteration by phase: r(r+1) for a rating in a Gram
// matrix, r³/3 + 2r² for a Cholesky solve. The items phase of dpals reads at most k ratings of a user; k of 0 is no limit.
// Methods other than als and dpals have no count of the items phase.
func Operations(r *loaders.Ratings, name string, rank, k int) map[string]float64 {
	x := float64(rank)
	solve, gram := x*x*x/3+2*x*x, x*(x+1)
	used := 0
	for i := range r.Users {
		items, _ := r.User(i)
		n := len(items)
		if k > 0 {
			n = min(n, k)
		}
		used += n
	}
	counts := map[string]float64{"users": float64(r.Count())*gram + float64(r.Users)*solve}
	switch name {
	case "als":
		counts["items"] = float64(used)*gram + float64(r.Items)*solve
	case "dpals":
		counts["items"] = float64(used) * gram
	}
	return counts
}
