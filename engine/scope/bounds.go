package scope

import (
	"fmt"
	"slices"
	"sort"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/loaders"
)

// certain is how many deviations of its noise a count has to reach to count as users: among all atoms of the grid noise
// alone does so in one of a million runs, which would extend the range to where no rating is.
const certain = 6

// rangeRequest plans the release "range": how many users have their lowest rating in each atom of the grid, and how many
// their highest. A user adds 1 to one of each: sensitivity √2.
func rangeRequest(weight float64) accounting.Request {
	return accounting.Request{Name: "range", Kind: "range", Claim: accounting.UserSum("docs/privacy/range.md", accounting.Ratings, accounting.L2), Weight: weight, Sensitivity: sqrt2,
		Dimension: 2 * atoms, Grid: accounting.GridFor(1, accounting.SumBits)}
}

const sqrt2 = 1.41421356237309514547 // √2, rounded up

// releaseRange returns bounds that hold nearly all ratings: the lowest atom where, by the noisy counts, some users have
// their lowest rating, and the highest where some have their highest.
func releaseRange(task *method.Task) (low, high float64, err error) {
	counts := make([]float64, 2*atoms)
	lowest, highest := counts[:atoms], counts[atoms:]
	for i := range task.Train.Users {
		if first, last, ok := ends(task.Train, i); ok {
			lowest[first]++
			highest[last]++
		}
	}
	if err := task.Meter.Release("range", counts); err != nil {
		return 0, 0, err
	}
	least := certain * task.Meter.Plan().Named("range").Sigma
	users := func(n float64) bool { return n >= least }
	first, last := slices.IndexFunc(lowest, users), atoms-1
	for last >= 0 && !users(highest[last]) {
		last--
	}
	if first < 0 || last < 0 {
		return 0, 0, fmt.Errorf("too few users to find a rating range at ε = %.4g: choose a larger ε, or declare the range", task.Public.Epsilon)
	}
	low, high = widened(lowerEnd(first), upperEnd(last))
	return low, high, nil
}

// ends returns the atoms of a user's lowest and highest rating, false where the user has none.
func ends(r *loaders.Ratings, user int) (first, last int, ok bool) {
	_, values := r.User(user)
	if len(values) == 0 {
		return 0, 0, false
	}
	first, last = atoms-1, 0
	for _, v := range values {
		a := atomOf(v)
		first, last = min(first, a), max(last, a)
	}
	return first, last, true
}

// widened returns bounds that are a range: where the noise, or ratings that are all the same, leave none, the next point
// of the grid on each side.
func widened(low, high float64) (float64, float64) {
	if low < high {
		return low, high
	}
	low, high = high, low
	below := sort.SearchFloat64s(grid, low) - 1
	above := sort.SearchFloat64s(grid, high)
	for above < len(grid)-1 && grid[above] <= high {
		above++
	}
	return grid[max(below, 0)], grid[above]
}
