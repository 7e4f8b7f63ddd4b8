package loaders

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSplitIsAPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ratings(t)
		s, err := SplitRatings(r, rapid.SampledFrom([]string{"80-10-10", "98-1-1", "99-1", "1-0-99", "100-0-0", "34-33-33"}).Draw(t, "protocol"), rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatalf("%v", err)
		}
		var all []string
		for _, part := range []*Ratings{s.Train, s.Valid, s.Test} {
			checkShape(t, part)
			if part.Users != r.Users || part.Items != r.Items || part.Low != r.Low || part.High != r.High {
				t.Fatalf("a part has another shape or range than the whole")
			}
			all = append(all, listing(part)...)
		}
		slices.Sort(all)
		if !slices.Equal(all, listing(r)) {
			t.Fatalf("the parts together are %q, the whole is %q", all, listing(r))
		}
		both := append(listing(s.Train), listing(s.Valid)...)
		slices.Sort(both)
		merged := s.TrainValid()
		checkShape(t, merged)
		if !slices.Equal(listing(merged), both) {
			t.Fatalf("training and validation together are %q, want %q", listing(merged), both)
		}
		if merged != s.TrainValid() {
			t.Fatalf("a second call merges again")
		}
	})
}

// Privacy rests on this: whether one user takes part must not move another user's ratings between the parts.
func TestSplitOfOneUserIgnoresTheOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ratings(t)
		seed := rapid.Uint64().Draw(t, "seed")
		gone := rapid.IntRange(0, r.Users-1).Draw(t, "gone")
		with, err := SplitRatings(r, "50-25-25", seed)
		if err != nil {
			t.Fatalf("%v", err)
		}
		without, err := SplitRatings(r.WithoutUser(gone), "50-25-25", seed)
		if err != nil {
			t.Fatalf("%v", err)
		}
		check := func(part string, with, without *Ratings) {
			if want := listing(with.WithoutUser(gone)); !slices.Equal(listing(without), want) {
				t.Fatalf("%s: %q with the user, %q without", part, want, listing(without))
			}
		}
		check("train", with.Train, without.Train)
		check("valid", with.Valid, without.Valid)
		check("test", with.Test, without.Test)
	})
}

// The same through a file, where a user's absence also takes items out of the catalogue and moves every index.
func TestSplitGoesByExternalIDs(t *testing.T) {
	whole := "u,i,4\nx,only,3\nu,j,2\nv,i,1\nv,j,5\nv,k,3\n"
	options := Options{Format: "csv"}
	with := open(t, put(t, "with.csv", whole), options)
	without := open(t, put(t, "without.csv", strings.Replace(whole, "x,only,3\n", "", 1)), options)
	for seed := range uint64(50) {
		a, err := SplitRatings(with, DefaultProtocol, seed)
		if err != nil {
			t.Fatal(err)
		}
		b, err := SplitRatings(without, DefaultProtocol, seed)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.DeleteFunc(listing(a.Train), func(s string) bool { return strings.Contains(s, "only") })
		if !slices.Equal(listing(b.Train), want) {
			t.Fatalf("seed %d: %q with the user, %q without", seed, want, listing(b.Train))
		}
	}
}

func TestSplitSharesAndSeeds(t *testing.T) {
	r, err := Synthetic("synth:skewed", 1)
	if err != nil {
		t.Fatal(err)
	}
	n := float64(r.Count())
	for protocol, shares := range map[string][3]float64{
		"80-10-10": {0.8, 0.1, 0.1}, "98-1-1": {0.98, 0.01, 0.01}, "99-1": {0.99, 0, 0.01}, "60-0-40": {0.6, 0, 0.4}, "100-0-0": {1, 0, 0},
	} {
		t.Run(protocol, func(t *testing.T) {
			s, err := SplitRatings(r, protocol, 7)
			if err != nil {
				t.Fatal(err)
			}
			for k, part := range []*Ratings{s.Train, s.Valid, s.Test} {
				p := shares[k]
				if off := math.Abs(float64(part.Count()) - n*p); off > 5*math.Sqrt(n*p*(1-p)) {
					t.Errorf("part %d has %d of %d ratings, more than five s.d. from %g", k, part.Count(), r.Count(), p)
				}
			}
		})
	}
	one, _ := SplitRatings(r, DefaultProtocol, 1)
	again, _ := SplitRatings(r, DefaultProtocol, 1)
	other, _ := SplitRatings(r, DefaultProtocol, 2)
	if !slices.Equal(one.Train.Item, again.Train.Item) {
		t.Error("the same seed splits in two ways")
	}
	if slices.Equal(one.Train.Item, other.Train.Item) {
		t.Error("two seeds split alike")
	}
	// Independent splits put 1 % of the ratings into both test parts.
	inBoth := 0
	ours := listing(other.Test)
	for _, x := range listing(one.Test) {
		if _, ok := slices.BinarySearch(ours, x); ok {
			inBoth++
		}
	}
	if off := math.Abs(float64(inBoth) - n*0.01); off > 5*math.Sqrt(n*0.01) {
		t.Errorf("test parts of two seeds share %d ratings, far from %g", inBoth, n*0.01)
	}
}

func TestSplitRefuses(t *testing.T) {
	r, err := FromTriplets([]uint32{0}, []uint32{0}, []float32{1}, About{Users: Numbered(1), Items: Numbered(1)})
	if err != nil {
		t.Fatal(err)
	}
	for _, protocol := range []string{"", "80", "80-10", "80-10-11", "80-10-5-5", "0-50-50", "80--10", "-80-10-10", "80-10-10 ", "a-b-c", "300-0-44"} {
		if s, err := SplitRatings(r, protocol, 1); err == nil {
			t.Errorf("protocol %q splits into %d, %d and %d", protocol, s.Train.Count(), s.Valid.Count(), s.Test.Count())
		}
	}
	if _, err := SplitRatings(&Ratings{Users: 1, Items: 1, Ptr: []int64{0, 0}}, DefaultProtocol, 1); err == nil {
		t.Error("ratings without ids were split")
	}
}
