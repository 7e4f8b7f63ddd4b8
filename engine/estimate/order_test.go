package estimate

import (
	"slices"
	"testing"
)

func TestMostCountedBeginsTheOrder(t *testing.T) {
	counts := []float64{1, 5, 5, 0, 2}
	if got, want := ByCount(counts), []int{1, 2, 4, 0, 3}; !slices.Equal(got, want) {
		t.Fatalf("the order is %v, want %v", got, want)
	}
	items := MostCounted(counts, 3)
	if want := []int{1, 2, 4}; !slices.Equal(items, want) {
		t.Fatalf("most counted are %v, want %v", items, want)
	}
	if got, want := Marked(items, 5), []bool{false, true, true, false, true}; !slices.Equal(got, want) {
		t.Errorf("marked %v, want %v", got, want)
	}
}
