package loaders_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dpals/internal/ratingstest"
	"dpals/loaders"
	"dpals/loaders/readers"
	"dpals/loaders/sources"
)

func TestSplitIsAPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ratingstest.Ratings(t)
		s, err := loaders.SplitRatings(r, rapid.SampledFrom([]string{"80-10-10", "98-1-1", "99-1", "1-0-99", "100-0-0", "34-33-33"}).Draw(t, "protocol"), rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatalf("%v", err)
		}
		var all []string
		for _, part := range []*loaders.Ratings{s.Train, s.Valid, s.Test} {
			ratingstest.CheckShape(t, part)
			if part.Users != r.Users || part.Items != r.Items || part.Low != r.Low || part.High != r.High {
				t.Fatalf("a part has another shape or range than the whole")
			}
			all = append(all, ratingstest.Listing(part)...)
		}
		slices.Sort(all)
		if !slices.Equal(all, ratingstest.Listing(r)) {
			t.Fatalf("the parts together are %q, the whole is %q", all, ratingstest.Listing(r))
		}
		both := append(ratingstest.Listing(s.Train), ratingstest.Listing(s.Valid)...)
		slices.Sort(both)
		merged := s.TrainValid()
		ratingstest.CheckShape(t, merged)
		if !slices.Equal(ratingstest.Listing(merged), both) {
			t.Fatalf("training and validation together are %q, want %q", ratingstest.Listing(merged), both)
		}
		if merged != s.TrainValid() {
			t.Fatalf("a second call merges again")
		}
	})
}

// Privacy depends on this: whether one user takes part must not move another user's ratings between the parts.
func TestSplitOfOneUserIgnoresTheOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ratingstest.Ratings(t)
		seed := rapid.Uint64().Draw(t, "seed")
		gone := rapid.IntRange(0, r.Users-1).Draw(t, "gone")
		with, err := loaders.SplitRatings(r, "50-25-25", seed)
		if err != nil {
			t.Fatalf("%v", err)
		}
		without, err := loaders.SplitRatings(r.WithoutUser(gone), "50-25-25", seed)
		if err != nil {
			t.Fatalf("%v", err)
		}
		check := func(part string, with, without *loaders.Ratings) {
			if want := ratingstest.Listing(with.WithoutUser(gone)); !slices.Equal(ratingstest.Listing(without), want) {
				t.Fatalf("%s: %q with the user, %q without", part, want, ratingstest.Listing(without))
			}
		}
		check("train", with.Train, without.Train)
		check("valid", with.Valid, without.Valid)
		check("test", with.Test, without.Test)
	})
}

// The same through a file, where without a user the catalogue also has fewer items, and every index changes.
func TestSplitGoesByExternalIDs(t *testing.T) {
	whole := "u,i,4\nx,only,3\nu,j,2\nv,i,1\nv,j,5\nv,k,3\n"
	options := sources.Options{Reading: readers.Options{Format: "csv"}}
	with := open(t, ratingstest.WriteFile(t, "with.csv", whole), options)
	without := open(t, ratingstest.WriteFile(t, "without.csv", strings.Replace(whole, "x,only,3\n", "", 1)), options)
	for seed := range uint64(50) {
		a, err := loaders.SplitRatings(with, loaders.DefaultProtocol, seed)
		if err != nil {
			t.Fatal(err)
		}
		b, err := loaders.SplitRatings(without, loaders.DefaultProtocol, seed)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.DeleteFunc(ratingstest.Listing(a.Train), func(s string) bool { return strings.Contains(s, "only") })
		if !slices.Equal(ratingstest.Listing(b.Train), want) {
			t.Fatalf("seed %d: %q with the user, %q without", seed, want, ratingstest.Listing(b.Train))
		}
	}
}

func TestSplitFractionsAndSeeds(t *testing.T) {
	r := open(t, "synth:skewed", sources.Options{Seed: 1})
	n := float64(r.Count())
	for protocol, fractions := range map[string][3]float64{
		"80-10-10": {0.8, 0.1, 0.1}, "98-1-1": {0.98, 0.01, 0.01}, "99-1": {0.99, 0, 0.01}, "60-0-40": {0.6, 0, 0.4}, "100-0-0": {1, 0, 0},
	} {
		t.Run(protocol, func(t *testing.T) {
			s, err := loaders.SplitRatings(r, protocol, 7)
			if err != nil {
				t.Fatal(err)
			}
			for k, part := range []*loaders.Ratings{s.Train, s.Valid, s.Test} {
				p := fractions[k]
				if off := math.Abs(float64(part.Count()) - n*p); off > 5*math.Sqrt(n*p*(1-p)) {
					t.Errorf("part %d has %d of %d ratings, more than five s.d. from %g", k, part.Count(), r.Count(), p)
				}
			}
		})
	}
	one, _ := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	again, _ := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	other, _ := loaders.SplitRatings(r, loaders.DefaultProtocol, 2)
	if !slices.Equal(one.Train.Item, again.Train.Item) {
		t.Error("the same seed splits in two ways")
	}
	if slices.Equal(one.Train.Item, other.Train.Item) {
		t.Error("two seeds split alike")
	}
	// Independent splits put 1 % of the ratings into both test parts.
	inBoth := 0
	ours := ratingstest.Listing(other.Test)
	for _, x := range ratingstest.Listing(one.Test) {
		if _, ok := slices.BinarySearch(ours, x); ok {
			inBoth++
		}
	}
	if off := math.Abs(float64(inBoth) - n*0.01); off > 5*math.Sqrt(n*0.01) {
		t.Errorf("test parts of two seeds have %d ratings in common, far from %g", inBoth, n*0.01)
	}
}

func TestSplitRefuses(t *testing.T) {
	r, err := loaders.FromTriplets([]uint32{0}, []uint32{0}, []float32{1}, loaders.About{Users: loaders.Numbered(1), Items: loaders.Numbered(1)})
	if err != nil {
		t.Fatal(err)
	}
	for _, protocol := range []string{"", "80", "80-10", "80-10-11", "80-10-5-5", "0-50-50", "80--10", "-80-10-10", "80-10-10 ", "a-b-c", "300-0-44"} {
		if s, err := loaders.SplitRatings(r, protocol, 1); err == nil {
			t.Errorf("protocol %q splits into %d, %d and %d", protocol, s.Train.Count(), s.Valid.Count(), s.Test.Count())
		}
	}
	if _, err := loaders.SplitRatings(&loaders.Ratings{Users: 1, Items: 1, Ptr: []int64{0, 0}}, loaders.DefaultProtocol, 1); err == nil {
		t.Error("ratings without ids were split")
	}
}
