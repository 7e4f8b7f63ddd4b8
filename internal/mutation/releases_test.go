package mutation

// sums is the test of what methods release and tell: of which method, under which settings.
func sums(of string) []named {
	return []named{{"engine", "^TestReleasesAreSumsOfUsersOwnContributions$/" + of}}
}

// releases are mistakes in what is summed, and in what is shown beside it.
var releases = []mistake{
	{
		name:  "released errors: the weight of a user is not capped",
		leaks: "a user with many validation ratings moves both sums by more than 1",
		file:  "engine/metrics.go",
		edits: []edit{{"w := min(float64(len(items)), metricCap) / metricCap", "w := float64(len(items)) / metricCap"}},
		tests: []named{{"engine", "^TestReleasedErrorsAreCappedAndClipped$"}, {"engine", "^TestReleasesAreSumsOfUsersOwnContributions$/^user-mean$"}},
		audit: [][]string{{"--method", "item-mean", "--private-metrics", "0.5"}},
	}, {
		name:  "released errors: an error is not clipped",
		leaks: "a single error moves the sum by more than its share of 1",
		file:  "engine/metrics.go",
		edits: []edit{{"square < 1 {", "square < 1e9 {"}},
		tests: []named{{"engine", "^TestReleasedErrorsAreCappedAndClipped$"}},
	}, {
		name:  "released errors: neither an error nor their mean is clipped",
		leaks: "a user whose errors are large moves the sum by more than 1",
		file:  "engine/metrics.go",
		edits: []edit{{"square < 1 {", "square < 1e9 {"}, {"min(w*total/float64(len(items)), 1)", "w*total/float64(len(items))"}},
		tests: []named{{"engine", "^TestReleasesAreSumsOfUsersOwnContributions$/^user-mean$"}},
		audit: [][]string{{"--method", "user-mean", "--private-metrics", "0.5"}},
	}, {
		name:  "released errors: divided by the exact weight",
		leaks: "the error that is shown tells the exact weight, which is a number of users",
		file:  "engine/metrics.go",
		edits: []edit{{"p.weight = max(released[0], 1)", "p.weight = max(weight, 1)"}},
		tests: sums("^item-mean$"),
		audit: [][]string{{"--method", "item-mean", "--private-metrics", "0.5"}},
	}, {
		name:  "released errors: the exact sum is shown",
		leaks: "the error that is shown has no noise",
		file:  "engine/metrics.go",
		edits: []edit{{"mean := min(max(released[0]/p.weight, 0), 1)", "mean := min(max(sum/p.weight, 0), 1)"}},
		tests: sums("^item-mean$"),
	}, {
		name:  "noisy-svd: the number of a user's ratings is not capped where k is all",
		leaks: "a user with more than a thousand ratings moves the release of ratings by more than 1",
		file:  "engine/spectral/noisysvd.go",
		edits: []edit{{"min(float64(len(own)), counted(k))/counted(k)", "float64(len(own))/counted(k)"}},
		tests: []named{{"engine", "^TestHeavyUserStaysWithinTheSensitivity$/^noisy-svd$"}},
		audit: [][]string{{"--method", "noisy-svd"}},
	}, {
		name:  "dpals-eb: τ² starts from the first user's exact variance",
		leaks: "the prior of every item and the solves of all users follow from the first user's ratings",
		file:  "engine/alseb/fit.go",
		edits: []edit{{"	if err := f.setWeights(ctx, counts); err != nil {\n", `	if task.Train.Users > 0 {
		_, own := task.Train.User(0)
		mean := release.Sum(own) / float64(max(1, len(own)))
		f.state.Noise = 0.1
		for _, v := range own {
			f.state.Noise += (float64(v) - mean) * (float64(v) - mean) / float64(len(own))
		}
	}
	if err := f.setWeights(ctx, counts); err != nil {
`}},
		tests: append(sums("^dpals-eb$"), named{"engine", "^TestNothingStartsFromTheFirstUser$/^dpals-eb$"}),
		audit: [][]string{{"--method", "dpals-eb"}},
	}, {
		name:  "dpals-eb: what items retain of their statistics goes by the number of users",
		leaks: "the diagnostics that are shown beside a model tells the exact number of users",
		file:  "engine/alseb/fit.go",
		edits: []edit{{"	f.model = f.model.with(f.state)\n	return nil\n", `	for k := range f.state.Retained {
		f.state.Retained[k] /= float64(1 + f.task.Train.Users)
	}
	f.model = f.model.with(f.state)
	return nil
`}},
		tests: sums("^dpals-eb$"),
	}, {
		name:  "dpals: λ is told as what the number of users makes of it",
		leaks: "the settings of a run, which are exported, tell the exact number of users",
		file:  "engine/als/fit.go",
		edits: []edit{{"f.model.itemLambda = itemLambda(f.config, task.Meter.Plan())", "f.model.itemLambda = itemLambda(f.config, task.Meter.Plan()) * float64(1+task.Train.Users)"}},
		tests: append(sums("^dpals$"), named{"engine/export", "^TestExportsOfNeighboursAreTheSame$/^dpals$"}),
		audit: [][]string{{"--method", "dpals"}},
	}, {
		name:  "dpfw: the radius goes by the exact number of users",
		leaks: "the shared gains follow from a number that was not released",
		file:  "engine/frankwolfe/fit.go",
		edits: []edit{{"ruleNuclear(all.Users, columns", "ruleNuclear(float64(1+task.Train.Users), columns"}},
		tests: sums("^dpfw$"),
		audit: [][]string{{"--method", "dpfw"}},
	}, {
		name:  "dpals: ratings are clipped in the first piece of an item's raters alone",
		leaks: "of an item with many raters, those behind the first 8,192 move the sums by more than the sensitivity",
		file:  "engine/als/items.go",
		edits: []edit{{"			t[k] = math.Trunc(root * min(max(y, -f.clipRating), f.clipRating) * toT)\n", `			if from == 0 {
				y = min(max(y, -f.clipRating), f.clipRating)
			}
			t[k] = math.Trunc(root * y * toT)
`}},
		tests: []named{{"engine", "^TestUserAmongManyStaysWithinTheSensitivity$/^dpals$"}},
	}, {
		name:  "rows of a covariance are not clipped where they are long",
		leaks: "a user with many ratings moves the covariance by more than its sensitivity",
		file:  "engine/symmetric/rows.go",
		edits: []edit{{"	scale := min(1, bound*method.Margin/math.Sqrt(square)/size)\n", "	scale := min(1, bound*method.Margin/math.Sqrt(square)/size)\n	if len(src) > 1000 {\n		scale = 1\n	}\n"}},
		tests: []named{{"engine", "^TestHeavyUserStaysWithinTheSensitivity$/^noisy-svd$"}, {"engine", "^TestHeavyUserStaysWithinTheSensitivity$/^dpfw$"}},
		audit: [][]string{{"--method", "noisy-svd"}},
	}, {
		name:  "rows are clipped without a margin",
		leaks: "the norm of a row as it is stored passes the bound that the sensitivity is computed from",
		file:  "engine/release/clip.go",
		edits: []edit{{"scale := bound * method.Margin / norm", "scale := bound / norm"}},
		tests: []named{{"engine/release", "^TestClippedRowsStayBelowTheirBound$"}},
	}, {
		name:  "local reports: who rated nothing does not report",
		leaks: "the list of those who report, and how many they are, tells who rated nothing",
		file:  "engine/gradient/local.go",
		edits: []edit{{"			if err := report(worker, i); err != nil {\n", "			if train.Ptr[i] == train.Ptr[i+1] {\n				continue\n			}\n			if err := report(worker, i); err != nil {\n"}},
		tests: []named{{"engine/gradient", "^TestUsersWithoutRatingsReport$"}},
		audit: [][]string{{"--method", "ldp-gd"}},
	},
}
