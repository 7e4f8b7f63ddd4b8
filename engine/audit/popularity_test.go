package audit

import (
	"testing"

	"dpals/engine/method"
)

// Mistakes in the slope of popularity are caught; the method without them passes.
func TestPopularityControls(t *testing.T) {
	popularity := lookup(t, "popularity")
	settings := method.Settings{"clip-rating": 0.5}
	tryControls(t, []control{
		{name: "the slope at a quarter of its sensitivity", on: popularity, settings: settings, mistake: plans("slope", 1/4.),
			caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "slope"}},
		{name: "the slope uncharged", on: popularity, settings: settings, mistake: leavesOut("slope"),
			caught: []string{PartSensitivity}, finds: Finding{Kind: Failed}, says: "is not planned"},
		{name: "counts without noise", on: popularity, settings: settings, mistake: noiseOf(only("item-counts", scaled(0))),
			caught: []string{PartNoise, PartCanary}, finds: Finding{Kind: Variance, Release: "item counts"}},
	}, 2)
}
