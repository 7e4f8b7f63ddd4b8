package engine

import (
	"context"
	"math"

	"dpals/engine/method"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// evaluationRange is how many ratings one piece of an evaluation covers: a few milliseconds of work.
const evaluationRange = 16384

// RMSE returns the root mean square error of a model on the target ratings, where each user's row is solved from their
// known ratings and predictions are clamped to the rating range. It is NaN when there is no target. The result does
// not depend on threads. It mixes the ratings of all users: it is not a private number.
func RMSE(ctx context.Context, m method.Model, known, target *loaders.Ratings, threads int) (float64, error) {
	errs, err := rootMeanSquares(ctx, m, known, threads, target)
	if err != nil {
		return math.NaN(), err
	}
	return errs[0], nil
}

// rootMeanSquares is RMSE on several targets that share one solve per user.
func rootMeanSquares(ctx context.Context, m method.Model, known *loaders.Ratings, threads int, targets ...*loaders.Ratings) ([]float64, error) {
	bounds := parallel.Ranges(known.Ptr, evaluationRange)
	pieces := len(bounds) - 1
	sums := make([]float64, pieces*len(targets))
	locals := make([]method.Local, max(1, threads))
	low, high := method.RangeOf(m, known.Low, known.High)
	err := parallel.Each(ctx, threads, pieces, func(worker, b int) error {
		if locals[worker] == nil {
			locals[worker] = m.Local()
		}
		local := locals[worker]
		for user := bounds[b]; user < bounds[b+1]; user++ {
			local.Solve(known.User(user))
			for k, target := range targets {
				items, values := target.User(user)
				for i, item := range items {
					p := min(max(local.Predict(item), low), high)
					d := p - float64(values[i])
					sums[k*pieces+b] += d * d
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(targets))
	for k, target := range targets {
		total := 0.0
		for _, s := range sums[k*pieces : (k+1)*pieces] {
			total += s
		}
		out[k] = math.Sqrt(total / float64(target.Count()))
	}
	return out, nil
}
