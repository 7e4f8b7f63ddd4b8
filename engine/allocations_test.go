package engine

import (
	"maps"
	"math"
	"runtime"
	"testing"

	"dpals/engine/method"
)

// objects is how many objects a run allocates, at least, of a few runs: what else the process does can only add.
func objects(t *testing.T, p Problem, c Config) float64 {
	least := math.Inf(1)
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		result(t, p, c)
		runtime.ReadMemStats(&after)
		least = min(least, float64(after.Mallocs-before.Mallocs))
	}
	return least
}

// racing is set where the race detector is on.
var racing bool

// Nothing is allocated for a user, an item or a rating: what a further step allocates, its evaluation included, is a
// number of objects that does not grow with any of them, but for the slices of cuts that are appended to. The number
// itself is that of the workspaces, the step's model, its releases and its events. On one goroutine it is always the same.
func TestIterationsAllocateNothingPerUserOrItem(t *testing.T) {
	if racing {
		t.Skip("the race detector allocates")
	}
	const further, most, growth = 4, 400, 40
	shapes := []string{"n=400,m=150,per=40", "n=1600,m=150,per=40", "n=400,m=600,per=40", "n=400,m=600,per=160"}
	var problems []Problem
	for _, shape := range shapes {
		problems = append(problems, problem(t, "synth:skewed:"+shape))
	}
	for name, c := range map[string]Config{
		"als":              {Method: "als"},
		"dpals":            {Method: "dpals", Epsilon: 5},
		"dpals, sampled":   {Method: "dpals", Epsilon: 5, Settings: method.Settings{"sampling": 1, "k": 20, "beta": 0.5, "lambda0": 0.1}},
		"dpals-eb":         {Method: "dpals-eb", Epsilon: 5},
		"released metrics": {Method: "dpals-eb", Epsilon: 5, PrivateMetrics: 0.1},
	} {
		t.Run(name, func(t *testing.T) {
			c.Seed, c.Threads = seed(1), 1
			count := func(p Problem, steps float64) float64 {
				settled := c
				settled.Settings = method.Settings{"rank": 8, "iterations": steps}
				maps.Copy(settled.Settings, c.Settings)
				return objects(t, p, settled)
			}
			first := 0.0
			for k, p := range problems {
				step := (count(p, 2+further) - count(p, 2)) / further
				if k == 0 {
					first = step
				}
				if step > min(most, first+growth) {
					t.Errorf("%s: a step allocates %.0f objects, and %.0f on %s: more than %d, or growing with the ratings",
						shapes[k], step, first, shapes[0], most)
				}
			}
		})
	}
}
