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
		return []accounting.Request{Scalars()}, nil
	},
	Fit: func(_ context.Context, task *method.Task) (method.Model, error) {
		task.Progress.Phase("mean", 1, 1)
		level, err := ReleaseScalars(task)
		if err != nil {
			return nil, err
		}
		m := &constant{mean: level.Mean}
		return m, task.Progress.Iteration(1, m)
	},
}

// UserMean predicts each user's own mean: nothing crosses users, so it is private at ε = 0.
var UserMean = &method.Method{
	Name:    "user-mean",
	Summary: "each user's own mean rating: nothing leaves them, ε = 0",
	Source:  "baseline",
	Trust:   method.TrustJoint,
	Fit: func(_ context.Context, task *method.Task) (method.Model, error) {
		task.Progress.Phase("mean", 1, 1)
		m := &constant{mean: (task.Public.Low + task.Public.High) / 2, own: true}
		return m, task.Progress.Iteration(1, m)
	},
}

// constant predicts one number for all items: the mean, or the user's own mean where they have one and own is set.
type constant struct {
	mean float64
	own  bool
}

// Shared implements method.Sharer.
func (m *constant) Shared() method.Shared {
	s := method.Shared{Scalars: map[string]float64{"mean": m.mean}, Recipe: "Every prediction is mean.\n"}
	if m.own {
		s.Recipe = "Every prediction is the user's own mean rating, or mean where they have none.\n"
	}
	return s
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

// Scalars requests the release that ReleaseScalars makes. A user adds (1, x, y, x²) with |x| ≤ 1 and 0 ≤ y ≤ 1 − x²,
// of norm at most √3. Its weight is for the caller to set.
func Scalars() accounting.Request {
	return accounting.Request{
		Name: "scalars", Kind: "scalars", Claim: accounting.UserSum("docs/privacy/scalars.md", accounting.Ratings, accounting.L2), Weight: 1,
		Sensitivity: math.Nextafter(math.Sqrt(3), 2), Dimension: 4, Grid: accounting.GridFor(1, accounting.SumBits),
	}
}

// Level is what the scalars release tells, in rating units.
type Level struct {
	Users   float64 // that rated anything, at least 1
	Mean    float64 // of the users' mean ratings
	Spread  float64 // root mean square of a rating about its user's mean, positive
	Between float64 // s.d. of the users' means, positive
}

// ReleaseScalars makes the release "scalars": how many users rated anything, and the sums of their mean ratings x
// scaled to [−1, 1], of their mean squared deviations y in the same scale, and of x².
func ReleaseScalars(task *method.Task) (Level, error) {
	half, mid := (task.Public.High-task.Public.Low)/2, (task.Public.High+task.Public.Low)/2
	grid := Scalars().Grid
	sums := make([]float64, 4)
	for i := range task.Train.Users {
		_, values := task.Train.User(i)
		if len(values) == 0 {
			continue
		}
		own, square := average(values), 0.0
		for _, v := range values {
			square += (float64(v) - own) * (float64(v) - own) / float64(len(values))
		}
		x := min(max((own-mid)/half, -1), 1)
		y := min(square/(half*half), (1-x*x)*margin)
		for k, v := range [4]float64{1, x, y, x * x * margin} {
			sums[k] += accounting.Truncate(v, grid)
		}
	}
	if err := task.Meter.Release("scalars", sums); err != nil {
		return Level{}, err
	}
	users := max(sums[0], 1)
	noise := task.Meter.Plan().Named("scalars").Sigma / users // of each mean below
	x := method.Usual(0.2, 0.4).Update(sums[1]/users, noise, -1, 1)
	within := method.Usual(0.25, 0.15).Update(sums[2]/users, noise, leastVariance, 1)
	// Means differ by chance too, as if each were of some twenty ratings.
	between := method.Usual(within/5, within/10).Update(sums[3]/users-x*x-within/20, noise*math.Sqrt(1+4*x*x), within/20, within)
	return Level{
		Users: users, Mean: mid + half*x, Spread: half * math.Sqrt(within), Between: half * math.Sqrt(between),
	}, nil
}

// leastVariance floors the released variance, over the square of half the range.
const leastVariance = 0.005

// own returns a user's deviation from mean, pulled to it by pull ratings.
func own(values []float32, mean, pull float64) float64 {
	if len(values) == 0 {
		return 0
	}
	n := float64(len(values))
	return (average(values) - mean) * n / (n + pull)
}
