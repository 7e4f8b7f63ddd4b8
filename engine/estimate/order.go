package estimate

import (
	"cmp"
	"slices"
)

// ByCount returns the items from the largest count to the smallest, ties by number.
func ByCount(counts []float64) []int {
	order := make([]int, len(counts))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	return order
}

// MostCounted returns the n items of largest count, ascending by number. Ties go to the smaller number.
func MostCounted(counts []float64, n int) []int {
	items := ByCount(counts)[:n]
	slices.Sort(items)
	return items
}

// Marked returns of so many items which ones are listed.
func Marked(items []int, all int) []bool {
	marked := make([]bool, all)
	for _, j := range items {
		marked[j] = true
	}
	return marked
}
