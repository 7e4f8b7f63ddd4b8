package release

import (
	"cmp"
	"math"
	"slices"

	"dpals/engine/estimate"
	"dpals/loaders"
)

// ExactCounts returns Σ_i 1/√|Ω_i| over the raters i of every item: what Counts sums, before its noise. It is read off
// private ratings and no private number.
func ExactCounts(r *loaders.Ratings) []float64 {
	counts := make([]float64, r.Items)
	for i := range r.Users {
		items, _ := r.User(i)
		weight := 1 / math.Sqrt(float64(len(items)))
		for _, j := range items {
			counts[j] += weight
		}
	}
	return counts
}

// ItemWeights returns Σ_i ω_ij by item j, in expectation over the sampling, and how many ratings have a weight. The Trained
// items of largest count are trained. It is read off private ratings and no private number.
func (s Selection) ItemWeights(r *loaders.Ratings, counts []float64) (weights []float64, used float64) {
	trained := estimate.Marked(estimate.MostCounted(counts, s.Trained(r.Items)), r.Items)
	weights = make([]float64, r.Items)
	raw := make([]float64, r.Items)
	for j := range raw {
		if trained[j] {
			raw[j] = 1
			if s.Sampling == ByWeight {
				raw[j] = math.Pow(max(counts[j], LeastCount), s.WeightExponent)
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
		if s.K > 0 && len(chosen) > s.K {
			if held = float64(s.K); s.Sampling == Uniform {
				scale = held / float64(len(chosen))
			} else {
				slices.Sort(chosen) // the rarest
				chosen = chosen[:s.K]
			}
		}
		used += held
		if s.Sampling == ByWeight {
			squares := 0.0
			for _, k := range chosen {
				squares += raw[byRank[k]] * raw[byRank[k]]
			}
			scale = math.Sqrt(s.Bound() / squares)
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
