package scope

import (
	"context"
	"crypto/sha256"
	"math"
	"math/rand/v2"
	"slices"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// mostItems bounds to how many items a user contributes. Of a user who rated more, so many are chosen by their own coins.
const mostItems = 1024

// failureFraction is the fraction of δ with which the threshold may fail.
const failureFraction = 0.1

// catalogueRequest plans the release "catalogue": of the sums Σ 1/√c over the raters of each item, where a rater contributes
// to c items, which ones reach a threshold.
func catalogueRequest(weight, delta float64) accounting.Request {
	return accounting.Request{Name: "catalogue", Kind: "catalogue", Claim: accounting.UserSum("docs/privacy/catalogue.md", accounting.AnyItems, accounting.L2), Weight: weight, Sensitivity: 1,
		MaxContributions: mostItems, FailureProbability: failureFraction * delta, Dimension: mostItems, Grid: accounting.GridFor(1, accounting.SumBits)}
}

// releaseCatalogue returns the items that reach the threshold, ordered by their names. Their numbers would not do: they
// depend on which other items there are.
func releaseCatalogue(ctx context.Context, task *method.Task) ([]uint32, error) {
	sums, err := itemWeights(ctx, task)
	if err != nil {
		return nil, err
	}
	reached, err := task.Meter.ReleaseAboveThreshold("catalogue", sums)
	if err != nil {
		return nil, err
	}
	items := []uint32{}
	for j, yes := range reached {
		if yes {
			items = append(items, uint32(j))
		}
	}
	sortByName(items, task.Train.ItemNames)
	return items, nil
}

// itemWeights returns the sums of the users' contributions by item. They are exact on their grid in any order of addition.
func itemWeights(ctx context.Context, task *method.Task) ([]float64, error) {
	r := task.Train
	unit := accounting.GridFor(1, accounting.SumBits)
	parts := make([][]float64, task.Threads)
	bounds := parallel.Ranges(r.Ptr, 1<<16)
	err := parallel.Each(ctx, task.Threads, len(bounds)-1, func(worker, b int) error {
		if parts[worker] == nil {
			parts[worker] = make([]float64, r.Items)
		}
		for i := bounds[b]; i < bounds[b+1]; i++ {
			items, _ := r.User(i)
			if len(items) == 0 {
				continue
			}
			items = chosen(items, r.ItemNames, task.Seed, r.UserNames.At(i))
			weight := accounting.Truncate(method.Margin/math.Sqrt(float64(len(items))), unit)
			for _, j := range items {
				parts[worker][j] += weight
			}
		}
		return nil
	})
	sums := make([]float64, r.Items)
	for _, part := range parts {
		for j, v := range part {
			sums[j] += v
		}
	}
	return sums, err
}

// chosen returns the items to which a user contributes. The coins follow from the run's seed and the user's id, not from other
// users, and are applied to the items in the order of their names, since the numbers of items depend on all users.
func chosen(items []uint32, names loaders.Names, seed [32]byte, user string) []uint32 {
	if len(items) <= mostItems {
		return items
	}
	items = slices.Clone(items)
	sortByName(items, names)
	coins := rand.New(rand.NewChaCha8(sha256.Sum256(append(append(seed[:], "catalogue:"...), user...))))
	for k := range mostItems {
		other := k + coins.IntN(len(items)-k)
		items[k], items[other] = items[other], items[k]
	}
	return items[:mostItems]
}

// sortByName orders items by their own names.
func sortByName(items []uint32, names loaders.Names) {
	slices.SortFunc(items, func(a, b uint32) int { return loaders.CompareNames(names.At(int(a)), names.At(int(b))) })
}
