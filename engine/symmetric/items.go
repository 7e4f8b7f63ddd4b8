package symmetric

import (
	"fmt"
	"math"
	"slices"

	"dpals/engine/estimate"
	"dpals/engine/method"
	"dpals/loaders"
)

const (
	// MostItems is how many items a rule puts into a matrix: 100 MB of sums and as much again to multiply with.
	MostItems = 5000

	limitItems = 16384 // at all: 2 GB
)

// CheckItems returns a method.ParameterError where a matrix of so many of all items is too large for memory.
func CheckItems(items, all int) error {
	if items <= limitItems {
		return nil
	}
	return method.ParameterError{Name: "beta", Reason: fmt.Sprintf("a covariance of %d items takes %.0f GB, choose at most %.2g of the %d", items,
		8e-9*float64(items)*float64(items), math.Floor(100*limitItems/float64(all))/100, all)}
}

// Forecast returns how much of the ratings enters a covariance of the `items` most rated items with at most k ratings of a
// user (0: all), and how large noise of s.d. sigma is beside an item's own place on its diagonal, in units of the bound on
// a user's row, where every user spreads theirs evenly. These are not private numbers.
func Forecast(r *loaders.Ratings, items, k int, sigma float64) method.Forecast {
	counts := make([]float64, r.Items)
	for _, j := range r.Item {
		counts[j]++
	}
	inside, most := make([]bool, r.Items), estimate.MostCounted(counts, items)
	for _, j := range most {
		inside[j] = true
	}
	diagonal, used := make([]float64, r.Items), 0.0
	for i := range r.Users {
		list, _ := r.User(i)
		held := 0.0
		for _, j := range list {
			if inside[j] {
				held++
			}
		}
		kept := held
		if k > 0 {
			kept = min(held, float64(k))
		}
		used += kept
		for _, j := range list {
			if inside[j] {
				diagonal[j] += 1 / held // kept/held of the time, 1/kept then
			}
		}
	}
	f := method.Forecast{
		NoiseMedian: math.NaN(), NoiseRarest: math.NaN(),
		RatingsFraction: used / float64(max(1, r.Count())), ItemsFraction: float64(items) / float64(max(1, r.Items)),
	}
	var held []float64
	for _, j := range most {
		held = append(held, diagonal[j])
	}
	if len(held) > 0 {
		slices.Sort(held)
		f.NoiseMedian, f.NoiseRarest = sigma/held[len(held)/2], sigma/held[len(held)/10]
	}
	return f
}
