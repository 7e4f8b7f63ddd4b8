package mutation

// outside are mistakes in what stands around the runs: the range, the split, selection, export.
var outside = []mistake{
	{
		name:  "the rating range is the largest rating although one was declared",
		leaks: "sensitivities, and the model's range, tell the largest rating of anybody",
		file:  "loaders/triplets.go",
		edits: []edit{{"	r.closeGaps(kept)\n", "	r.closeGaps(kept)\n	if len(r.Value) > 0 {\n		r.High = float64(slices.Max(r.Value))\n	}\n"}},
		tests: []named{{"loaders/sources", "^TestDeclaredRangeIsKept$"}},
	}, {
		name:  "a plan goes by the largest rating although a range was declared",
		leaks: "sensitivities tell the largest rating of anybody",
		file:  "engine/config.go",
		edits: []edit{{"Low: r.Low, High: r.High,", `Low: r.Low, High: func() float64 {
		high := r.Low + 1
		for _, v := range r.Value {
			high = max(high, float64(v))
		}
		return high
	}(),`}},
		tests: []named{{"engine", "^TestNeighboursHaveTheSamePlan$"}},
	}, {
		name:  "ratings that were read before are found without the declared range",
		leaks: "a range that was read from the ratings is used in place of the declared one",
		file:  "loaders/sources/open.go",
		edits: []edit{{"opt.Format, opt.Columns, opt.Low, opt.High)", "opt.Format, opt.Columns, 0., 0.)"}},
		tests: []named{{"loaders/sources", "^TestCacheServesAnUnchangedSource$/another_range"}},
	}, {
		name:  "the exact number of users is in model.json",
		leaks: "whether somebody takes part, to whoever knows the others",
		file:  "engine/export/export.go",
		edits: []edit{{`"items": train.Items,`, `"items": train.Items, "users": train.Users,`}},
		tests: []named{{"engine/export", "^TestExportHasKnownKeysAlone$"}, {"engine/export", "^TestExportsOfNeighboursAreTheSame$"}},
	}, {
		name:  "users' own rows are readable by everyone",
		leaks: "rows that are functions of one user's ratings, without noise",
		file:  "engine/export/tables.go",
		edits: []edit{{"forOwner os.FileMode = 0o600", "forOwner os.FileMode = 0o644"}},
		tests: []named{{"engine/export", "^TestUsersRowsAreTheCuratorsAlone$"}},
	}, {
		name:  "ties of a selection are broken by elapsed time",
		leaks: "which run is published follows from how long the ratings took",
		file:  "engine/sweep/selection.go",
		edits: []edit{{"scoreOf(one.result), words.Uint64()", "scoreOf(one.result), uint64(one.result.Elapsed)"}},
		tests: []named{{"engine/sweep", "^TestTiesOfASelectionAreBrokenByCoins$"}},
	}, {
		name:  "a selection publishes how many runs it made",
		leaks: "the number that the cost of a selection rests on being secret",
		file:  "engine/sweep/selection.go",
		edits: []edit{
			{"	for range s.law.Draw(words) {\n", "	runs := s.law.Draw(words)\n	for range runs {\n"},
			{"	b.Cell.Epsilon = s.Epsilon\n", "	b.Cell.Epsilon, b.Cell.N = s.Epsilon, runs\n"},
		},
		tests: []named{{"engine/sweep", "^TestNumberOfRunsOfASelectionIsNotTold$"}},
	}, {
		name:  "a selection goes by an error that was not released",
		leaks: "the choice follows from held-out ratings, for free",
		file:  "engine/sweep/selection.go",
		edits: []edit{{"		return r.ValidRMSE\n", "		return r.TrainRMSE\n"}},
		tests: []named{{"engine/sweep", "^TestSelectionGoesByReleasedErrors$"}},
	}, {
		name:  "phases are timed without a seed",
		leaks: "a run with real noise that no ledger has",
		file:  "engine/timing.go",
		edits: []edit{{"	if c.Seed == nil {\n", "	if c.Seed == nil && m.Plan == nil {\n"}},
		tests: []named{{"engine", "^TestTimingNeedsASeed$"}},
	},
}
