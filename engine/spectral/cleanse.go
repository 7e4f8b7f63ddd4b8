package spectral

import (
	"context"
	"math"

	"dpals/accounting"
	"dpals/engine/baseline"
	"dpals/engine/method"
	"dpals/internal/parallel"
)

// cleanse releases weighted counts and sums of every item and returns the items' averages above the mean of all, pulled
// to 0 by a pseudo-count, and the counts, floored at the s.d. of their noise. A user of c ratings weighs 1/√c in both,
// so that they move either by at most its bound however many ratings they have.
func cleanse(ctx context.Context, task *method.Task, all baseline.Level) (averages []float32, counts []float64, err error) {
	r, clip := task.Train, task.Settings["clip-rating"]
	plan := task.Meter.Plan()
	ones, grid := plan.Named("item counts").Grid, plan.Named("item sums").Grid
	weight, level := make([]float64, r.Users), make([]float64, r.Users)
	flat := levels{mean: all.Mean}
	for i := range weight {
		if items, values := r.User(i); len(values) > 0 {
			weight[i] = margin / math.Sqrt(float64(len(values)))
			level[i], _ = flat.of(items, values)
		}
	}
	counts, sums := make([]float64, r.Items), make([]float64, r.Items)
	byItem := r.ByItem()
	bounds := parallel.Ranges(byItem.Ptr, 1<<15)
	err = parallel.Each(ctx, task.Threads, len(bounds)-1, func(_, b int) error {
		for j := bounds[b]; j < bounds[b+1]; j++ {
			raters, values := byItem.Item(j)
			for k, i := range raters {
				y := min(max(float64(values[k])-level[i], -clip), clip)
				counts[j] += accounting.Truncate(weight[i], ones)
				sums[j] += accounting.Truncate(weight[i]*y, grid)
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if err := task.Meter.Release("item counts", counts); err != nil {
		return nil, nil, err
	}
	if err := task.Meter.Release("item sums", sums); err != nil {
		return nil, nil, err
	}
	averages = pulled(sums, counts, plan.Named("item sums").Sigma, task.Settings["pseudo-count"], all.Spread)
	least := max(plan.Named("item counts").Sigma, leastCount)
	for j, count := range counts {
		counts[j] = max(count, least)
	}
	return averages, counts, nil
}

// pulled returns s_j/(h_j + β_m) for noisy sums and counts, β_m the pseudo-count in ratings of usual weight. By rule it
// is σ²/(h_j·v) instead, with the variance v of averages by moments, at most a quarter of the
// spread's square: the best for sums of noise σ.
func pulled(sums, counts []float64, sigma, pseudo, spread float64) []float32 {
	top, bottom := 0.0, 0.0
	for j, s := range sums {
		h := max(counts[j], 0)
		top += s*s - sigma*sigma
		bottom += h * h
	}
	top -= sigma * sigma * math.Sqrt(2*float64(len(sums))) // as much as chance may make of noise alone
	v := min(max(top, 0)/max(bottom, math.SmallestNonzeroFloat64), spread*spread/4)
	averages := make([]float32, len(sums))
	for j, s := range sums {
		h := max(counts[j], 0)
		switch {
		case pseudo != method.Auto:
			averages[j] = float32(s / max(h+pseudo*usualWeight, leastCount))
		case h > 0 && v > 0:
			averages[j] = float32(h * v * s / (h*h*v + sigma*sigma))
		}
	}
	return averages
}

const (
	usualWeight = 0.1  // of a rating among a hundred
	leastCount  = 0.05 // one rating among four hundred
)
