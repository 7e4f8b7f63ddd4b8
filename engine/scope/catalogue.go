package scope

import (
	"context"
	"crypto/sha256"
	"math"
	"math/rand/v2"
	"slices"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/engine/parallel"
	"dpals/loaders"
)

// mostItems is how many items a user may speak for. Of one who rated more, so many are chosen by the user's own coins.
const mostItems = 1024

// failureFraction is the part of δ that the threshold may fail with.
const failureFraction = 0.1

// catalogueRequest plans the release "catalogue": of the sums Σ 1/√c over the raters of each item, c being how many items
// a rater speaks for, which ones reach a threshold.
func catalogueRequest(weight, delta float64) accounting.Request {
	return accounting.Request{Name: "catalogue", Kind: "catalogue", Claim: accounting.UserSum("docs/privacy/catalogue.md", accounting.AnyItems, accounting.L2), Weight: weight, Sensitivity: 1,
		Most: mostItems, Failure: failureFraction * delta, Dimension: mostItems, Grid: accounting.GridFor(1, accounting.SumBits)}
}

// releaseCatalogue returns the items that reach the threshold, in an order that follows from their names alone. Their
// numbers are of no use for it: these depend on which other items there are.
func releaseCatalogue(ctx context.Context, task *method.Task) ([]uint32, error) {
	sums, err := voices(ctx, task)
	if err != nil {
		return nil, err
	}
	reached, err := task.Meter.Above("catalogue", sums)
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

// voices returns how strongly users speak for each item. The sums are exact on their grid, in whatever order they are
// added.
func voices(ctx context.Context, task *method.Task) ([]float64, error) {
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
			voice := accounting.Truncate(method.Margin/math.Sqrt(float64(len(items))), unit)
			for _, j := range items {
				parts[worker][j] += voice
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

// chosen returns the items that a user speaks for. The coins follow from the run's seed and the user's id, not from who
// else is there; and they are thrown over the items in the order of their names, as the numbers of items follow from
// those of everybody.
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
