package audit

import (
	"context"
	"strconv"
	"testing"

	"dpals/engine/method"
)

// renamed gives users the names of their places, so that coins go by who else is there.
var renamed = changed(func(m *method.Method) {
	fit := m.Fit
	m.Fit = func(ctx context.Context, task *method.Task) (method.Model, error) {
		other := *task
		people := make([]person, task.Train.Users)
		for i := range people {
			items, values := task.Train.User(i)
			people[i].name = strconv.Itoa(task.Train.Users - i)
			for k := range items {
				people[i].rate(int(items[k]), float64(values[k]))
			}
		}
		var err error
		if other.Train, err = ratingsOf(people, task.Train.Items); err != nil {
			return nil, err
		}
		return fit(ctx, &other)
	}
})

// Mistakes in the starts and in theory mode are caught, and the code without them passes.
func TestStartControls(t *testing.T) {
	eb := lookup(t, "dpals-eb")
	power, gauss := method.Settings{"init": 1, "init-share": 0.3}, method.Settings{"init": 2, "init-share": 0.3}
	theory := with(small, method.Settings{"theory": 1, "iterations": 2})
	tryControls(t, []control{
		{name: "power uncharged", settings: with(small, power), mistake: leavesOut("power"), caught: []string{PartSensitivity}, finds: Finding{Kind: Failed}, says: "is out of order"},
		{name: "power at half its sensitivity", settings: with(small, power), mistake: plans("power", 1/2.), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "power"}},
		{name: "power at half its sensitivity, beside biases", on: eb, settings: with(smallEB, power), mistake: plans("power", 1/2.), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "power"}},
		{name: "half the noise of power", settings: with(small, power), mistake: noiseOf(only("power", scaled(0.5))), caught: []string{PartNoise}, finds: Finding{Kind: Variance, Release: "power 1", Measured: 0.25}},
		{name: "a start that reads ratings, planned as one that does not", settings: with(small, method.Settings{"init": 0}), mistake: fitsWith(power), caught: []string{PartSensitivity}, finds: Finding{Kind: Failed}, says: "is out of order"},
		{name: "covariance uncharged", settings: with(small, gauss), mistake: leavesOut("start-covariance"), caught: []string{PartSensitivity}, finds: Finding{Kind: Failed}, says: "is out of order"},
		{name: "covariance at half its sensitivity", settings: with(small, gauss), mistake: plans("start-covariance", 1/2.), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "start covariance"}},
		{name: "half the noise of the covariance", on: eb, settings: with(smallEB, gauss), mistake: noiseOf(only("start-covariance", scaled(0.5))), caught: []string{PartNoise}, finds: Finding{Kind: Variance, Release: "start covariance", Measured: 0.25}},
		{name: "the parts' ratings dealt by place", settings: theory, mistake: renamed, caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "gram 1"}},
		{name: "a part paid for, all ratings used", settings: with(theory, method.Settings{"sampling": 1, "k": 3}),
			mistake: fitsWith(method.Settings{"theory": 0, "k": 20}), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "gram 1"}},
	}, 3)
}
