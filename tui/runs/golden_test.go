package runs_test

import (
	"testing"

	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

// runsStates are those of the Runs screen.
var runsStates = []driver.State{
	{Name: "no-store", Act: func(b *driver.Dashboard) { openRuns(b) }},
	{Name: "reading", Options: withRuns(smallHistory())},
	{Name: "empty", Options: withRuns(&fakeArchive{}), Act: func(b *driver.Dashboard) { openRuns(b) }},
	{Name: "unreadable", Options: withRuns(&fakeArchive{failed: errUnreadable}), Act: func(b *driver.Dashboard) { openRuns(b) }},
	{Name: "list", Options: withRuns(smallHistory()), Act: func(b *driver.Dashboard) { openRuns(b) }},
	{Name: "other-data", Options: withRuns(smallHistory()), Act: func(b *driver.Dashboard) { openRuns(b); b.Does("down", "down", "down") }},
	{Name: "failed", Options: withRuns(smallHistory()), Act: func(b *driver.Dashboard) { openRuns(b); b.Does("down", "down") }},
	{Name: "released", Options: withRuns(smallHistory()), Act: func(b *driver.Dashboard) { openRuns(b); b.Does("down") }},
	{Name: "simulation-pinned", Options: withRuns(smallHistory()), Act: func(b *driver.Dashboard) {
		b.Carry(screenOf(b).Init())
		openRuns(b)
		b.Does("down", "down", "down", "down")
	}},
	{Name: "running", Options: func(o *session.Options) {
		a := smallHistory()
		a.runs[6].Outcome, a.runs[6].Curve, a.runs[6].Iterations = "", a.runs[6].Curve[:2], 2
		o.Archive = a
	}, Act: func(b *driver.Dashboard) { openRuns(b) }},
	{Name: "sorted", Options: withRuns(smallHistory()), Act: func(b *driver.Dashboard) { openRuns(b); b.Does("o", "o", "o", "o", "o", "o", "o", "O") }},
	{Name: "filter-wrong", Options: withRuns(smallHistory()), Act: func(b *driver.Dashboard) { openRuns(b); b.Does("/", "e", "p", "s", "<", "x") }},
	{Name: "filtered", Options: withRuns(smallHistory()), Act: func(b *driver.Dashboard) {
		openRuns(b)
		b.Does("/", "p", "i", "n", "n", "e", "d", "enter")
	}},
	{Name: "naming", Options: withRuns(smallHistory()), Act: func(b *driver.Dashboard) { openRuns(b); b.Does("n", "!") }},
	{Name: "deleting", Options: withRuns(smallHistory()), Act: func(b *driver.Dashboard) { openRuns(b); b.Does("space", "space", "d") }},
	{Name: "comparing", Options: withRuns(smallHistory()), Act: func(b *driver.Dashboard) {
		openRuns(b)
		b.Does("space", "down", "down", "down", "space", "space", "c")
	}},
	{Name: "comparing-apart", Options: withRuns(smallHistory()), Act: func(b *driver.Dashboard) {
		openRuns(b)
		b.Does("space", "space", "space", "space", "space", "space", "c")
	}},
	{Name: "zoom", Options: withRuns(smallHistory()), Act: func(b *driver.Dashboard) { openRuns(b); b.Does("f", "z") }},
	{Name: "ascii", Options: func(o *session.Options) {
		o.Archive, o.ASCII, o.NoColor = smallHistory(), true, true
	}, Act: func(b *driver.Dashboard) { openRuns(b); b.Does("space") }},
	{Name: "no-colour", Options: func(o *session.Options) { o.Archive, o.NoColor = smallHistory(), true }, Act: func(b *driver.Dashboard) { openRuns(b); b.Does("space") }},
}

func TestRunsScreens(t *testing.T) { driver.RequireGolden(t, "Runs", runsStates, driver.UsualSizes) }
