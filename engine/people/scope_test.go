package people

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dpals/engine/method"
	"dpals/loaders"
)

// released is a model that released some of the items and predicts the highest ratings for the others.
type released struct {
	scope method.Scope
}

func (m released) Scope() method.Scope     { return m.scope }
func (m released) Local() method.Local     { return m }
func (released) Solve([]uint32, []float32) {}
func (m released) Predict(j uint32) float64 {
	if m.scope.Items != nil && !slices.Contains(m.scope.Items, j) {
		return 100
	}
	return float64(j)
}

// Recommendations name released items alone: all of them if n allows, with predictions in the released range, without
// rated items. They reveal no other item.
func TestRecommendationsNameReleasedItemsAlone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(rt, "items")
		var named, rated []uint32
		for j := range uint32(n) {
			if rapid.Bool().Draw(rt, "named") {
				named = append(named, j)
			}
			if rapid.IntRange(0, 3).Draw(rt, "rated") == 0 {
				rated = append(rated, j)
			}
		}
		if named == nil {
			named = []uint32{}
		}
		r := &loaders.Ratings{Items: n, ItemNames: loaders.Numbered(n), Low: -1000, High: 1000}
		m := released{method.Scope{Items: named, Low: 1, High: 5}}
		p := Person{User: Guest, Items: rated, Values: make([]float32, len(rated))}
		var got []uint32
		for _, pick := range Recommend(m, p, r, n).Picks {
			got = append(got, pick.Item)
			if pick.Rating < 1 || pick.Rating > 5 {
				rt.Fatalf("a rating of %g is expected, released was the range 1 to 5", pick.Rating)
			}
		}
		slices.Sort(got)
		want := slices.DeleteFunc(slices.Clone(named), func(j uint32) bool { return slices.Contains(rated, j) })
		if !slices.Equal(got, want) {
			rt.Fatalf("recommended %v, released and not rated are %v", got, want)
		}
	})
}
