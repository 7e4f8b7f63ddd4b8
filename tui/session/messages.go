package session

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/store"
)

// LoadedMsg brings the ratings, or the error of opening them. Every screen gets it when the ratings have changed.
type LoadedMsg struct {
	Problem  engine.Problem
	Err      error
	Replaces bool   // there are open ratings, which stay open if there is an error
	note     string // why other ratings than the requested ones were opened
}

// SettledMsg comes a moment after a knob was turned. It is outdated if a knob was turned since.
type SettledMsg struct{ Generation int }

// StartedMsg says that a run has started, or the error of starting it.
type StartedMsg struct {
	Run     int // its number
	History Follower
	Err     error
}

// SnapshotMsg brings the events of a run since event From, and its progress.
type SnapshotMsg struct {
	Run      int
	From     int
	Events   []engine.Event
	Progress engine.Progress
	Taken    time.Time
	Held     []ledger.Release // of a run that ended before its plan: what the ledger holds, where there is one
}

// IsProgress reports whether the snapshot brings nothing but progress, which no panel shows.
func (m SnapshotMsg) IsProgress() bool { return len(m.Events) == 0 }

// SweepKnobsMsg asks the Frontier screen, which comes to the front, for a sweep of a method with these settings.
type SweepKnobsMsg struct {
	Method   *method.Method
	Settings method.Settings
}

// ToScreen returns the name of the screen that gets the message.
func (SweepKnobsMsg) ToScreen() string { return FrontierName }

// OpenRunMsg asks for a run of the store, by its number there: the Runs screen comes to the front with it selected.
type OpenRunMsg struct{ ID int64 }

// ToScreen returns the name of the screen that gets the message.
func (OpenRunMsg) ToScreen() string { return RunsName }

// Names of screens to which others send messages.
const (
	TuneName     = "Tune"
	FrontierName = "Frontier"
	RunsName     = "Runs"
)

// GoToMsg asks for a screen by its name.
type GoToMsg struct{ Screen string }

// ToScreen returns the name of the screen that gets the message.
func (m GoToMsg) ToScreen() string { return m.Screen }

// UnkeptMsg says why runs can no longer be stored.
type UnkeptMsg struct{ Err error }

// AwaitUnkept returns the command that waits until runs can no longer be stored.
func AwaitUnkept(ctx context.Context, unkept <-chan error) tea.Cmd {
	return func() tea.Msg {
		select {
		case err := <-unkept:
			return UnkeptMsg{err}
		case <-ctx.Done():
			return nil
		}
	}
}

// CopiedMsg says that the command line was handed to the terminal's clipboard.
type CopiedMsg struct{ Text string }

// LeaveMsg ends the dashboard at once, because a signal asks the program to terminate.
type LeaveMsg struct{}

// revealMsg is the tick after which more iterations of a run are shown.
type revealMsg struct{ Run, Ticket int }

// RecordedMsg brings the number of a run in the store.
type RecordedMsg struct {
	Run int // its number in the session
	ID  int64
}

// PinnedMsg says that the dashboard has pinned or unpinned runs in the store.
type PinnedMsg struct{}

// PinsMsg brings the pinned runs of the store on the open ratings, the latest first.
type PinsMsg struct {
	fingerprint string // of the ratings of the request
	runs        []store.Detail
}
