package loaders

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"dpals/internal/parallel"
)

// skewed ratings look like those of MovieLens. Item popularity follows a shifted power law with a cut-off,
// user activity is log-normal, and a rating is
//
//	mean + user bias + item bias + ⟨p_i, q_j⟩ + noise,
//
// rounded to half stars and clamped to [0.5, 5]. Nobody rates an item twice.
type skewed struct {
	n, m  int
	per   float64 // mean number of ratings of a user
	rank  int
	noise float64 // s.d.
	seed  uint64
}

// shapes have the users, items and ratings of the MovieLens sets they are named after.
var shapes = map[string]skewed{
	"small":   {n: 2000, m: 600, per: 30, rank: 10, noise: noiseDeviation},
	"ml-100k": {n: 943, m: 1682, per: 100000. / 943, rank: 10, noise: noiseDeviation},
	"ml-1m":   {n: 6040, m: 3706, per: 1000209. / 6040, rank: 10, noise: noiseDeviation},
	"ml-10m":  {n: 69878, m: 10677, per: 10000054. / 69878, rank: 10, noise: noiseDeviation},
	"ml-20m":  {n: 138493, m: 26744, per: 20000263. / 138493, rank: 10, noise: noiseDeviation},
}

// Standard deviations in stars, chosen so that the ml-1m shape has the errors of ML-1M: user mean 1.03, a good
// factorisation 0.86. Half-star rounding and clamping take part of them.
const (
	meanRating     = 3.6
	userDeviation  = 0.47
	itemDeviation  = 0.57
	tasteDeviation = 0.47 // of ⟨p_i, q_j⟩
	noiseDeviation = 0.89

	leastRatings      = 5   // of a user
	mostShare         = 0.6 // of the items, rated by one user
	activityDeviation = 1.1 // of ln(number of ratings)

	// The item of rank x·m, 0 ≤ x < 1, has a weight ∝ (x + shift)^−exponent · (1 − x)^cutoff: a shifted power law,
	// cut off so that the rarest items have a handful of ratings, as in ML-1M.
	popularityShift    = 0.04
	popularityExponent = 1.1
	popularityCutoff   = 1.1
)

func (s skewed) generate(ctx context.Context, about About) (*Ratings, error) {
	least := min(leastRatings, s.m)
	most := max(least, int(mostShare*float64(s.m)))
	if s.per < float64(least) || s.per > float64(most) {
		return nil, refuse(about.Origin.Source, "per=%g: with %d items give %d to %d ratings per user", s.per, s.m, least, most)
	}
	if expected := s.per * float64(s.n); expected > maxIndex {
		return nil, tooMany(about, expected)
	}
	about.Users, about.Items = Numbered(s.n), Numbered(s.m)
	about.Low, about.High = 0.5, 5

	items := s.items()
	centre := activityCentre(s.per, least, most)
	workers := parallel.Workspaces(func() *skewedWorker {
		return &skewedWorker{stream: newStream(s.seed), urn: items.urn.clone(), taste: make([]float64, s.rank)}
	})
	return fillRows(ctx, about,
		func(worker, i int) int {
			w := workers[worker]
			w.begin(streamChoices, i)
			return ratingsOf(w.NormFloat64(), centre, least, most)
		},
		func(worker, i int, chosen []uint32, values []float32) {
			w := workers[worker]
			w.begin(streamChoices, i)
			w.NormFloat64() // the row's length, drawn before
			w.urn.draw(w.Rand, chosen)
			slices.Sort(chosen)

			w.begin(streamValues, i)
			bias := meanRating + userDeviation*w.NormFloat64()
			for d := range w.taste {
				w.taste[d] = w.NormFloat64()
			}
			for k, j := range chosen {
				x := bias + items.bias[j] + s.noise*w.NormFloat64()
				for d, q := range items.factors[int(j)*s.rank : (int(j)+1)*s.rank] {
					x += w.taste[d] * q
				}
				values[k] = float32(min(5, max(0.5, math.Round(2*x)/2)))
			}
		})
}

type skewedWorker struct {
	*stream
	urn   *urn
	taste []float64 // p_i
}

// skewedItems is what all users share.
type skewedItems struct {
	urn     *urn
	bias    []float64
	factors []float64 // q_j by rows, m×rank; direction d has variance ∝ 1/(d+1)
}

func (s skewed) items() skewedItems {
	g := newStream(s.seed)
	g.begin(streamItems, 0)
	// Weights are whole numbers whose sum is below 2⁶².
	top := math.Exp2(61 - math.Ceil(math.Log2(float64(s.m))))
	weights := make([]uint64, s.m)
	for rank, j := range g.Perm(s.m) {
		x := float64(rank) / float64(s.m)
		w := math.Pow(1+x/popularityShift, -popularityExponent) * math.Pow(1-x, popularityCutoff)
		weights[j] = 1 + uint64(top*w)
	}
	items := skewedItems{urn: newUrn(weights), bias: make([]float64, s.m), factors: make([]float64, s.m*s.rank)}
	harmonic := 0.0
	for d := range s.rank {
		harmonic += 1 / float64(d+1)
	}
	for j := range s.m {
		g.begin(streamItemFactors, j)
		items.bias[j] = itemDeviation * g.NormFloat64()
		for d := range s.rank {
			items.factors[j*s.rank+d] = tasteDeviation * math.Sqrt(1/float64(d+1)/harmonic) * g.NormFloat64()
		}
	}
	return items
}

// ratingsOf is the length of the row of a user with standard normal activity z.
func ratingsOf(z, centre float64, least, most int) int {
	return int(min(float64(most), max(float64(least), math.Round(math.Exp(centre+activityDeviation*z)))))
}

// activityCentre finds the centre of ln(number of ratings) for which a user has per ratings in the mean.
func activityCentre(per float64, least, most int) float64 {
	low, high := -10., 30.
	for range 60 {
		centre := (low + high) / 2
		sum, weight := 0.0, 0.0
		for z := -6.; z <= 6; z += 1. / 64 {
			w := math.Exp(-z * z / 2)
			sum += w * float64(ratingsOf(z, centre, least, most))
			weight += w
		}
		if sum/weight < per {
			low = centre
		} else {
			high = centre
		}
	}
	return high
}

// urn draws items without putting them back, each time with probability proportional to its weight. It is a binary
// tree of sums of weights: whole numbers, so that taking out and putting back leaves no trace.
type urn struct {
	leaves int      // a power of two
	sums   []uint64 // node k has the children 2k and 2k+1; the leaf of item j is leaves+j
}

func newUrn(weights []uint64) *urn {
	u := &urn{leaves: 1}
	for u.leaves < len(weights) {
		u.leaves *= 2
	}
	u.sums = make([]uint64, 2*u.leaves)
	copy(u.sums[u.leaves:], weights)
	for k := u.leaves - 1; k > 0; k-- {
		u.sums[k] = u.sums[2*k] + u.sums[2*k+1]
	}
	return u
}

func (u *urn) clone() *urn { return &urn{leaves: u.leaves, sums: slices.Clone(u.sums)} }

// draw fills items with different items, in the order drawn, in O(len(items)·log m). The urn is left as it was.
func (u *urn) draw(r *rand.Rand, items []uint32) {
	weights := make([]uint64, len(items))
	for i := range items {
		x, k := r.Uint64N(u.sums[1]), 1
		for k < u.leaves {
			if k *= 2; x >= u.sums[k] {
				x -= u.sums[k]
				k++
			}
		}
		items[i], weights[i] = uint32(k-u.leaves), u.sums[k]
		for weight := u.sums[k]; k > 0; k /= 2 {
			u.sums[k] -= weight
		}
	}
	for i, j := range items {
		for k := u.leaves + int(j); k > 0; k /= 2 {
			u.sums[k] += weights[i]
		}
	}
}
