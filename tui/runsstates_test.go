package tui

import "testing"

// runsStates are those of the Runs screen.
var runsStates = []state{
	{name: "not-kept", act: func(b *bed) { b.openRuns() }},
	{name: "reading", options: withRuns(smallHistory())},
	{name: "empty", options: withRuns(&fakeArchive{}), act: func(b *bed) { b.openRuns() }},
	{name: "unreadable", options: withRuns(&fakeArchive{failed: errUnreadable}), act: func(b *bed) { b.openRuns() }},
	{name: "list", options: withRuns(smallHistory()), act: func(b *bed) { b.openRuns() }},
	{name: "other-data", options: withRuns(smallHistory()), act: func(b *bed) { b.openRuns(); b.does("down", "down", "down") }},
	{name: "failed", options: withRuns(smallHistory()), act: func(b *bed) { b.openRuns(); b.does("down", "down") }},
	{name: "released", options: withRuns(smallHistory()), act: func(b *bed) { b.openRuns(); b.does("down") }},
	{name: "simulation-pinned", options: withRuns(smallHistory()), act: func(b *bed) {
		b.carry(b.runs().init())
		b.openRuns()
		b.does("down", "down", "down", "down")
	}},
	{name: "running", options: func(o *Options) {
		a := smallHistory()
		a.runs[6].Outcome, a.runs[6].Curve, a.runs[6].Iterations = "", a.runs[6].Curve[:2], 2
		o.archive = a
	}, act: func(b *bed) { b.openRuns() }},
	{name: "sorted", options: withRuns(smallHistory()), act: func(b *bed) { b.openRuns(); b.does("o", "o", "o", "o", "o", "o", "o", "O") }},
	{name: "filter-wrong", options: withRuns(smallHistory()), act: func(b *bed) { b.openRuns(); b.does("/", "e", "p", "s", "<", "x") }},
	{name: "filtered", options: withRuns(smallHistory()), act: func(b *bed) {
		b.openRuns()
		b.does("/", "p", "i", "n", "n", "e", "d", "enter")
	}},
	{name: "naming", options: withRuns(smallHistory()), act: func(b *bed) { b.openRuns(); b.does("n", "!") }},
	{name: "deleting", options: withRuns(smallHistory()), act: func(b *bed) { b.openRuns(); b.does("space", "space", "d") }},
	{name: "comparing", options: withRuns(smallHistory()), act: func(b *bed) {
		b.openRuns()
		b.does("space", "down", "down", "down", "space", "space", "c")
	}},
	{name: "comparing-apart", options: withRuns(smallHistory()), act: func(b *bed) {
		b.openRuns()
		b.does("space", "space", "space", "space", "space", "space", "c")
	}},
	{name: "zoom", options: withRuns(smallHistory()), act: func(b *bed) { b.openRuns(); b.does("f", "z") }},
	{name: "ascii", options: func(o *Options) {
		o.archive, o.ASCII, o.NoColor = smallHistory(), true, true
	}, act: func(b *bed) { b.openRuns(); b.does("space") }},
	{name: "no-colour", options: func(o *Options) { o.archive, o.NoColor = smallHistory(), true }, act: func(b *bed) { b.openRuns(); b.does("space") }},
}

func TestRunsScreens(t *testing.T) { requireGolden(t, "Runs", runsStates, usualSizes) }
