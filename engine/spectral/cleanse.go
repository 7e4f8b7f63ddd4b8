package spectral

import (
	"context"
	"math"

	"dpals/engine/method"
	"dpals/engine/release"
)

// cleanse releases weighted counts and sums of every item and returns the items' averages above the mean of all, shrunk
// to 0 by a pseudo-count, and the counts, floored at the s.d. of their noise. A user of c ratings weighs 1/√c in both,
// so that the number of their ratings does not change the sensitivity.
func cleanse(ctx context.Context, task *method.Task, all release.Level) (averages []float32, counts []float64, err error) {
	plan := task.Meter.Plan()
	flat := levels{mean: all.Mean}
	if counts, err = release.ItemCounts(ctx, task); err != nil {
		return nil, nil, err
	}
	sums, err := release.ItemSums(ctx, task, task.Settings["clip-rating"], func(items []uint32, values []float32) float64 {
		level, _ := flat.of(items, values)
		return level
	})
	if err != nil {
		return nil, nil, err
	}
	averages = shrunk(sums, counts, plan.Named("item sums").Sigma, task.Settings["pseudo-count"], all.Spread)
	least := max(plan.Named("item counts").Sigma, release.LeastCount)
	for j, count := range counts {
		counts[j] = max(count, least)
	}
	return averages, counts, nil
}

// shrunk returns s_j/(h_j + β_m) for noisy sums and counts, β_m the pseudo-count in ratings of usual weight. By rule it
// is σ²/(h_j·v) instead, with the variance v of averages by moments, at most a quarter of the
// spread's square: the best for sums of noise σ.
func shrunk(sums, counts []float64, sigma, pseudo, spread float64) []float32 {
	top, bottom := 0.0, 0.0
	for j, s := range sums {
		h := max(counts[j], 0)
		top += s*s - sigma*sigma
		bottom += h * h
	}
	top -= sigma * sigma * math.Sqrt(2*float64(len(sums))) // what noise alone may add up to
	v := min(max(top, 0)/max(bottom, math.SmallestNonzeroFloat64), spread*spread/4)
	averages := make([]float32, len(sums))
	for j, s := range sums {
		h := max(counts[j], 0)
		switch {
		case pseudo != method.Auto:
			averages[j] = float32(s / max(h+pseudo*usualWeight, release.LeastCount))
		case h > 0 && v > 0:
			averages[j] = float32(h * v * s / (h*h*v + sigma*sigma))
		}
	}
	return averages
}

// usualWeight is that of a rating among a hundred.
const usualWeight = 0.1
