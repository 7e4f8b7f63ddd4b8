package loaders_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"dpals/loaders"
	"dpals/loaders/sources"
)

func TestDescribe(t *testing.T) {
	// Users rate 3, 1 and 0 items; the items have 2, 1, 1 and 0 ratings.
	r, err := loaders.FromTriplets([]uint32{0, 0, 0, 1}, []uint32{0, 1, 2, 0}, []float32{1, 2, 2, 5}, loaders.About{Users: loaders.Numbered(3), Items: loaders.Numbered(4), Low: 1, High: 5})
	if err != nil {
		t.Fatal(err)
	}
	want := loaders.Statistics{
		Users: 3, Items: 4, Ratings: 4, Density: 4. / 12, Mean: 2.5, Deviation: 1.5, Low: 1, High: 5,
		Histogram: []loaders.Bin{{1, 1, 1}, {2, 2, 2}, {5, 5, 1}},
		PerUser:   loaders.Counts{Min: 0, Median: 1, P90: 3, Max: 3, Few: 3, TopFraction: 0.75, Gini: 0.5},
		PerItem:   loaders.Counts{Min: 0, Median: 1, P90: 2, Max: 2, Few: 4, TopFraction: 0.5, Gini: 0.375},
	}
	if got := loaders.Describe(r); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestDescribeManyValues(t *testing.T) {
	n := 1001
	item, value := make([]uint32, n), make([]float32, n)
	for k := range item {
		item[k], value[k] = uint32(k), float32(k)/100
	}
	r, err := loaders.FromTriplets(make([]uint32, n), item, value, loaders.About{Users: loaders.Numbered(1), Items: loaders.Numbered(n)})
	if err != nil {
		t.Fatal(err)
	}
	s := loaders.Describe(r)
	total := int64(0)
	for b, bin := range s.Histogram {
		total += bin.Count
		if bin.Count < 49 || bin.Count > 52 || math.Abs(bin.High-bin.Low-0.5) > 1e-9 {
			t.Errorf("bin %d has %d of 1001 ratings in %g to %g", b, bin.Count, bin.Low, bin.High)
		}
	}
	if len(s.Histogram) != 20 || total != int64(n) {
		t.Errorf("%d bins hold %d ratings", len(s.Histogram), total)
	}
	if s.PerItem.Gini > 1e-12 || math.Abs(s.PerItem.TopFraction-0.1) > 0.001 {
		t.Errorf("equal counts have Gini %g and top fraction %g", s.PerItem.Gini, s.PerItem.TopFraction)
	}
}

func TestDescribeWithoutRatings(t *testing.T) {
	s := loaders.Describe(&loaders.Ratings{Ptr: []int64{0}, High: 1})
	if s.Ratings != 0 || s.Density != 0 || !math.IsNaN(s.Mean) || s.Histogram != nil {
		t.Errorf("%+v", s)
	}
}

// The description of parts is that of the whole.
func TestDescribeParts(t *testing.T) {
	r := open(t, "synth:skewed:n=300,m=100,per=20", sources.Options{Seed: 1})
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := loaders.Describe(r)
	got, err := loaders.DescribeParts(t.Context(), split.Train, split.Valid, split.Test)
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
	if _, err := loaders.DescribeParts(ctx, r); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled description ends with %v", err)
	}
}
