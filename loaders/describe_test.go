package loaders

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"
)

func TestDescribe(t *testing.T) {
	// Users rate 3, 1 and 0 items; the items have 2, 1, 1 and 0 ratings.
	r, err := FromTriplets([]uint32{0, 0, 0, 1}, []uint32{0, 1, 2, 0}, []float32{1, 2, 2, 5}, About{Users: Numbered(3), Items: Numbered(4), Low: 1, High: 5})
	if err != nil {
		t.Fatal(err)
	}
	want := Statistics{
		Users: 3, Items: 4, Ratings: 4, Density: 4. / 12, Mean: 2.5, Deviation: 1.5, Low: 1, High: 5,
		Histogram: []Bin{{1, 1, 1}, {2, 2, 2}, {5, 5, 1}},
		PerUser:   Counts{Min: 0, Median: 1, P90: 3, Max: 3, Few: 3, TopShare: 0.75, Gini: 0.5},
		PerItem:   Counts{Min: 0, Median: 1, P90: 2, Max: 2, Few: 4, TopShare: 0.5, Gini: 0.375},
	}
	if got := Describe(r); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestDescribeManyValues(t *testing.T) {
	n := 1001
	item, value := make([]uint32, n), make([]float32, n)
	for k := range item {
		item[k], value[k] = uint32(k), float32(k)/100
	}
	r, err := FromTriplets(make([]uint32, n), item, value, About{Users: Numbered(1), Items: Numbered(n)})
	if err != nil {
		t.Fatal(err)
	}
	s := Describe(r)
	total := int64(0)
	for b, bin := range s.Histogram {
		total += bin.Count
		if bin.Count < 49 || bin.Count > 52 || math.Abs(bin.High-bin.Low-0.5) > 1e-9 {
			t.Errorf("bin %d has %d of 1001 ratings in %g to %g", b, bin.Count, bin.Low, bin.High)
		}
	}
	if len(s.Histogram) != mostBins || total != int64(n) {
		t.Errorf("%d bins hold %d ratings", len(s.Histogram), total)
	}
	if s.PerItem.Gini > 1e-12 || math.Abs(s.PerItem.TopShare-0.1) > 0.001 {
		t.Errorf("equal counts have Gini %g and top share %g", s.PerItem.Gini, s.PerItem.TopShare)
	}
}

func TestDescribeNothing(t *testing.T) {
	s := Describe(&Ratings{Ptr: []int64{0}, High: 1})
	if s.Ratings != 0 || s.Density != 0 || !math.IsNaN(s.Mean) || s.Histogram != nil {
		t.Errorf("%+v", s)
	}
}

// Parts describe as the whole does, and a cancelled description is none.
func TestDescribeParts(t *testing.T) {
	r, err := Synthetic("synth:skewed:n=300,m=100,per=20", 1)
	if err != nil {
		t.Fatal(err)
	}
	split, err := SplitRatings(r, DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := Describe(r)
	got, err := DescribeParts(t.Context(), split.Train, split.Valid, split.Test)
	if err != nil {
		t.Fatal(err)
	}
	// Sums over the parts may round elsewhere.
	if math.Abs(got.Mean-want.Mean) > 1e-9 || math.Abs(got.Deviation-want.Deviation) > 1e-9 {
		t.Errorf("mean %g ± %g, want %g ± %g", got.Mean, got.Deviation, want.Mean, want.Deviation)
	}
	got.Mean, got.Deviation = want.Mean, want.Deviation
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := DescribeParts(ctx, r); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled description ends with %v", err)
	}
}
