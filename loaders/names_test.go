package loaders_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dpals/internal/ratingstest"
	"dpals/loaders"
)

func TestNames(t *testing.T) {
	for name, ids := range map[string][]string{
		"none":                {},
		"1 to n":              {"1", "2", "3"},
		"numbers":             {"7", "3", "900000000000000000"},
		"zero":                {"0"},
		"leading zero":        {"007", "7"},
		"more than 18 digits": {"1234567890123456789012"},
		"words":               {"alice", "", "bob b", "ünï"},
		"mixed":               {"1", "2", "x"},
	} {
		t.Run(name, func(t *testing.T) {
			ratingstest.CheckNames(t, loaders.NamesOf(ids), ids)
		})
	}
	t.Run("numbered", func(t *testing.T) {
		ratingstest.CheckNames(t, loaders.Numbered(4), []string{"1", "2", "3", "4"})
	})
	t.Run("zero value", func(t *testing.T) {
		ratingstest.CheckNames(t, loaders.Names{}, nil)
	})
}

func TestNamesHoldAnyIDs(t *testing.T) {
	id := rapid.OneOf(rapid.String(), rapid.Custom(func(t *rapid.T) string { return fmt.Sprint(rapid.Uint64().Draw(t, "number")) }))
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(id, 1, 20).Draw(t, "ids")
		ratingstest.CheckNames(t, loaders.NamesOf(ids), ids)
		i := rapid.IntRange(0, len(ids)-1).Draw(t, "left out")
		ratingstest.CheckNames(t, removed(loaders.NamesOf(ids), i), slices.Delete(slices.Clone(ids), i, i+1))
	})
}

// removed returns the names without index i, as they are where that user never took part.
func removed(names loaders.Names, i int) loaders.Names {
	r := &loaders.Ratings{Users: names.Len(), Ptr: make([]int64, names.Len()+1), UserNames: names}
	return r.WithoutUser(i).UserNames
}

func TestNamesFromDataChecksIt(t *testing.T) {
	for name, c := range map[string]struct {
		data loaders.NamesData
		want bool
	}{
		"numbered":            {loaders.NamesData{Count: 3}, true},
		"numbers":             {loaders.NamesData{Count: 2, Numbers: []uint64{7, 3}}, true},
		"texts":               {loaders.NamesData{Count: 4, Text: "aabbb", Ends: []int64{0, 2, 2, 5}}, true},
		"none":                {loaders.NamesData{}, true},
		"too few numbers":     {loaders.NamesData{Count: 3, Numbers: []uint64{7, 3}}, false},
		"too few ends":        {loaders.NamesData{Count: 3, Text: "aabbb", Ends: []int64{0, 5}}, false},
		"descending ends":     {loaders.NamesData{Count: 4, Text: "aabbb", Ends: []int64{0, 4, 2, 5}}, false},
		"negative end":        {loaders.NamesData{Count: 3, Text: "aabbb", Ends: []int64{-1, 2, 5}}, false},
		"end beyond the text": {loaders.NamesData{Count: 3, Text: "aabbb", Ends: []int64{0, 2, 6}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if _, ok := loaders.NamesFromData(c.data); ok != c.want {
				t.Errorf("accepted: %v, want %v", ok, c.want)
			}
		})
	}
}
