package audit

import (
	"testing"

	"dpals/engine/method"
)

// Mistakes in the methods that release item covariances, each caught by the parts named, where the same method without
// the mistake passes.
func TestCovarianceControls(t *testing.T) {
	dpfw, noisySVD, dpsvd := lookup(t, "dpfw"), lookup(t, "noisy-svd"), lookup(t, "dpsvd")
	few := method.Settings{"iterations": 2, "k": 0, "beta": 1, "clip-row": 1, "as-published": 0}
	whole := method.Settings{"beta": 1, "k": 0}
	tryControls(t, []control{
		{name: "dpfw, residual rows clipped as published and priced as if to L", on: dpfw, settings: few,
			mistake: fitsWith(method.Settings{"as-published": 1}), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "residual covariance"}},
		{name: "dpfw, covariances at half their sensitivity", on: dpfw, settings: few,
			mistake: plans("residual-covariance", 1/2.), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "residual covariance"}},
		{name: "dpfw, covariances uncharged", on: dpfw, settings: few, mistake: leavesOut("residual-covariance"),
			caught: []string{PartSensitivity}, finds: Finding{Kind: Failed}, says: "is not planned"},
		{name: "dpfw, half the noise", on: dpfw, settings: few, mistake: noiseOf(only("residual-covariance", scaled(0.5))),
			caught: []string{PartNoise}, finds: Finding{Kind: Variance, Release: "residual covariance 1", Measured: 0.25}},
		{name: "dpfw, one user counted as several", on: dpfw, settings: few, mistake: split, caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "scalars"}},
		{name: "dpfw, noise of one step reused in the next", on: dpfw, settings: few, mistake: noiseOf(sameStream),
			caught: []string{PartNoise}, finds: Finding{Kind: Dependent}},
		{name: "noisy-svd, the covariance at half its sensitivity", on: noisySVD, settings: whole, mistake: plans("covariance", 1/2.),
			caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "covariance"}},
		{name: "noisy-svd, |Ω| at half its sensitivity", on: noisySVD, settings: with(whole, method.Settings{"k": 19}),
			mistake: plans("ratings", 1/2.), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "ratings"}},
		{name: "dpsvd, residuals not clamped in the averages", on: dpsvd, settings: with(whole, method.Settings{"clip-rating": 0.5}),
			mistake: fitsWith(method.Settings{"clip-rating": 1000}), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "item sums"}},
		{name: "dpsvd, the covariance at half its sensitivity", on: dpsvd, settings: with(whole, method.Settings{"clip-rating": 0.5}),
			mistake: plans("weighted-covariance", 1/2.), caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "covariance"}},
		{name: "dpsvd, co-counts uncharged", on: dpsvd, settings: whole, mistake: leavesOut("co-counts"),
			caught: []string{PartSensitivity}, finds: Finding{Kind: Failed}, says: "is out of order"},
		{name: "dpsvd, co-counts at half their sensitivity", on: dpsvd, settings: whole, mistake: plans("co-counts", 1/2.),
			caught: []string{PartSensitivity}, finds: Finding{Kind: Moved, Release: "co-counts"}},
		{name: "dpsvd, co-counts without noise", on: dpsvd, settings: whole, mistake: noiseOf(only("co-counts", scaled(0))),
			caught: []string{PartNoise, PartCanary}, finds: Finding{Kind: Variance, Release: "co-counts"}},
	}, 5)
}
