package release

import (
	"math"

	"dpals/accounting"
	"dpals/engine/estimate"
	"dpals/engine/method"
)

// ScalarsRequest asks for the release that Scalars makes. A user adds (1, x, y, x²) with |x| ≤ 1 and 0 ≤ y ≤ 1 − x²,
// of norm at most √3.
func ScalarsRequest(weight float64) accounting.Request {
	return accounting.Request{
		Name: "scalars", Kind: "scalars", Claim: accounting.UserSum("docs/privacy/scalars.md", accounting.Ratings, accounting.L2), Weight: weight,
		Sensitivity: math.Nextafter(math.Sqrt(3), 2), Dimension: 4, Grid: accounting.GridFor(1, accounting.SumBits),
	}
}

// Level is the estimate from the release of the scalars, in rating units.
type Level struct {
	Users   float64 // that rated anything, at least 1
	Mean    float64 // of the users' mean ratings
	Spread  float64 // root mean square of a rating about its user's mean, positive
	Between float64 // s.d. of the users' means, positive
}

// Scalars makes the release "scalars": how many users rated anything, and the sums of their mean ratings x
// scaled to [−1, 1], of their mean squared deviations y in the same scale, and of x².
func Scalars(task *method.Task) (Level, error) {
	half, mid := (task.Public.High-task.Public.Low)/2, (task.Public.High+task.Public.Low)/2
	grid := accounting.GridFor(1, accounting.SumBits)
	sums := make([]float64, 4)
	for i := range task.Train.Users {
		_, values := task.Train.User(i)
		if len(values) == 0 {
			continue
		}
		own, square := Mean(values), 0.0
		for _, v := range values {
			square += (float64(v) - own) * (float64(v) - own) / float64(len(values))
		}
		x := min(max((own-mid)/half, -1), 1)
		y := min(square/(half*half), (1-x*x)*method.Margin)
		for k, v := range [4]float64{1, x, y, x * x * method.Margin} {
			sums[k] += accounting.Truncate(v, grid)
		}
	}
	if err := task.Meter.Release("scalars", sums); err != nil {
		return Level{}, err
	}
	users := max(sums[0], 1)
	noise := task.Meter.Plan().Named("scalars").Sigma / users // of each mean below
	x := estimate.Usual(0.2, 0.4).Update(sums[1]/users, noise, -1, 1)
	within := estimate.Usual(0.25, 0.15).Update(sums[2]/users, noise, leastVariance, 1)
	// Means differ by chance too, as if each were of some twenty ratings.
	between := estimate.Usual(within/5, within/10).Update(sums[3]/users-x*x-within/20, noise*math.Sqrt(1+4*x*x), within/20, within)
	return Level{
		Users: users, Mean: mid + half*x, Spread: half * math.Sqrt(within), Between: half * math.Sqrt(between),
	}, nil
}

// leastVariance floors the released variance, over the square of half the range.
const leastVariance = 0.005

// Mean returns the mean of a user's own ratings, at least one.
func Mean(values []float32) float64 { return Sum(values) / float64(len(values)) }

// Sum returns the sum of a user's own ratings.
func Sum(values []float32) (sum float64) {
	for _, v := range values {
		sum += float64(v)
	}
	return sum
}
