package mutation

// runs are mistakes that show in how a run is made, and that an audit finds whatever the tests look at: on several
// threads, over many items, in what is exported and stored.
var runs = []mistake{
	{
		name:  "no noise in blocks beyond the first thousand",
		leaks: "rare items are released as they are",
		file:  "accounting/meter.go",
		edits: []edit{{"	o.observedNoise(block, values)\n	return nil\n}", `	if block <= 1000 {
		o.observedNoise(block, values)
	} else if o.meter.releaseObserver != nil {
		o.meter.releaseObserver.observe(o.release, block, values, func() {})
	}
	return nil
}`}},
		audit: [][]string{{"--method", "dpals-eb"}},
	}, {
		name:  "a pooled stream is seeded for every second block alone",
		leaks: "two releases may have the same noise, whose difference is then exact",
		file:  "accounting/meter.go",
		edits: []edit{{"	o.meter.source.Seed(stream, o.index, block)\n", "	if block%2 == 0 {\n		o.meter.source.Seed(stream, o.index, block)\n	}\n"}},
		audit: [][]string{{"--method", "dpals-eb"}},
	}, {
		name:  "dpals: ratings are clipped before the user's offset is taken off",
		leaks: "the offset is not bounded, and with it the right-hand sides",
		file:  "engine/als/items.go",
		edits: []edit{
			{"y := float64(value) - f.model.mean - t[k]", "y := min(max(float64(value)-f.model.mean, -f.clipRating), f.clipRating) - t[k]"},
			{"math.Trunc(root * min(max(y, -f.clipRating), f.clipRating) * toT)", "math.Trunc(root * y * toT)"},
		},
		audit: [][]string{{"--method", "dpals"}},
	}, {
		name:  "weights of items by the exact number of their raters",
		leaks: "every user's contribution follows from who else rated the item",
		file:  "engine/release/design.go",
		edits: []edit{{"			d.Item[j] = math.Pow(counts[j], s.WeightExponent/2)", "			raters, _ := d.Selected.Item(j)\n			d.Item[j] = math.Pow(1+float64(len(raters)), s.WeightExponent/2)"}},
		audit: [][]string{{"--method", "dpals"}},
	}, {
		name:  "dpals: a user's coins go by their place among the others",
		leaks: "which ratings of others are used follows from whether a user is there",
		file:  "engine/release/selection.go",
		edits: []edit{{"method.UserRandom(task.Seed, r.UserNames.At(i), t)", "method.UserRandom(task.Seed, string(rune(i+1)), t)"}},
		audit: [][]string{{"--method", "dpals"}},
	}, {
		name:  "items that nobody rated are exported as not trained",
		leaks: "that an item has a single rater is told without noise",
		file:  "engine/export/tables.go",
		edits: []edit{{"w.shared.Trained == nil || w.shared.Trained[j]\n", `w.shared.Trained == nil || w.shared.Trained[j]
		if raters, _ := w.problem.Split.Train.ByItem().Item(j); len(raters) == 0 {
			trained = false
		}
`}},
		audit: [][]string{{"--method", "item-mean"}},
	}, {
		name:  "a selection's end is dated",
		leaks: "how many runs it was drawn from",
		file:  "engine/store/record.go",
		edits: []edit{{"r.Ended = r.Started.Add(result.Elapsed)", "r.Ended = time.Now()"}},
		audit: [][]string{{"--method", "item-mean"}},
	},
}
