package mutation

// row is the test of a method's own rows.
func row(of string) named { return named{"engine", "^TestEmptyUserHasNoRow$/" + of} }

// rows are mistakes by which a user without ratings inherits the row of the user who was solved before.
var rows = []mistake{
	{
		name:  "als, dpals: a user without ratings keeps the row of the user before",
		leaks: "a user's ratings are in the sums twice, and in what another user is shown",
		file:  "engine/als/model.go",
		edits: []edit{{"	mean := float32(s.mean)\n", "	if len(items) == 0 {\n		return\n	}\n	mean := float32(s.mean)\n"}},
		tests: []named{row("^dpals$"), row("^als$"), sums("^dpals$/^lambda0")[0]},
		audit: [][]string{{"--method", "dpals", "--lambda0", "0.5"}, {"--method", "dpals", "--private-metrics", "0.5"}},
	}, {
		name:  "dpals-eb: a user without ratings keeps the row of the user before",
		leaks: "what a user is shown, and released errors, follow from another user's ratings",
		file:  "engine/alseb/model.go",
		edits: []edit{{"	r, mean := s.rank, float32(s.mean)\n", "	if len(items) == 0 {\n		return\n	}\n	r, mean := s.rank, float32(s.mean)\n"}},
		tests: append(sums("^dpals-eb$"), row("^dpals-eb$")),
		audit: [][]string{{"--method", "dpals-eb", "--private-metrics", "0.5"}},
	}, {
		name:  "fw, dpfw: a user without ratings keeps the row of the user before",
		leaks: "what a user is shown, and released errors, follow from another user's ratings",
		file:  "engine/frankwolfe/model.go",
		edits: []edit{{"	l.level = l.of(values)\n", "	if len(items) == 0 {\n		return\n	}\n	l.level = l.of(values)\n"}},
		tests: append(sums("^dpfw$"), row("^dpfw$"), row("^fw$")),
	}, {
		name:  "noisy-svd: a user without ratings keeps the row of the user before",
		leaks: "what a user is shown, and released errors, follow from another user's ratings",
		file:  "engine/spectral/noisysvd.go",
		edits: []edit{{"	l.level, _ = l.of(nil, values)\n", "	if len(items) == 0 {\n		return\n	}\n	l.level, _ = l.of(nil, values)\n"}},
		tests: append(sums("^noisy-svd$"), row("^noisy-svd$")),
	}, {
		name:  "dpsvd: a user without ratings keeps the row of the user before",
		leaks: "what a user is shown, and released errors, follow from another user's ratings",
		file:  "engine/spectral/regression.go",
		edits: []edit{{"	clear(l.u)\n	if l.rank > 0 && len(items) > 0 {", "	if l.rank > 0 && len(items) > 0 {\n		clear(l.u)"}},
		tests: append(sums("^dpsvd$"), row("^dpsvd$")),
		audit: [][]string{{"--method", "dpsvd", "--private-metrics", "0.5"}},
	}, {
		name:  "gd and local methods: a user without ratings keeps the row of the user before",
		leaks: "what a user is shown follows from another user's ratings",
		file:  "engine/gradient/model.go",
		edits: []edit{{"		s.setPrior(0)\n		return\n	}\n	s.normal", "		return\n	}\n	s.normal"}},
		tests: []named{row("^gd$"), row("^ldp-gd$")},
		audit: [][]string{{"--method", "ldp-gd"}},
	},
}
