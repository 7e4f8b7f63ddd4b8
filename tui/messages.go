package tui

import (
	"time"

	"dpals/engine"
)

// loadedMsg brings the problem, or says why there is none. Screens hear it whenever there are other ratings than before.
type loadedMsg struct {
	problem  engine.Problem
	err      error
	replaces bool   // the ratings that are at hand, which stay if there is an error
	note     string // why these are not the ones that were asked for
}

// foreseenMsg brings the consequences of the knobs as they stood at generation.
type foreseenMsg struct {
	generation int
	preview    *engine.Preview
	err        error
}

// settledMsg comes a moment after a knob has moved; it means something only if none has moved since.
type settledMsg struct{ generation int }

// startedMsg says that a run trains, or why it does not.
type startedMsg struct {
	run     int // its number
	history follower
	err     error
}

// snapshotMsg is what a run has done since event from, and where it stands.
type snapshotMsg struct {
	run      int
	from     int
	events   []engine.Event
	progress engine.Progress
	taken    time.Time
}

// copiedMsg says that the command line was handed to the terminal's clipboard.
type copiedMsg struct{ text string }

// leaveMsg asks the dashboard to end, whatever it is at: the program has been told to terminate.
type leaveMsg struct{}
