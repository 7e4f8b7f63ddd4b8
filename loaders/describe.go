package loaders

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// Statistics describe ratings. They are exact numbers computed from private data: they are not differentially private.
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

// Counts describe how many ratings users, or items, have.
type Counts struct {
	Min, Median, P90, Max int     // number of ratings, by nearest rank
	Few                   int     // users, or items, with fewer than FewRatings ratings
	TopFraction           float64 // of all ratings: those of the 10 % with most ratings, in [0, 1]
	Gini                  float64 // coefficient: 0 where all have equally many, near 1 where one has all
}

// FewRatings is the number of ratings below which Counts.Few counts a user or an item.
const FewRatings = 5

// maxBins is the largest number of bins of a histogram.
const maxBins = 20

// Describe returns the statistics of ratings in O(Count + Users + Items).
func Describe(r *Ratings) Statistics {
	s, _ := DescribeParts(context.Background(), r) // an error would be that of the context
	return s
}

// DescribeParts returns the statistics of ratings in one or more parts that have the same users, items and range, such as
// those of a Split. It returns the error of ctx soon after ctx is done.
func DescribeParts(ctx context.Context, parts ...*Ratings) (Statistics, error) {
	first := parts[0]
	s := Statistics{Users: first.Users, Items: first.Items, Low: first.Low, High: first.High}
	perUser, perItem := make([]int, s.Users), make([]int, s.Items)
	for _, r := range parts {
		s.Ratings += int64(r.Count())
		for i := range perUser {
			perUser[i] += int(r.Ptr[i+1] - r.Ptr[i])
		}
		for items := range slices.Chunk(r.Item, stride) {
			for _, j := range items {
				perItem[j]++
			}
			if err := ctx.Err(); err != nil {
				return Statistics{}, err
			}
		}
	}
	if s.Users > 0 && s.Items > 0 {
		s.Density = float64(s.Ratings) / float64(s.Users) / float64(s.Items)
	}
	v := valuesOf{ctx, parts}
	if err := v.moments(&s); err != nil {
		return Statistics{}, err
	}
	var err error
	if s.Histogram, err = v.histogram(); err != nil {
		return Statistics{}, err
	}
	s.PerUser, s.PerItem = count(perUser), count(perItem)
	return s, nil
}

// valuesOf are the rating values of several parts.
type valuesOf struct {
	ctx   context.Context
	parts []*Ratings
}

// each calls do with all values, some at a time, until a call returns false or the context ends.
func (v valuesOf) each(do func(values []float32) bool) error {
	for _, r := range v.parts {
		for values := range slices.Chunk(r.Value, stride) {
			if err := v.ctx.Err(); err != nil {
				return err
			}
			if !do(values) {
				return nil
			}
		}
	}
	return nil
}

// moments sets the mean and the standard deviation.
func (v valuesOf) moments(s *Statistics) error {
	sum, squares, n := 0.0, 0.0, float64(s.Ratings)
	err := v.each(func(values []float32) bool {
		for _, x := range values {
			sum += float64(x)
		}
		return true
	})
	if err != nil {
		return err
	}
	s.Mean = sum / n
	err = v.each(func(values []float32) bool {
		for _, x := range values {
			d := float64(x) - s.Mean
			squares += d * d
		}
		return true
	})
	s.Deviation = math.Sqrt(squares / n)
	return err
}

// histogram returns one bin for each value where there are at most maxBins values, and bins of equal width otherwise.
func (v valuesOf) histogram() ([]Bin, error) {
	// For so few values, linear search is faster than a map.
	found := make([]float32, 0, maxBins)
	var bins []Bin
	err := v.each(func(values []float32) bool {
		for _, x := range values {
			at := slices.Index(found, x)
			if at < 0 {
				if at = len(found); at == maxBins {
					bins = nil
					return false
				}
				found, bins = append(found, x), append(bins, Bin{Low: float64(x), High: float64(x)})
			}
			bins[at].Count++
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	if bins == nil && len(found) > 0 {
		return v.equalBins()
	}
	slices.SortFunc(bins, func(a, b Bin) int { return cmp.Compare(a.Low, b.Low) })
	return bins, nil
}

// equalBins returns a histogram of maxBins bins of equal width.
func (v valuesOf) equalBins() ([]Bin, error) {
	low, high := math.Inf(1), math.Inf(-1)
	err := v.each(func(values []float32) bool {
		low, high = min(low, float64(slices.Min(values))), max(high, float64(slices.Max(values)))
		return true
	})
	if err != nil {
		return nil, err
	}
	width := (high - low) / maxBins
	bins := make([]Bin, maxBins)
	for b := range bins {
		bins[b].Low, bins[b].High = low+float64(b)*width, low+float64(b+1)*width
	}
	bins[maxBins-1].High = high
	err = v.each(func(values []float32) bool {
		for _, x := range values {
			bins[min(maxBins-1, int((float64(x)-low)/width))].Count++
		}
		return true
	})
	return bins, err
}

// count returns the description of numbers of ratings, which it sorts.
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
		c.TopFraction = top / total
		c.Gini = 2*ranked/(float64(n)*total) - float64(n+1)/float64(n)
	}
	return c
}
