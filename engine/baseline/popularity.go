package baseline

import (
	"context"
	"math"
	"slices"

	"dpals/accounting"
	"dpals/engine/estimate"
	"dpals/engine/method"
	"dpals/engine/release"
)

// Popularity predicts from one fact about an item, how many users rate it, by a slope that is released too. Its
// recommendations are the most popular items.
var Popularity = &method.Method{
	Name:       "popularity",
	Summary:    "popularity: a user's own mean plus one slope on the logarithm of an item's noisy count",
	Source:     "baseline",
	Trust:      method.TrustJoint,
	Parameters: []method.Parameter{clipRating},
	Resolve:    resolveClip,
	Plan: func(pub method.Public, s method.Settings) ([]accounting.Request, error) {
		return []accounting.Request{
			release.ScalarsRequest(0.05), release.ItemCountsRequest(pub.Items, 0.85),
			{Name: "slope", Kind: "slope", Claim: accounting.UserSum("docs/privacy/slope.md", accounting.Ratings, accounting.L2), Weight: 0.1, Sensitivity: math.Nextafter(math.Sqrt2, 2),
				Dimension: 2, Grid: accounting.GridFor(1, accounting.SumBits)},
		}, nil
	},
	Fit: fitPopularity,
}

func fitPopularity(ctx context.Context, task *method.Task) (method.Model, error) {
	task.Progress.Phase("items", 1, 1)
	all, err := release.Scalars(task)
	if err != nil {
		return nil, err
	}
	counts, err := release.ItemCounts(ctx, task)
	if err != nil {
		return nil, err
	}
	popularity := popularityOf(counts, task.Meter.Plan().Named("item counts").Sigma)
	slope, err := releaseSlope(task, popularity)
	if err != nil {
		return nil, err
	}
	for j := range popularity {
		popularity[j] *= slope
	}
	m := &itemMeans{mean: all.Mean, bias: popularity}
	return m, task.Progress.Iteration(1, m)
}

// popularityOf maps noisy counts to [−1, 1] by their logarithm: −1 for a count within the noise, whose s.d. is sigma, 1 for
// the largest.
func popularityOf(counts []float64, sigma float64) []float64 {
	popularity := make([]float64, len(counts))
	if len(counts) == 0 {
		return popularity
	}
	span := math.Log(slices.Max(counts) / sigma)
	for j, c := range counts {
		popularity[j] = -1
		if c > sigma && span > 0 {
			popularity[j] = min(2*math.Log(c/sigma)/span-1, 1)
		}
	}
	return popularity
}

// releaseSlope makes the release "slope", the sums over users of their covariance of rating and popularity and of their
// variance of popularity, and returns by how much a rating rises with a unit of popularity, in rating units.
func releaseSlope(task *method.Task, popularity []float64) (float64, error) {
	clip, grid := task.Settings["clip-rating"], accounting.GridFor(1, accounting.SumBits)
	sums := make([]float64, 2)
	for i := range task.Train.Users {
		items, values := task.Train.User(i)
		if len(items) == 0 {
			continue
		}
		n, level, middle := float64(len(items)), release.Mean(values), 0.0
		for _, j := range items {
			middle += popularity[j] / n
		}
		covariance, variance := 0.0, 0.0
		for k, j := range items {
			x, y := popularity[j]-middle, min(max((float64(values[k])-level)/clip, -1), 1)
			covariance += x * y / n
			variance += x * x / n
		}
		variance = min(variance, 1) // it is at most 1, but for roundings
		bound := math.Sqrt(variance)
		sums[0] += accounting.Truncate(min(max(covariance, -bound), bound)*method.Margin, grid)
		sums[1] += accounting.Truncate(variance*method.Margin, grid)
	}
	if err := task.Meter.Release("slope", sums); err != nil {
		return 0, err
	}
	// A variance below the noise is replaced by the noise.
	sigma := task.Meter.Plan().Named("slope").Sigma
	variance := max(sums[1], sigma)
	return estimate.Usual(0, clip/2).Update(clip*sums[0]/variance, clip*sigma/variance, -clip, clip), nil
}
