package loaders_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dpals/internal/ratingstest"
	"dpals/loaders"
)

func TestFromTripletsIsTheNaiveMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		users, items := rapid.IntRange(1, 12).Draw(t, "users"), rapid.IntRange(1, 12).Draw(t, "items")
		user, item, value := ratingstest.Triplets(t, users, items)
		r, err := loaders.FromTriplets(user, item, value, loaders.About{Users: loaders.Numbered(users), Items: loaders.Numbered(items)})
		if err != nil {
			t.Fatalf("%v", err)
		}
		ratingstest.CheckShape(t, r)
		last := map[[2]uint32]float32{}
		for k := range user {
			last[[2]uint32{user[k], item[k]}] = value[k]
		}
		if r.Count() != len(last) || r.Origin.Duplicates != int64(len(user)-len(last)) {
			t.Fatalf("%d ratings and %d duplicates of %d triplets over %d pairs", r.Count(), r.Origin.Duplicates, len(user), len(last))
		}
		for i := range r.Users {
			items, values := r.User(i)
			for k, j := range items {
				if v, ok := last[[2]uint32{uint32(i), j}]; !ok || v != values[k] {
					t.Fatalf("rating (%d, %d) is %g, want %g (given: %v)", i, j, values[k], v, ok)
				}
			}
		}
	})
}

func TestFromTripletsRange(t *testing.T) {
	names := loaders.About{Users: loaders.Numbered(1), Items: loaders.Numbered(3)}
	for name, c := range map[string]struct {
		values    []float32
		low, high float64
	}{
		"observed":        {[]float32{2, 4, 3}, 2, 4},
		"constant":        {[]float32{1, 1, 1}, 0.5, 1.5},
		"constant, large": {[]float32{-5e8, -5e8, -5e8}, -5e8 - 500, -5e8 + 500},
		"none":            {nil, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			user, item := make([]uint32, len(c.values)), []uint32{0, 1, 2}[:len(c.values)]
			r, err := loaders.FromTriplets(user, item, c.values, names)
			if err != nil {
				t.Fatal(err)
			}
			if r.Low != c.low || r.High != c.high || !r.Origin.RangeObserved {
				t.Errorf("range %g to %g, observed %v; want %g to %g, observed", r.Low, r.High, r.Origin.RangeObserved, c.low, c.high)
			}
		})
	}
}

func TestFromTripletsRefuses(t *testing.T) {
	two := loaders.About{Users: loaders.Numbered(2), Items: loaders.Numbered(2)}
	ranged := func(low, high float64) loaders.About { a := two; a.Low, a.High = low, high; return a }
	untitled := two
	untitled.Titles = []string{"only one"}
	for name, c := range map[string]struct {
		user, item []uint32
		value      []float32
		about      loaders.About
		want       string
	}{
		"lengths":       {[]uint32{0}, []uint32{0, 1}, []float32{1}, two, "must have the same length"},
		"unknown user":  {[]uint32{2}, []uint32{0}, []float32{1}, two, "triplet 0: user 2"},
		"unknown item":  {[]uint32{0, 0}, []uint32{0, 9}, []float32{1, 1}, two, "triplet 1: item 9"},
		"NaN":           {[]uint32{0}, []uint32{0}, []float32{float32(math.NaN())}, two, "not a finite"},
		"Inf":           {[]uint32{0}, []uint32{0}, []float32{float32(math.Inf(-1))}, two, "not a finite"},
		"below range":   {[]uint32{0}, []uint32{0}, []float32{0.5}, ranged(1, 5), "outside the declared range"},
		"above range":   {[]uint32{0}, []uint32{0}, []float32{5.5}, ranged(1, 5), "outside the declared range"},
		"beyond":        {[]uint32{0}, []uint32{0}, []float32{2e9}, two, "outside ±1e+09"},
		"too close":     {[]uint32{0, 1}, []uint32{0, 0}, []float32{1e-9, 2e-9}, two, "at least 1e-06 wide"},
		"too wide":      {nil, nil, nil, ranged(-2e9, 1), "within ±1e+09"},
		"empty range":   {nil, nil, nil, ranged(5, 1), "rating range"},
		"titles":        {nil, nil, nil, untitled, "1 titles for 2 items"},
		"too many ids":  {nil, nil, nil, loaders.About{Users: loaders.Numbered(1), Items: loaders.Numbered(math.MaxUint32 + 1)}, "can be loaded"},
		"too many user": {nil, nil, nil, loaders.About{Users: loaders.Numbered(math.MaxUint32 + 1), Items: loaders.Numbered(1)}, "can be loaded"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := loaders.FromTriplets(c.user, c.item, c.value, c.about)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v does not say %q", err, c.want)
			}
		})
	}
}

func TestByItemIsTheTranspose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ratingstest.Ratings(t)
		b := r.ByItem()
		if b != r.ByItem() {
			t.Fatalf("a second call builds the view again")
		}
		seen := 0
		for j := range r.Items {
			users, values := b.Item(j)
			for k, i := range users {
				if k > 0 && users[k-1] >= i {
					t.Fatalf("item %d: users %v are not ascending", j, users)
				}
				e := b.Entry[b.Ptr[j]+int64(k)]
				if r.Item[e] != uint32(j) || r.Value[e] != values[k] || int64(e) < r.Ptr[i] || int64(e) >= r.Ptr[i+1] {
					t.Fatalf("item %d, user %d, value %g: entry %d is another rating", j, i, values[k], e)
				}
				seen++
			}
		}
		if seen != r.Count() {
			t.Fatalf("the view has %d of %d ratings", seen, r.Count())
		}
	})
}

func TestWithoutUser(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ratingstest.Ratings(t)
		gone := rapid.IntRange(0, r.Users-1).Draw(t, "gone")
		s := r.WithoutUser(gone)
		ratingstest.CheckShape(t, s)
		if s.Users != r.Users-1 || s.Items != r.Items || s.Low != r.Low || s.High != r.High {
			t.Fatalf("%d×%d in %g to %g became %d×%d in %g to %g", r.Users, r.Items, r.Low, r.High, s.Users, s.Items, s.Low, s.High)
		}
		for i := range s.Users {
			old := i
			if i >= gone {
				old++
			}
			items, values := s.User(i)
			oldItems, oldValues := r.User(old)
			if s.UserNames.At(i) != r.UserNames.At(old) || !slices.Equal(items, oldItems) || !slices.Equal(values, oldValues) {
				t.Fatalf("user %s is now user %s with other ratings", r.UserNames.At(old), s.UserNames.At(i))
			}
		}
	})
}
