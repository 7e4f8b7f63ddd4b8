package baseline

import (
	"context"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/engine/release"
)

// GlobalMean predicts the mean of the users' means for every user.
var GlobalMean = &method.Method{
	Name:    "global-mean",
	Summary: "one number for all users: the mean of their mean ratings",
	Source:  "baseline",
	Trust:   method.TrustJoint,
	Plan: func(method.Public, method.Settings) ([]accounting.Request, error) {
		return []accounting.Request{release.ScalarsRequest(1)}, nil
	},
	Fit: func(_ context.Context, task *method.Task) (method.Model, error) {
		task.Progress.Phase("mean", 1, 1)
		level, err := release.Scalars(task)
		if err != nil {
			return nil, err
		}
		m := &constant{mean: level.Mean}
		return m, task.Progress.Iteration(1, m)
	},
}

// UserMean predicts each user's own mean: nothing mixes users, so it is private at ε = 0.
var UserMean = &method.Method{
	Name:    "user-mean",
	Summary: "each user's own mean rating: nothing is released, ε = 0",
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
		l.at = release.Mean(values)
	}
}

func (l *constantLocal) Predict(uint32) float64 { return l.at }

// own returns a user's deviation from mean, pulled to it by pull ratings.
func own(values []float32, mean, pull float64) float64 {
	if len(values) == 0 {
		return 0
	}
	n := float64(len(values))
	return (release.Mean(values) - mean) * n / (n + pull)
}
