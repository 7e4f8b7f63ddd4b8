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

// LoadedMsg brings ratings, or why there are none. Screens receive it whenever the ratings are other than before.
type LoadedMsg struct {
	Problem  engine.Problem
	Err      error
	Replaces bool   // the present ratings, which stay if there is an error
	note     string // why these are not the requested ones
}

// SettledMsg comes shortly after a knob was turned; it is stale if one was turned since.
type SettledMsg struct{ Generation int }

// StartedMsg brings a run that trains, or why it does not.
type StartedMsg struct {
	Run     int // its number
	History Follower
	Err     error
}

// SnapshotMsg brings the events of a run from number From on, and its progress.
type SnapshotMsg struct {
	Run      int
	From     int
	Events   []engine.Event
	Progress engine.Progress
	Taken    time.Time
	Held     []ledger.Release // what the ledger has charged to a run that ended before its plan
}

// IsProgress reports whether the snapshot brings nothing but progress, which no panel shows.
func (m SnapshotMsg) IsProgress() bool { return len(m.Events) == 0 }

// SweepKnobsMsg asks the Frontier screen for a sweep of a method with these settings.
type SweepKnobsMsg struct {
	Method   *method.Method
	Settings method.Settings
}

// ToScreen returns the name of the Frontier screen.
func (SweepKnobsMsg) ToScreen() string { return FrontierName }

// OpenRunMsg asks the Runs screen to select a run, by its number in the store.
type OpenRunMsg struct{ ID int64 }

// ToScreen returns the name of the Runs screen.
func (OpenRunMsg) ToScreen() string { return RunsName }

// Names of screens that other screens bring to the front.
const (
	TuneName     = "Tune"
	FrontierName = "Frontier"
	RunsName     = "Runs"
)

// GoToMsg brings a screen to the front.
type GoToMsg struct{ Screen string }

// ToScreen returns the name of the screen.
func (m GoToMsg) ToScreen() string { return m.Screen }

// StoreFailureMsg brings why runs can no longer be stored.
type StoreFailureMsg struct{ Err error }

// AwaitStoreFailure returns the command that waits for the error after which no runs can be stored.
func AwaitStoreFailure(ctx context.Context, unkept <-chan error) tea.Cmd {
	return func() tea.Msg {
		select {
		case err := <-unkept:
			return StoreFailureMsg{err}
		case <-ctx.Done():
			return nil
		}
	}
}

// CopiedMsg says that a text was copied to the terminal's clipboard.
type CopiedMsg struct{ Text string }

// LeaveMsg ends the dashboard without a question: the program was told to terminate.
type LeaveMsg struct{}

// revealMsg is the tick at which more iterations of a run appear.
type revealMsg struct{ Run, Ticket int }

// RecordedMsg brings the number of a run in the store.
type RecordedMsg struct {
	Run int // its number in the session
	ID  int64
}

// PinnedMsg says that the dashboard has pinned or unpinned runs in the store.
type PinnedMsg struct{}

// PinsMsg brings the pinned runs of the store on the present ratings, the latest first.
type PinsMsg struct {
	fingerprint string // of the ratings
	runs        []store.Detail
}
