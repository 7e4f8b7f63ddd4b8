package als

import (
	"cmp"
	"math"
	"slices"

	"dpals/engine/method"
	"dpals/loaders"
)

// Samplings are the ways to choose the ratings that train the items, as the parameter of that name calls them.
func Samplings() []string { return slices.Clone(samplings) }

var samplings = []string{samplingWeights: "weights", samplingUniform: "uniform", samplingAdaptive: "adaptive"}

// Popularity returns Σ_i 1/√|Ω_i| over the raters i of every item: what the counts release sums, before its noise. It is
// read off private ratings and no private number.
func Popularity(r *loaders.Ratings) []float64 {
	counts := make([]float64, r.Items)
	for i := range r.Users {
		items, _ := r.User(i)
		share := 1 / math.Sqrt(float64(len(items)))
		for _, j := range items {
			counts[j] += share
		}
	}
	return counts
}

// ByPopularity lists the items from the largest count to the smallest, ties by number. β keeps a beginning of the list,
// of Trained items.
func ByPopularity(counts []float64) []int {
	order := make([]int, len(counts))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	return order
}

// Trained is how many of so many items the settings train: ⌈β·items⌉.
func Trained(s method.Settings, items int) int { return trainedItems(config{beta: s["beta"]}, items) }

// Exposure returns Σ_i ω_ij by item j, in expectation over the sampling, and how many ratings have a weight, if the items
// trained by the settings' β, of largest count, are trained by one of Samplings at the settings' k and weight-exponent.
// It is read off private ratings and no private number.
func Exposure(r *loaders.Ratings, counts []float64, sampling string, s method.Settings) (weights []float64, used float64) {
	c := config{k: int(s["k"]), beta: s["beta"], weightExponent: s["weight-exponent"], sampling: slices.Index(samplings, sampling)}
	return c.itemWeights(r, frequent(counts, trainedItems(c, r.Items)), counts)
}

// itemWeights returns Σ_i ω_ij by item and how many ratings have a weight, in expectation over the sampling.
func (c config) itemWeights(r *loaders.Ratings, trained []bool, counts []float64) (weights []float64, used float64) {
	weights = make([]float64, r.Items)
	raw := make([]float64, r.Items)
	for j := range raw {
		if trained[j] {
			raw[j] = 1
			if c.sampling == samplingWeights {
				raw[j] = math.Pow(max(counts[j], leastCount), c.weightExponent)
			}
		}
	}
	rank, byRank := rarity(counts)
	var chosen []uint32
	for i := range r.Users {
		items, _ := r.User(i)
		chosen = chosen[:0]
		for _, j := range items {
			if trained[j] {
				chosen = append(chosen, rank[j])
			}
		}
		held, scale := float64(len(chosen)), 1.0
		if c.k > 0 && len(chosen) > c.k {
			if held = float64(c.k); c.sampling == samplingUniform {
				scale = held / float64(len(chosen))
			} else {
				slices.Sort(chosen) // the rarest, as in choose
				chosen = chosen[:c.k]
			}
		}
		used += held
		if c.sampling == samplingWeights {
			squares := 0.0
			for _, k := range chosen {
				squares += raw[byRank[k]] * raw[byRank[k]]
			}
			scale = math.Sqrt(c.weight() / squares)
		}
		for _, k := range chosen {
			j := byRank[k]
			weights[j] += scale * raw[j]
		}
	}
	return weights, used
}

// rarity numbers the items from the smallest count to the largest, ties by number: the number of every item, and the item
// of every number.
func rarity(counts []float64) (rank []uint32, byRank []int) {
	byRank = make([]int, len(counts))
	for j := range byRank {
		byRank[j] = j
	}
	slices.SortStableFunc(byRank, func(a, b int) int { return cmp.Compare(counts[a], counts[b]) })
	rank = make([]uint32, len(counts))
	for k, j := range byRank {
		rank[j] = uint32(k)
	}
	return rank, byRank
}
