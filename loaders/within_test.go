package loaders

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
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

// What is clamped is inside the range as float64 too, in which it is summed, also where float32 cannot hold the ends:
// -1.6 is nearest to a float32 below it, 4.3 to one above. What is inside is not moved.
func TestWithinIsInsideARangeThatFloat32CannotHold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		low := rapid.SampledFrom([]float64{-1.6, -4.3, 0.1, 0.7, -0.001, 1e-3, -7e8}).Draw(rt, "low")
		high := low + rapid.SampledFrom([]float64{5.9, 0.3, 1, 1e3, 7e8}).Draw(rt, "width")
		if low == -1.6 {
			high = 4.3
		}
		values := rapid.SliceOfN(rapid.Float32(), 1, 20).Draw(rt, "values")
		values = append(values, float32(low), float32(high), -math.MaxFloat32, math.MaxFloat32)
		r := &Ratings{Users: 1, Items: len(values), Ptr: []int64{0, int64(len(values))}, Item: make([]uint32, len(values)), Value: values}
		for k, v := range r.Within(nil, low, high).Value {
			if float64(v) < low || float64(v) > high {
				rt.Fatalf("%g became %.9g, outside %g to %g", values[k], v, low, high)
			}
			if was := float64(values[k]); was >= low && was <= high && float64(v) != was {
				rt.Fatalf("%g is inside %g to %g and became %g", was, low, high, v)
			}
		}
	})
}
