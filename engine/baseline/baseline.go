// Package baseline holds the predictors that every method has to beat: means of all, of a user, of an item.
//
// A user's own mean is a local computation and costs nothing. The mean of all users and the means of items mix
// users, so they are released through the meter.
package baseline

import (
	"context"
	"math"

	"dpals/accounting"
	"dpals/engine/method"
)

// GlobalMean predicts the mean of the users' means for everybody.
var GlobalMean = &method.Method{
	Name:    "global-mean",
	Summary: "one number for everybody: the mean of the users' mean ratings",
	Source:  "baseline",
	Trust:   method.TrustJoint,
	Plan: func(method.Public, method.Settings) ([]accounting.Request, error) {
		return []accounting.Request{scalars(1)}, nil
	},
	Fit: func(_ context.Context, task *method.Task) (method.Model, error) {
		task.Progress.Phase("mean", 1, 1)
		_, mean, err := ReleaseScalars(task)
		if err != nil {
			return nil, err
		}
		m := &constant{mean: mean}
		return m, task.Progress.Iteration(1, m)
	},
}

// UserMean predicts each user's own mean: nothing crosses users, so it is private at ε = 0.
var UserMean = &method.Method{
	Name:    "user-mean",
	Summary: "each user's own mean rating: nothing leaves her, ε = 0",
	Source:  "baseline",
	Trust:   method.TrustJoint,
	Fit: func(_ context.Context, task *method.Task) (method.Model, error) {
		task.Progress.Phase("mean", 1, 1)
		m := &constant{mean: (task.Public.Low + task.Public.High) / 2, own: true}
		return m, task.Progress.Iteration(1, m)
	},
}

// constant predicts one number for all items: the mean, or the user's own mean where she has one and own is set.
type constant struct {
	mean float64
	own  bool
}

func (m *constant) Local() method.Local { return &constantLocal{constant: m, at: m.mean} }

type constantLocal struct {
	*constant
	at float64
}

func (l *constantLocal) Solve(_ []uint32, values []float32) {
	l.at = l.mean
	if l.own && len(values) > 0 {
		l.at = average(values)
	}
}

func (l *constantLocal) Predict(uint32) float64 { return l.at }

func average(values []float32) float64 {
	sum := 0.0
	for _, v := range values {
		sum += float64(v)
	}
	return sum / float64(len(values))
}

// scalars asks for the number of users and the sum of their scaled means: a user adds (1, x), |x| ≤ 1.
func scalars(weight float64) accounting.Request {
	return accounting.Request{
		Name: "scalars", Kind: "scalars", Proof: "scalars", Weight: weight,
		Sensitivity: math.Nextafter(math.Sqrt2, 2), Dimension: 2, Grid: accounting.GridFor(1, accounting.SumBits),
	}
}

// ReleaseScalars makes the release "scalars": how many users rated anything, and the sum of their mean ratings
// scaled to [−1, 1]. It returns the number, at least 1, and the mean of the means in rating units.
func ReleaseScalars(task *method.Task) (users, mean float64, err error) {
	half, mid := (task.Public.High-task.Public.Low)/2, (task.Public.High+task.Public.Low)/2
	grid := accounting.GridFor(1, accounting.SumBits)
	sums := make([]float64, 2)
	for i := 0; i < task.Train.Users; i++ {
		if _, values := task.Train.User(i); len(values) > 0 {
			x := (average(values) - mid) / half
			sums[0]++
			sums[1] += accounting.Truncate(min(max(x, -1), 1), grid)
		}
	}
	if err := task.Meter.Release("scalars", sums); err != nil {
		return 0, 0, err
	}
	users = max(sums[0], 1)
	return users, mid + half*min(max(sums[1]/users, -1), 1), nil
}

// own returns a user's deviation from mean, pulled to it by pull ratings.
func own(values []float32, mean, pull float64) float64 {
	if len(values) == 0 {
		return 0
	}
	n := float64(len(values))
	return (average(values) - mean) * n / (n + pull)
}
