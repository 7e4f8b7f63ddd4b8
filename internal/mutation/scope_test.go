package mutation

// neighbours is the test of whole runs with a private scope on neighbouring ratings, with an adversary by a method.
func neighbours(of string) named {
	return named{"engine/scope", "^TestNeighboursOfARunWithAPrivateScope$/" + of}
}

// scopes are mistakes in what a run releases instead of taking it for public, and in what is charged for it.
var scopes = []mistake{
	{
		name:  "the method inside keeps the range of the ratings although another was released",
		leaks: "sensitivities tell the largest rating of anybody",
		file:  "engine/scope/scope.go",
		edits: []edit{{"inner.Public.Low, inner.Public.High, inner.Public.Items = cut.Low, cut.High, inner.Train.Items", "inner.Public.Items = inner.Train.Items"}},
		tests: []named{neighbours("^few_items$/^item-mean$"), neighbours("^few_items$/^dpals$"), {"engine", "^TestLaterPlansClaimWhatIsProved$"}},
		audit: [][]string{{"--method", "item-mean"}, {"--method", "dpals"}},
	}, {
		name:  "rules go by the range and the items that were not released",
		leaks: "parameters that are stated tell the largest rating and the number of items of all users",
		file:  "engine/scope/scope.go",
		edits: []edit{{"m.Resolve(inner.Public, task.Settings)", "m.Resolve(task.Public, task.Settings)"}},
		tests: []named{neighbours("^few_items$/^dpals")},
		audit: [][]string{{"--method", "dpals-eb"}},
	}, {
		name:  "the released range is replaced by the exact highest atom",
		leaks: "about how large the largest rating of anybody is",
		file:  "engine/scope/bounds.go",
		edits: []edit{{"	low, high = widened(lowerEnd(first), upperEnd(last))\n", `	last = 0
	for i := range task.Train.Users {
		if _, a, ok := ends(task.Train, i); ok {
			last = max(last, a)
		}
	}
	low, high = widened(lowerEnd(first), upperEnd(last))
`}},
		tests: []named{neighbours("^few_items$/^item-mean$")},
		audit: [][]string{{"--method", "item-mean"}},
	}, {
		name:  "ratings are not clamped to the released range",
		leaks: "a rating outside the released range moves sums without bound",
		file:  "loaders/restrict.go",
		edits: []edit{{"		s.Value[k] = Clamp(v, low, high)\n", "		s.Value[k] = Clamp(v, -math.MaxFloat32, math.MaxFloat32)\n"}},
		tests: []named{{"engine/scope", "^TestInnerMethodSeesReleasedScopeAlone$"}, {"loaders", "^TestRestrictKeepsItemsAndClamps$"}},
	}, {
		name:  "ratings are cut to a wider range than the method inside is planned for",
		leaks: "a rating outside the released range moves sums without bound",
		file:  "engine/scope/scope.go",
		edits: []edit{{"r.Restrict(c.Items, c.Low, c.High)", "r.Restrict(c.Items, 10*c.Low-1e6, 10*c.High+1e6)"}},
		tests: []named{{"engine/scope", "^TestInnerMethodSeesReleasedScopeAlone$"}},
	}, {
		name:  "a user speaks for all of their items, however many",
		leaks: "more names of one user than the threshold's failure is for",
		file:  "engine/scope/catalogue.go",
		edits: []edit{{"	if len(items) <= mostItems {\n", "	if len(items) > 0 {\n"}},
		tests: []named{{"engine/scope", "^TestContributionsAreCapped$"}, neighbours("^many_items$/^item-mean$")},
	}, {
		name:  "a user's coins for the catalogue are the first user's",
		leaks: "who is first moves what all others speak for",
		file:  "engine/scope/catalogue.go",
		edits: []edit{{"task.Seed, r.UserNames.At(i))", "task.Seed, r.UserNames.At(0))"}},
		tests: []named{neighbours("^only_numbers$/^item-mean$")},
	}, {
		name:  "a user's coins for the catalogue follow from the user's place",
		leaks: "who stands before others moves what they speak for",
		file:  "engine/scope/catalogue.go",
		edits: []edit{{"task.Seed, r.UserNames.At(i))", "task.Seed, string(rune(i)))"}},
		tests: []named{neighbours("^only_numbers$/^item-mean$"), neighbours("^one_item$/^item-mean$")},
	}, {
		name:  "what a user speaks for follows from the numbers of their items",
		leaks: "an item of one user, which gives others another number, moves what all others speak for",
		file:  "engine/scope/catalogue.go",
		edits: []edit{{"	items = slices.Clone(items)\n	sortByName(items, names)\n", "	items = slices.Clone(items)\n"}},
		tests: []named{neighbours("^few_items$/^item-mean$")},
	}, {
		name:  "a user speaks for each of their items in full",
		leaks: "a user with many items moves the catalogue's sums by far more than 1",
		file:  "engine/scope/catalogue.go",
		edits: []edit{{"accounting.Truncate(method.Margin/math.Sqrt(float64(len(items))), unit)", "accounting.Truncate(method.Margin/math.Sqrt(min(2, float64(len(items)))), unit)"}},
		tests: []named{{"engine/scope", "^TestOneUserMovesTheScopeByItsSensitivity$"}, neighbours("^few_items$/^item-mean$")},
		audit: [][]string{{"--method", "item-mean"}, {"--method", "popularity"}},
	}, {
		name:  "the range counts every rating instead of a user's lowest and highest",
		leaks: "a user with many ratings moves the counts by far more than √2",
		file:  "engine/scope/bounds.go",
		edits: []edit{{"			lowest[first]++\n", "			_, values := task.Train.User(i)\n			lowest[first] += float64(len(values))\n"}},
		tests: []named{{"engine/scope", "^TestOneUserMovesTheScopeByItsSensitivity$"}, neighbours("^few_items$/^item-mean$")},
		audit: [][]string{{"--method", "item-mean"}, {"--method", "popularity"}},
	}, {
		name:  "recommendations name items that were not released",
		leaks: "that an item of one user exists, to whoever asks",
		file:  "engine/people/recommend.go",
		edits: []edit{{"ok && s.Scope().Items != nil {", "ok && s.Scope().Items == nil {"}},
		tests: []named{{"engine/people", "^TestRecommendationsNameReleasedItemsAlone$"}, neighbours("^few_items$/^user-mean$")},
	}, {
		name:  "a private catalogue takes the condition on the range off the statement",
		leaks: "a range that was read from the ratings is stated as public",
		file:  "engine/scope/scope.go",
		edits: []edit{{"o.RangeObserved = o.RangeObserved && !private.Range", "o.RangeObserved = o.RangeObserved && !private.Range && !private.Catalogue"}},
		tests: []named{{"engine/scope", "^TestReleasedScopeIsNotObserved$"}},
	}, {
		name:  "the catalogue's share follows from the number of items",
		leaks: "noise that is stated tells how many items all users rated",
		file:  "engine/scope/scope.go",
		edits: []edit{
			{"catalogueRequest(catalogueWeight, pub.Delta)", "catalogueRequest(catalogueWeight+1e-6*float64(pub.Items), pub.Delta)"},
		},
		tests: []named{{"engine/scope", "^TestFirstPlanDoesNotDependOnReleasedScope$"}, neighbours("^few_items$/^item-mean$")},
	}, {
		name:  "the catalogue's failure is a fifth of δ, and its proof says a tenth",
		leaks: "nothing by itself: it is planned, and not as stated",
		file:  "engine/scope/catalogue.go",
		edits: []edit{{"failureFraction = 0.1", "failureFraction = 0.2"}},
		tests: []named{{"engine", "^TestScopeIsPlannedWithTheNumbersOfItsProofs$"}},
	}, {
		name:  "a sum of nobody is named where its noise is large",
		leaks: "the id of an item whose only rating is held out",
		file:  "accounting/threshold.go",
		edits: []edit{{"sums[i] > 0 && v >= r.Threshold", "v >= r.Threshold"}},
		tests: []named{{"accounting", "^TestEmptySumsAreNeverReported$"}, neighbours("^few_items$/^item-mean$")},
	}, {
		name:  "a user's own ratings are not clamped where predictions are made",
		leaks: "nothing by itself: a row is not what the model states, and released errors are of another model",
		file:  "engine/scope/model.go",
		edits: []edit{{"loaders.Clamp(values[k], l.cut.Low, l.cut.High)", "loaders.Clamp(values[k], -1e30, 1e30)"}},
		tests: []named{{"engine/scope", "^TestOwnRatingsCountInsideTheReleasedRange$"}},
	}, {
		name:  "a user's own ratings are taken in the order of all items",
		leaks: "the last digit of a prediction tells that an item was not released",
		file:  "engine/scope/model.go",
		edits: []edit{{"		slices.SortFunc(l.own, func(a, b rated) int {", "		_ = (func(a, b rated) int {"}, {"cmp.Compare(a.value, b.value))\n		})\n", "cmp.Compare(a.value, b.value))\n		})\n		slices.Reverse(l.own[:0])\n"}},
		tests: []named{{"engine/scope", "^TestOwnRatingsCountInsideTheReleasedRange$"}},
	}, {
		name:  "released items stand in the order of the numbers that the data set gave them",
		leaks: "that an item exists which was not released: one id that is no number turns the order",
		file:  "engine/scope/catalogue.go",
		edits: []edit{{"	sortByName(items, task.Train.ItemNames)\n", ""}},
		tests: []named{neighbours("^few_items$/^item-mean$"), neighbours("^many_items$/^item-mean$")},
	}, {
		name:  "whether a run is planned follows from the observed number of items",
		leaks: "a refusal tells how many items all users rated",
		file:  "engine/scope/scope.go",
		edits: []edit{{"inside(m, private.unknown(pub), s)", "inside(m, pub, s)"}},
		tests: []named{{"engine/scope", "^TestFirstPlanDoesNotDependOnReleasedScope$"}},
	}, {
		name:  "a run tells the range although it released its items alone",
		leaks: "the largest rating of anybody, as though it were released",
		file:  "engine/run.go",
		edits: []edit{{"	if e.Scope.Range {\n", "	if e.Scope.Range || e.Scope.Catalogue {\n"}},
		tests: []named{{"engine", "^TestExtendedHoldsReleasedScopeAlone$"}},
	}, {
		name:  "a run tells the number of items although it released its range alone",
		leaks: "how many items all users rated, as though it were released",
		file:  "engine/run.go",
		edits: []edit{{"Items: len(cut.Items)}", "Items: cut.Whole}"}},
		tests: []named{{"engine", "^TestExtendedHoldsReleasedScopeAlone$"}, neighbours("^few_items$/^item-mean$")},
	}, {
		name:  "an extended plan may cost more than was planned",
		leaks: "less is claimed than is spent",
		file:  "accounting/deferred.go",
		edits: []edit{
			{"	before := Compose(extended.Mu, fixed)\n", "	before := fixed\n"},
			{"	if extended.Mu > p.Mu {\n", "	if extended.Mu > 2*p.Mu {\n"},
		},
		tests: []named{{"accounting", "^TestExtendNeverOverspends$"}, {"accounting", "^TestExtendedPlansKeepTheTarget$"}},
	}, {
		name:  "costs that are fixed later may be more than is left",
		leaks: "less is claimed than is spent",
		file:  "accounting/deferred.go",
		edits: []edit{
			{"if !(left >= 0) || weight > 0 && left == 0 {", "if weight > 0 && !(left > 0) {"},
			{"	if extended.Mu > p.Mu {\n", "	if extended.Mu > 2*p.Mu {\n"},
		},
		tests: []named{{"accounting", "^TestExtendNeverOverspends$"}},
	}, {
		name:  "what is planned later is not charged",
		leaks: "nothing by itself: a run with a private scope fails, having spent for it",
		file:  "engine/run.go",
		edits: []edit{{"		t.payment.extend(p)\n", ""}},
		tests: []named{{"engine", "^TestLaterPlanIsChargedToTheLedger$"}},
	}, {
		name:  "the ε of a total leaves out failures",
		leaks: "less is claimed than is spent",
		file:  "accounting/totalcost.go",
		edits: []edit{{"	delta = RemainingDelta(delta, t.FailureProbability)\n", ""}},
		tests: []named{{"accounting", "^TestTotalCostSubtractsFailureProbability$"}},
	}, {
		name:  "runs without a threshold are admitted although failures have passed their part",
		leaks: "μ is spent at a δ that failures have used up",
		file:  "accounting/ledger/failure.go",
		edits: []edit{{"	if d.limit == nil {\n		return nil\n	}\n	taken", "	if d.limit == nil || r.FailureProbability == 0 {\n		return nil\n	}\n	taken"}},
		tests: []named{{"accounting/ledger", "^TestFailureProbabilityPastALoweredLimitRefusesEveryRun$"}},
	}, {
		name:  "a run under way is not asked again when its limit is lowered",
		leaks: "thresholds fail with more of δ than the limit keeps for them",
		file:  "accounting/ledger/entry.go",
		edits: []edit{{"			if refusal := checkFailureProbability(d, running, r); refusal != nil {\n				return refusal\n			}\n", ""}},
		tests: []named{{"accounting/ledger", "^TestFailureProbabilityPastALoweredLimitRefusesEveryRun$"}, {"accounting/ledger", "^TestLimitsCountFailureProbabilitiesApart$"}},
	}, {
		name:  "a limit's μ is that of its whole δ, failures not taken off",
		leaks: "the same δ is spent twice",
		file:  "accounting/ledger/limit.go",
		edits: []edit{{"accounting.RemainingDelta(limit.Delta, limit.failureRoom())", "limit.Delta"}},
		tests: []named{{"accounting/ledger", "^TestLimitHoldsForFailureProbabilityAndMuTogether$"}},
	}, {
		name:  "clamped ratings are an ulp outside the range where float32 cannot hold its ends",
		leaks: "a user's part of a sum is larger than its bound",
		file:  "loaders/restrict.go",
		edits: []edit{{"		if v = float32(high); float64(v) > high {", "		if v = float32(high); float64(v) > high && v != float32(high) {"}},
		tests: []named{{"loaders", "^TestRestrictStaysInARangeWhoseBoundsAreNoFloat32$"}},
	},
}
