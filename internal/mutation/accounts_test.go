package mutation

// accounts are mistakes in noise, in what it is charged as, and in what is marked as noise that protects no user.
var accounts = []mistake{
	{
		name:  "noise is keyed by release·2¹⁶ + block",
		leaks: "block 65,536 of a release has the noise of block 0 of the next: their difference is exact",
		file:  "accounting/noise/source.go",
		edits: []edit{{"derive(s.key[:], streamDomain, uint64(release), uint64(block))", "derive(s.key[:], streamDomain, uint64(release)<<16+uint64(block))"}},
		tests: []named{{"accounting/noise", "^TestBlockOfOneReleaseIsNoBlockOfAnother$"}, {"accounting", "^TestNoBlockSharesItsNoise$"}},
		audit: [][]string{{"--method", "dpals"}},
	}, {
		name:  "the meter uses the noise of a release again for the third after it",
		leaks: "the difference of two releases is exact",
		file:  "accounting/meter.go",
		edits: []edit{{"o.meter.source.Seed(stream, o.index, block)", "o.meter.source.Seed(stream, o.index%3, block)"}},
		tests: []named{{"accounting", "^TestNoBlockSharesItsNoise$"}},
	}, {
		name:  "noise without a seed is drawn from the seed of initial factors and sampling",
		leaks: "random factors that a model shows, or a start that it tells of, give the key of all noise",
		file:  "engine/run.go",
		edits: []edit{
			{"return noise.System(nil)", "return noise.System(&handed{rest[:]})"},
			{"// randomness returns", `type handed struct{ left []byte }

func (h *handed) Read(p []byte) (n int, err error) {
	n = copy(p, h.left)
	h.left = h.left[n:]
	return n, nil
}

// randomness returns`},
		},
		tests: []named{{"engine", "^TestNoiseHasItsOwnKey$"}},
	}, {
		name:  "the meter takes blocks that are shorter than planned",
		leaks: "how many numbers are released follows from the ratings, without noise",
		file:  "accounting/meter.go",
		edits: []edit{{"len(values) != o.block {", "len(values) > o.block {"}},
		tests: []named{{"accounting", "^TestPendingReleaseEnforcesBlocks$"}},
	}, {
		name:  "the meter's refusal names the value that it refuses",
		leaks: "a failed run, whose error is shown and kept, tells an exact sum",
		file:  "accounting/meter.go",
		edits: []edit{{`"release %q: a value of block %d is not on the grid 2^%d", o.release.Name, block`, `"release %q: value %v of block %d is not on the grid 2^%d", o.release.Name, v, block`}},
		tests: []named{{"accounting", "^TestErrorsHoldNoPrivateValues$"}},
	}, {
		name:  "the meter goes on where its journal fails",
		leaks: "a release is made that no ledger has",
		file:  "accounting/meter.go",
		edits: []edit{{"		if err := m.journal(c); err != nil {\n			return err\n		}\n", "		_ = m.journal(c)\n"}},
		tests: []named{{"accounting", "^TestJournal$"}},
	}, {
		name:  "a charge is lost where those of a step are paid together",
		leaks: "the ledger has less than was released",
		file:  "engine/payments.go",
		edits: []edit{{"	done := make(chan error, 1)\n", "	if len(all) > 1 {\n		all = all[1:]\n	}\n	done := make(chan error, 1)\n"}},
		tests: []named{{"engine", "^TestIterationIsChargedBeforeItsReleases$"}},
	}, {
		name:  "a run with a seed and released errors is no simulation",
		leaks: "noise that anyone can repeat is shown and exported as private",
		file:  "engine/run.go",
		edits: []edit{{"r.Simulation = c.Seed != nil", "r.Simulation = c.Seed != nil && c.PrivateMetrics == 0"}},
		tests: []named{{"engine/export", "^TestSimulationIsMarkedEverywhere$"}},
	}, {
		name:  "the store forgets that a run is a simulation",
		leaks: "noise that anyone can repeat is listed as private",
		file:  "engine/store/run.go",
		edits: []edit{{"r.Simulation = r.Private && c.Seed != nil", "r.Simulation = false"}},
		tests: []named{{"engine/store", "^TestScopeAndSimulationAreStored$"}},
	}, {
		name:  "the statement rounds ε to the nearest",
		leaks: "less is claimed than was spent",
		file:  "engine/export/statement.go",
		edits: []edit{{"format.Cost(*s.Epsilon)", `fmt.Sprintf("%.6g", *s.Epsilon)`}},
		tests: []named{{"engine/export", "^TestStatementRoundsUp$"}},
	},
}
