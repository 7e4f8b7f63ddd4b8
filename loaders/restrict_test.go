package loaders_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dpals/loaders"
)

func TestRestrictKeepsItemsAndClamps(t *testing.T) {
	r, err := loaders.FromTriplets([]uint32{0, 0, 1, 2}, []uint32{0, 2, 1, 2}, []float32{-3, 2, 9, 4}, loaders.About{
		Users: loaders.Numbered(3), Items: loaders.NamesOf([]string{"a", "b", "c"}), Titles: []string{"A", "B", "C"}})
	if err != nil {
		t.Fatal(err)
	}
	restricted := r.Restrict([]uint32{0, 2}, 0, 3)
	if restricted.Users != 3 || restricted.Items != 2 || restricted.ItemNames.At(1) != "c" || restricted.Titles[1] != "C" || restricted.Low != 0 || restricted.High != 3 {
		t.Errorf("%+v", restricted)
	}
	if !slices.Equal(restricted.Item, []uint32{0, 1, 1}) || !slices.Equal(restricted.Value, []float32{0, 2, 3}) || !slices.Equal(restricted.Ptr, []int64{0, 2, 2, 3}) {
		t.Errorf("items %v, values %v, rows %v", restricted.Item, restricted.Value, restricted.Ptr)
	}
	reversed := r.Restrict([]uint32{2, 0}, -5, 5)
	if reversed.ItemNames.At(0) != "c" || !slices.Equal(reversed.Item, []uint32{0, 1, 0}) || !slices.Equal(reversed.Value, []float32{2, -3, 4}) {
		t.Errorf("in another order: items %v, values %v", reversed.Item, reversed.Value)
	}
	whole := r.Restrict(nil, -5, 5)
	if whole.Items != 3 || !slices.Equal(whole.Value, []float32{-3, 2, 5, 4}) {
		t.Errorf("values %v", whole.Value)
	}
	if !slices.Equal(r.Value, []float32{-3, 2, 9, 4}) {
		t.Errorf("the ratings themselves were changed: %v", r.Value)
	}
}

// Clamped ratings are also in the range as float64, in which they are summed, where its bounds are no float32: the float32
// nearest to -1.6 is below it, and the one nearest to 4.3 above. Ratings in the range do not change.
func TestRestrictStaysInARangeWhoseBoundsAreNoFloat32(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		low := rapid.SampledFrom([]float64{-1.6, -4.3, 0.1, 0.7, -0.001, 1e-3, -7e8}).Draw(rt, "low")
		high := low + rapid.SampledFrom([]float64{5.9, 0.3, 1, 1e3, 7e8}).Draw(rt, "width")
		if low == -1.6 {
			high = 4.3
		}
		values := rapid.SliceOfN(rapid.Float32(), 1, 20).Draw(rt, "values")
		values = append(values, float32(low), float32(high), -math.MaxFloat32, math.MaxFloat32)
		r := &loaders.Ratings{Users: 1, Items: len(values), Ptr: []int64{0, int64(len(values))}, Item: make([]uint32, len(values)), Value: values}
		for k, v := range r.Restrict(nil, low, high).Value {
			if float64(v) < low || float64(v) > high {
				rt.Fatalf("%g became %.9g, outside %g to %g", values[k], v, low, high)
			}
			if was := float64(values[k]); was >= low && was <= high && float64(v) != was {
				rt.Fatalf("%g is inside %g to %g and became %g", was, low, high, v)
			}
		}
	})
}
