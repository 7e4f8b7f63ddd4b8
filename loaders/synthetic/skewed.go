package synthetic

import (
	"context"
	"math"
	"slices"

	"dpals/internal/parallel"
	"dpals/loaders"
)

// skewed is the recipe of ratings that resemble those of MovieLens. Item popularity follows a shifted power law with a cut-off,
// user activity is log-normal, and a rating is
//
//	mean + user bias + item bias + ⟨p_i, q_j⟩ + noise,
//
// rounded to half stars and clamped to [0.5, 5]. A user rates an item at most once.
type skewed struct {
	n, m  int
	per   float64 // mean number of ratings of a user
	rank  int
	noise float64 // s.d.
	seed  uint64
}

// shapes have the numbers of users, items and ratings of the MovieLens sets that they are named after.
var shapes = map[string]skewed{
	"small":   {n: 2000, m: 600, per: 30, rank: 10, noise: noiseDeviation},
	"ml-100k": {n: 943, m: 1682, per: 100000. / 943, rank: 10, noise: noiseDeviation},
	"ml-1m":   {n: 6040, m: 3706, per: 1000209. / 6040, rank: 10, noise: noiseDeviation},
	"ml-10m":  {n: 69878, m: 10677, per: 10000054. / 69878, rank: 10, noise: noiseDeviation},
	"ml-20m":  {n: 138493, m: 26744, per: 20000263. / 138493, rank: 10, noise: noiseDeviation},
}

// Standard deviations in stars, chosen so that the ml-1m shape has the errors of ML-1M: user mean 1.03, a good
// factorisation 0.86. Half-star rounding and clamping reduce them.
const (
	meanRating     = 3.6
	userDeviation  = 0.47
	itemDeviation  = 0.57
	tasteDeviation = 0.47 // of ⟨p_i, q_j⟩
	noiseDeviation = 0.89

	minRatings        = 5   // of a user
	maxFraction       = 0.6 // of the items, rated by one user
	activityDeviation = 1.1 // of ln(number of ratings)

	// The item of rank x·m, 0 ≤ x < 1, has a weight ∝ (x + shift)^−exponent · (1 − x)^cutoff: a shifted power law,
	// cut off so that the rarest items have a handful of ratings, as in ML-1M.
	popularityShift    = 0.04
	popularityExponent = 1.1
	popularityCutoff   = 1.1
)

func (s skewed) generate(ctx context.Context, about loaders.About) (*loaders.Ratings, error) {
	least := min(minRatings, s.m)
	most := max(least, int(maxFraction*float64(s.m)))
	if s.per < float64(least) || s.per > float64(most) {
		return nil, loaders.InputErrorf(about.Origin.Source, "per=%g: with %d items, give %d to %d ratings per user", s.per, s.m, least, most)
	}
	if expected := s.per * float64(s.n); expected > loaders.MaxCount {
		return nil, tooMany(about, expected)
	}
	about.Users, about.Items = loaders.Numbered(s.n), loaders.Numbered(s.m)
	about.Low, about.High = 0.5, 5

	items := s.items()
	centre := activityCentre(s.per, least, most)
	workers := parallel.Workspaces(func() *skewedWorker {
		return &skewedWorker{stream: newStream(s.seed), urn: items.urn.clone(), taste: make([]float64, s.rank)}
	})
	return loaders.FromRows(ctx, about,
		func(worker, i int) int {
			w := workers[worker]
			w.restart(streamChoices, i)
			return ratingsOf(w.NormFloat64(), centre, least, most)
		},
		func(worker, i int, chosen []uint32, values []float32) {
			w := workers[worker]
			w.restart(streamChoices, i)
			w.NormFloat64() // the length of the row, which count has drawn
			w.urn.draw(w.Rand, chosen)
			slices.Sort(chosen)

			w.restart(streamValues, i)
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

// skewedWorker is the workspace of a worker.
type skewedWorker struct {
	*stream
	urn   *urn
	taste []float64 // p_i
}

// skewedItems are the items, which all users have in common.
type skewedItems struct {
	urn     *urn
	bias    []float64
	factors []float64 // q_j by rows, m×rank; factor d has variance ∝ 1/(d+1)
}

// items draws the weights, biases and factors of the items.
func (s skewed) items() skewedItems {
	g := newStream(s.seed)
	g.restart(streamItems, 0)
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
		g.restart(streamItemFactors, j)
		items.bias[j] = itemDeviation * g.NormFloat64()
		for d := range s.rank {
			items.factors[j*s.rank+d] = tasteDeviation * math.Sqrt(1/float64(d+1)/harmonic) * g.NormFloat64()
		}
	}
	return items
}

// ratingsOf returns the number of ratings of a user with standard normal activity z.
func ratingsOf(z, centre float64, least, most int) int {
	return int(min(float64(most), max(float64(least), math.Round(math.Exp(centre+activityDeviation*z)))))
}

// activityCentre returns the mean of ln(number of ratings) for which the mean number of ratings is per.
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
