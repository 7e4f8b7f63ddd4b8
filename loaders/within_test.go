package loaders

import (
	"slices"
	"testing"
)

func TestWithinKeepsItemsAndClamps(t *testing.T) {
	r, err := FromTriplets([]uint32{0, 0, 1, 2}, []uint32{0, 2, 1, 2}, []float32{-3, 2, 9, 4}, About{
		Users: Numbered(3), Items: NamesOf([]string{"a", "b", "c"}), Titles: []string{"A", "B", "C"}})
	if err != nil {
		t.Fatal(err)
	}
	cut := r.Within([]uint32{0, 2}, 0, 3)
	if cut.Users != 3 || cut.Items != 2 || cut.ItemNames.At(1) != "c" || cut.Titles[1] != "C" || cut.Low != 0 || cut.High != 3 {
		t.Errorf("%+v", cut)
	}
	if !slices.Equal(cut.Item, []uint32{0, 1, 1}) || !slices.Equal(cut.Value, []float32{0, 2, 3}) || !slices.Equal(cut.Ptr, []int64{0, 2, 2, 3}) {
		t.Errorf("items %v, values %v, rows %v", cut.Item, cut.Value, cut.Ptr)
	}
	turned := r.Within([]uint32{2, 0}, -5, 5)
	if turned.ItemNames.At(0) != "c" || !slices.Equal(turned.Item, []uint32{0, 1, 0}) || !slices.Equal(turned.Value, []float32{2, -3, 4}) {
		t.Errorf("in another order: items %v, values %v", turned.Item, turned.Value)
	}
	whole := r.Within(nil, -5, 5)
	if whole.Items != 3 || !slices.Equal(whole.Value, []float32{-3, 2, 5, 4}) {
		t.Errorf("values %v", whole.Value)
	}
	if !slices.Equal(r.Value, []float32{-3, 2, 9, 4}) {
		t.Errorf("the ratings themselves were changed: %v", r.Value)
	}
}
