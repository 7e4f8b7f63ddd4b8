package release

import (
	"context"
	"math"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/internal/parallel"
)

// CountsRequest asks for the release that Counts makes.
func CountsRequest(items int, weight float64) accounting.Request {
	return countsRequest("counts", "counts", items, weight)
}

// ItemCountsRequest asks for the release that ItemCounts makes.
func ItemCountsRequest(items int, weight float64) accounting.Request {
	return countsRequest("item counts", "item-counts", items, weight)
}

func countsRequest(name, kind string, items int, weight float64) accounting.Request {
	return accounting.Request{Name: name, Kind: kind, Claim: accounting.UserSum("docs/privacy/"+kind+".md", accounting.RatedItems, accounting.L2), Weight: weight, Sensitivity: 1,
		Dimension: items, Grid: accounting.GridFor(1, accounting.SumBits)}
}

// Counts makes the release "counts" of Σ_i 1/√|Ω_i| over the raters of every item: each user adds a vector of norm 1,
// however many ratings they have.
func Counts(ctx context.Context, task *method.Task) ([]float64, error) {
	return counts(ctx, task, "counts")
}

// ItemCounts makes the same release under the name "item counts", for use with ItemSums.
func ItemCounts(ctx context.Context, task *method.Task) ([]float64, error) {
	return counts(ctx, task, "item counts")
}

func counts(ctx context.Context, task *method.Task, name string) ([]float64, error) {
	items := task.Train.ByItem()
	weights := userWeights(task, task.Meter.Plan().Named(name).Grid)
	counts := make([]float64, task.Train.Items)
	bounds := parallel.Ranges(items.Ptr, 8*Chunk)
	err := parallel.Each(ctx, task.Threads, len(bounds)-1, func(_, b int) error {
		for j := bounds[b]; j < bounds[b+1]; j++ {
			raters, _ := items.Item(j)
			for _, i := range raters {
				counts[j] += weights[i]
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return released(task, name, counts)
}

// released makes a release of sums and returns the noisy sums. It returns none with an error: they are then without noise.
func released(task *method.Task, name string, sums []float64) ([]float64, error) {
	if err := task.Meter.Release(name, sums); err != nil {
		return nil, err
	}
	return sums, nil
}

// userWeights returns 1/√|Ω_i| of every user, less the margin, on a grid.
func userWeights(task *method.Task, grid int) []float64 {
	r := task.Train
	weights := make([]float64, r.Users)
	for i := range weights {
		if c := r.Ptr[i+1] - r.Ptr[i]; c > 0 {
			weights[i] = accounting.Truncate(method.Margin/math.Sqrt(float64(c)), grid)
		}
	}
	return weights
}

// LeastCount floors a noisy count: one rating of a user with 400, where [DPALS] floors plain counts at one rating.
const LeastCount = 0.05

// FlooredCounts makes the release "counts" and returns the counts floored at LeastCount.
func FlooredCounts(ctx context.Context, task *method.Task) ([]float64, error) {
	counts, err := Counts(ctx, task)
	for j, c := range counts {
		counts[j] = max(c, LeastCount)
	}
	return counts, err
}

// ItemSumsRequest asks for the release that ItemSums makes, for ratings clipped to ±clip.
func ItemSumsRequest(items int, clip, weight float64) accounting.Request {
	return accounting.Request{Name: "item sums", Kind: "item-sums", Claim: accounting.UserSum("docs/privacy/item-sums.md", accounting.Ratings, accounting.L2), Weight: weight, Sensitivity: clip,
		Dimension: items, Grid: accounting.GridFor(clip, accounting.SumBits)}
}

// ItemSums makes the release "item sums" of Σ_i y_ij/√|Ω_i| over the raters of every item, where y_ij is a rating less its
// user's level, clipped to ±clip. Level is a local function of a user's own ratings.
func ItemSums(ctx context.Context, task *method.Task, clip float64, level func(items []uint32, values []float32) float64) ([]float64, error) {
	r, byItem := task.Train, task.Train.ByItem()
	grid := task.Meter.Plan().Named("item sums").Grid
	weights, levels := make([]float64, r.Users), make([]float64, r.Users)
	for i := range weights {
		if items, values := r.User(i); len(values) > 0 {
			weights[i] = method.Margin / math.Sqrt(float64(len(values)))
			levels[i] = level(items, values)
		}
	}
	sums := make([]float64, r.Items)
	bounds := parallel.Ranges(byItem.Ptr, 8*Chunk)
	err := parallel.Each(ctx, task.Threads, len(bounds)-1, func(_, b int) error {
		for j := bounds[b]; j < bounds[b+1]; j++ {
			raters, values := byItem.Item(j)
			for k, i := range raters {
				y := min(max(float64(values[k])-levels[i], -clip), clip)
				sums[j] += accounting.Truncate(weights[i]*y, grid)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return released(task, "item sums", sums)
}
