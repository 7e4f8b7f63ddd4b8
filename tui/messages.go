package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/store"
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
	held     []ledger.Release // of a run that ended before its plan: what the ledger holds, where there is one
}

// sweepKnobsMsg asks for a sweep of a method with its knobs as they stand: the Frontier comes to the front.
type sweepKnobsMsg struct {
	method   *method.Method
	settings method.Settings
}

func (sweepKnobsMsg) toScreen() string { return frontierScreen }

// openRunMsg asks for a run of the store, by its number there: the Runs screen comes to the front with it selected.
type openRunMsg struct{ id int64 }

func (openRunMsg) toScreen() string { return runsScreen }

// The screens that others ask for by name.
const (
	tuneScreen     = "Tune"
	frontierScreen = "Frontier"
	runsScreen     = "Runs"
)

// goToMsg asks for a screen by its name.
type goToMsg struct{ screen string }

func (m goToMsg) toScreen() string { return m.screen }

// unkeptMsg says why runs are no longer kept.
type unkeptMsg struct{ err error }

// awaitUnkept is the command that waits until runs can no longer be kept, if it comes to that.
func awaitUnkept(ctx context.Context, unkept <-chan error) tea.Cmd {
	return func() tea.Msg {
		select {
		case err := <-unkept:
			return unkeptMsg{err}
		case <-ctx.Done():
			return nil
		}
	}
}

// copiedMsg says that the command line was handed to the terminal's clipboard.
type copiedMsg struct{ text string }

// leaveMsg asks the dashboard to end, whatever it is at: the program has been told to terminate.
type leaveMsg struct{}

// accountMsg brings what the ledger says about the data set.
type accountMsg struct {
	status ledger.Status
	err    error
}

// revealMsg is the tick that lets more steps of a run appear.
type revealMsg struct{ run, ticket int }

// recordedMsg says by which number a run is kept.
type recordedMsg struct {
	run int // its number in the session
	id  int64
}

// pinnedMsg says that the dashboard has pinned runs in the store, or let go of them.
type pinnedMsg struct{}

// pinsMsg brings the pinned runs of the store over the ratings at hand, the latest first.
type pinsMsg struct {
	fingerprint string // of the ratings that were asked about
	runs        []store.Detail
}
