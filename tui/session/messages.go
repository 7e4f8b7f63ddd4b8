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

// LoadedMsg brings the problem, or says why there is none. Screens hear it whenever there are other ratings than before.
type LoadedMsg struct {
	Problem  engine.Problem
	Err      error
	Replaces bool   // the ratings that are at hand, which stay if there is an error
	note     string // why these are not the ones that were asked for
}

// SettledMsg comes a moment after a knob has moved; it means something only if none has moved since.
type SettledMsg struct{ Generation int }

// StartedMsg says that a run trains, or why it does not.
type StartedMsg struct {
	Run     int // its number
	History Follower
	Err     error
}

// SnapshotMsg is what a run has done since event from, and where it stands.
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

// SweepKnobsMsg asks for a sweep of a method with its knobs as they stand: the Frontier comes to the front.
type SweepKnobsMsg struct {
	Method   *method.Method
	Settings method.Settings
}

func (SweepKnobsMsg) ToScreen() string { return FrontierName }

// OpenRunMsg asks for a run of the store, by its number there: the Runs screen comes to the front with it selected.
type OpenRunMsg struct{ ID int64 }

func (OpenRunMsg) ToScreen() string { return RunsName }

// The screens that others ask for by name.
const (
	TuneName     = "Tune"
	FrontierName = "Frontier"
	RunsName     = "Runs"
)

// GoToMsg asks for a screen by its name.
type GoToMsg struct{ Screen string }

func (m GoToMsg) ToScreen() string { return m.Screen }

// UnkeptMsg says why runs are no longer kept.
type UnkeptMsg struct{ Err error }

// AwaitUnkept is the command that waits until runs can no longer be kept, if it comes to that.
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

// LeaveMsg asks the dashboard to end, whatever it is at: the program has been told to terminate.
type LeaveMsg struct{}

// revealMsg is the tick that lets more steps of a run appear.
type revealMsg struct{ Run, Ticket int }

// RecordedMsg says by which number a run is kept.
type RecordedMsg struct {
	Run int // its number in the session
	ID  int64
}

// PinnedMsg says that the dashboard has pinned runs in the store, or let go of them.
type PinnedMsg struct{}

// PinsMsg brings the pinned runs of the store over the ratings at hand, the latest first.
type PinsMsg struct {
	fingerprint string // of the ratings that were asked about
	runs        []store.Detail
}
