package loaders

import (
	"math"
	"slices"
)

// Statistics sum up ratings. They are read off private data and are no private numbers.
type Statistics struct {
	Users, Items    int
	Ratings         int64
	Density         float64 // Ratings / (Users·Items), in [0, 1]
	Mean, Deviation float64 // in rating units; NaN without ratings
	Low, High       float64 // the range, as in Ratings
	Histogram       []Bin   // ascending
	PerUser         Counts
	PerItem         Counts
}

// Bin counts the ratings in [Low, High]; a bin of a single value has Low = High.
type Bin struct {
	Low, High float64
	Count     int64
}

// Counts say how ratings spread over users or items.
type Counts struct {
	Min, Median, P90, Max int     // number of ratings, by nearest rank
	Few                   int     // how many have fewer than 5 ratings
	TopShare              float64 // share of all ratings that the tenth with most ratings has, in [0, 1]
	Gini                  float64 // 0: all have as many, near 1: one has all
}

// FewRatings is the number of ratings below which Counts.Few counts a user or an item.
const FewRatings = 5

const mostBins = 20

// Describe sums up ratings in O(Count + Users + Items).
func Describe(r *Ratings) Statistics {
	s := Statistics{Users: r.Users, Items: r.Items, Ratings: int64(r.Count()), Low: r.Low, High: r.High}
	if r.Users > 0 && r.Items > 0 {
		s.Density = float64(r.Count()) / float64(r.Users) / float64(r.Items)
	}
	s.Mean, s.Deviation = moments(r.Value)
	s.Histogram = histogram(r.Value)
	perUser := make([]int, r.Users)
	for i := range perUser {
		perUser[i] = int(r.Ptr[i+1] - r.Ptr[i])
	}
	perItem := make([]int, r.Items)
	for _, j := range r.Item {
		perItem[j]++
	}
	s.PerUser, s.PerItem = count(perUser), count(perItem)
	return s
}

func moments(values []float32) (mean, deviation float64) {
	sum := 0.0
	for _, v := range values {
		sum += float64(v)
	}
	mean = sum / float64(len(values))
	squares := 0.0
	for _, v := range values {
		d := float64(v) - mean
		squares += d * d
	}
	return mean, math.Sqrt(squares / float64(len(values)))
}

// histogram has a bin for each value where there are few of them, and bins of equal width otherwise.
func histogram(values []float32) []Bin {
	if len(values) == 0 {
		return nil
	}
	byValue := make(map[float32]int64)
	for _, v := range values {
		if byValue[v]++; len(byValue) > mostBins {
			return equalBins(values)
		}
	}
	bins := make([]Bin, 0, len(byValue))
	for v, c := range byValue {
		bins = append(bins, Bin{float64(v), float64(v), c})
	}
	slices.SortFunc(bins, func(a, b Bin) int {
		if a.Low < b.Low {
			return -1
		}
		return 1
	})
	return bins
}

func equalBins(values []float32) []Bin {
	low, high := float64(slices.Min(values)), float64(slices.Max(values))
	width := (high - low) / mostBins
	bins := make([]Bin, mostBins)
	for b := range bins {
		bins[b].Low, bins[b].High = low+float64(b)*width, low+float64(b+1)*width
	}
	bins[mostBins-1].High = high
	for _, v := range values {
		bins[min(mostBins-1, int((float64(v)-low)/width))].Count++
	}
	return bins
}

// count sorts its argument.
func count(ratings []int) Counts {
	n := len(ratings)
	if n == 0 {
		return Counts{}
	}
	slices.Sort(ratings)
	c := Counts{Min: ratings[0], Median: ratings[(n-1)/2], P90: ratings[(9*n+9)/10-1], Max: ratings[n-1]}
	c.Few, _ = slices.BinarySearch(ratings, FewRatings)
	total, ranked, top := 0.0, 0.0, 0.0
	for i, k := range ratings {
		total += float64(k)
		ranked += float64(i+1) * float64(k)
		if i >= n-(n+9)/10 {
			top += float64(k)
		}
	}
	if total > 0 {
		c.TopShare = top / total
		c.Gini = 2*ranked/(float64(n)*total) - float64(n+1)/float64(n)
	}
	return c
}
