package engine

import (
	"fmt"
	"testing"

	"dpals/engine/method"
)

// meanTest trains with each seed and returns the mean error on the test ratings.
func meanTest(t *testing.T, p Problem, c Config, seeds int) float64 {
	t.Helper()
	mean, _ := tests(t, p, c, seeds)
	return mean
}

// tests trains with each seed and returns the mean and the worst error on the test ratings.
func tests(t *testing.T, p Problem, c Config, seeds int) (mean, worst float64) {
	t.Helper()
	for s := range seeds {
		c.Seed = seed(uint64(s + 1))
		e := result(t, p, c).TestRMSE
		mean += e / float64(seeds)
		worst = max(worst, e)
	}
	return mean, worst
}

// The bounds are what the program promises with default flags; they leave a margin of two or more standard
// deviations over what it reaches (docs/results.md has them).
func TestErrorOnMovieLens(t *testing.T) {
	if testing.Short() {
		t.Skip("trains on a million ratings; left out of short runs")
	}
	for _, c := range []struct {
		data, method string
		epsilon      float64
		atMost       float64
	}{
		{"ml-1m", "als", 0, 0.855},
		{"ml-1m", "dpals-eb", 1, 0.968},
		{"ml-1m", "dpals-eb", 5, 0.903},
		{"ml-1m", "dpals-eb", 10, 0.884},
		{"ml-1m", "dpals-eb", 20, 0.872},
		{"ml-1m", "dpals", 20, 0.905},
		{"ml-1m", "dpals", 5, 0.935},
		{"ml-1m", "dpals", 1, 1.00},
		{"ml-1m", "item-mean", 1, 0.98},
		{"ml-100k", "als", 0, 0.93},
		{"ml-100k", "dpals", 20, 0.97},
	} {
		t.Run(fmt.Sprintf("%s/%s/%g", c.data, c.method, c.epsilon), func(t *testing.T) {
			got := meanTest(t, movielens(t, c.data), Config{Method: c.method, Epsilon: c.epsilon}, 3)
			t.Logf("test RMSE %.4f", got)
			if got > c.atMost {
				t.Errorf("test RMSE %.4f, want at most %.4f", got, c.atMost)
			}
		})
	}
}

// Whatever the noise, the rule must not make predictions much worse than each user's own mean.
func TestNeverMuchWorseThanTheUserMean(t *testing.T) {
	if testing.Short() {
		t.Skip("trains many times; left out of short runs")
	}
	for _, data := range []string{"ml-1m", "ml-100k"} {
		t.Run(data, func(t *testing.T) {
			p := movielens(t, data)
			mean := result(t, p, Config{Method: "user-mean"}).TestRMSE
			for _, epsilon := range []float64{0.5, 1, 2, 5, 10, 20, 50} {
				if got := meanTest(t, p, Config{Method: "dpals-eb", Epsilon: epsilon}, 2); got > mean {
					t.Errorf("dpals-eb at ε = %g: test RMSE %.4f, user-mean %.4f", epsilon, got, mean)
				}
				for _, sampling := range []float64{0, 1, 2} {
					s := method.Settings{"sampling": sampling}
					if sampling > 0 {
						s["k"] = 50
					}
					if got := meanTest(t, p, Config{Method: "dpals", Epsilon: epsilon, Settings: s}, 1); got > mean+0.02 {
						t.Errorf("sampling %g at ε = %g: test RMSE %.4f, user-mean %.4f", sampling, epsilon, got, mean)
					}
				}
			}
		})
	}
}

// [DPALS] §6.1: an exact product of rank 5 with unit variance, so that 1 is the error of predicting nothing.
func TestErrorOnLowRank(t *testing.T) {
	if testing.Short() {
		t.Skip("trains on four million ratings; left out of short runs")
	}
	p := problem(t, "synth:lowrank:n=20000")
	for _, c := range []struct {
		method   string
		epsilon  float64
		settings method.Settings
		atMost   float64
	}{
		{"als", 0, method.Settings{"lambda": 0, "iterations": 4}, 0.01},
		{"dpals", 20, nil, 0.1},
		{"dpals", 5, nil, 0.25},
		{"dpals", 1, nil, 0.75},
	} {
		t.Run(fmt.Sprintf("%s/%g", c.method, c.epsilon), func(t *testing.T) {
			s := method.Settings{"rank": 5}
			for k, v := range c.settings {
				s[k] = v
			}
			mean, worst := tests(t, p, Config{Method: c.method, Epsilon: c.epsilon, Settings: s}, 3)
			t.Logf("test RMSE %.4f, worst of 3 seeds %.4f", mean, worst)
			if worst > c.atMost {
				t.Errorf("test RMSE %.4f, want at most %g with every seed", worst, c.atMost)
			}
		})
	}
}
