package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/themes"
	"dpals/tui/ui"
)

// Session is what every screen works at: the problem, the runs of the session, the theme. It is owned by the Update
// goroutine.
type Session struct {
	Ctx       context.Context
	Options   Options
	Problem   engine.Problem
	Loading   bool
	Reading   string // the name of what is being read
	LoadError error  // why there is no problem

	InFront func(screen string) bool // whether the screen of that name is the one that shows

	Knobs      knobs
	Preview    *engine.Preview // of the knobs as they stand, or stood a moment ago
	PreviewErr error           // in its place
	Previews   int             // changes with both
	foreseeing bool            // a preview is being worked out

	Runs       Runs
	Ledger     LedgerView
	Lanes      Lanes
	Background Background // a sweep that trains, or is about to; nil while none does
	Failures   []Failure
	tickets    int // ticks of reveals so far

	ui.Style
	Note   string
	Urgent bool // the note is an error

	ChosenTheme string // by hand; "" while it follows the terminal
}

// New is a session before anything is read or trained. It expects options that are filled.
func New(ctx context.Context, o Options, th *themes.Theme) *Session {
	return &Session{Ctx: ctx, Options: o, Problem: o.Problem, Knobs: newKnobs(o.Methods, o.Config), Style: ui.Style{Theme: th}}
}

// Handle takes the messages of the ratings, the knobs, the runs and the ledger, before the screens hear them.
func (b *Session) Handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case LoadedMsg:
		b.clearPreview()
		return b.RefreshLedger()
	case ForeseenMsg:
		return b.foreseen(msg)
	case LedgerMsg:
		return b.consulted(msg)
	case revealMsg:
		return b.revealed(msg)
	case StartedMsg:
		return b.started(msg)
	case SnapshotMsg:
		return b.taken(msg)
	}
	return nil
}

// OnlyReleases reports whether only releases are shown: where the errors are releases, to be published, nothing else that
// follows from the ratings stands beside them.
func (b *Session) OnlyReleases() bool { return b.Knobs.Fixed.PrivateMetrics != 0 }

// Loaded reports whether there is something to train on.
func (b *Session) Loaded() bool { return b.Problem.Split != nil }

// Ratings is the number of ratings that are trained on.
func (b *Session) Ratings() int {
	if !b.Loaded() {
		return 0
	}
	return b.Problem.Split.Train.Count()
}

// Say shows a sentence until the next key.
func (b *Session) Say(format string, args ...any) {
	b.Note, b.Urgent = fmt.Sprintf(format, args...), false
}

// Complain shows a sentence about what went wrong until the next key.
func (b *Session) Complain(format string, args ...any) {
	b.Note, b.Urgent = fmt.Sprintf(format, args...), true
}

// train starts a run that becomes the current one.
func (b *Session) train(m *method.Method, c engine.Config) tea.Cmd {
	r := b.newRun(m, c)
	b.Runs.begin(r)
	b.YieldBackground()
	return b.launch(r, &b.Lanes.front)
}

// Compare starts a run that is a line of comparison: it waits for no knob and no knob waits for it.
func (b *Session) Compare(m *method.Method) (*Run, tea.Cmd) {
	r := b.newRun(m, engine.Config{Method: m.Name, Seed: b.Options.Config.Seed, Threads: 1})
	b.Runs.register(r)
	return r, b.launch(r, &b.Lanes.back)
}

func (b *Session) newRun(m *method.Method, c engine.Config) *Run {
	settings, err := m.Settle(c.Settings)
	if err != nil { // the engine will say so too, in a run that failed
		settings = c.Settings
	}
	r := &Run{Method: m, Config: c, Settings: settings, Simulation: m.Private() && c.Seed != nil}
	if m.Resolve != nil && err == nil {
		t := b.Problem.Split.Train
		settings = m.Resolve(method.Public{Items: t.Items, Low: t.Low, High: t.High, Epsilon: c.Epsilon, Delta: c.Delta}, settings)
	}
	r.planned = int(settings["iterations"])
	return r
}

var errAbandoned = errors.New("superseded before it began")

// launch is the command that starts a run as soon as its lane is free.
func (b *Session) launch(r *Run, l *Lane) tea.Cmd {
	ctx, problem, launch := b.Ctx, b.Problem, b.Options.Launch
	number, config, abandoned := r.Number, r.Config, &r.abandoned
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = StartedMsg{Run: number, Err: PanicError("the trainer", v)}
			}
		}()
		h, err := InLane(l, func() (Follower, error) {
			if abandoned.Load() {
				return nil, errAbandoned
			}
			return launch(ctx, problem, config)
		})
		return StartedMsg{Run: number, History: h, Err: err}
	}
}

// started follows a run that has begun, or ends one that has not.
func (b *Session) started(m StartedMsg) tea.Cmd {
	r := b.Runs.Live[m.Run]
	if r == nil {
		return nil
	}
	if m.Err != nil {
		end := engine.Ended{Outcome: engine.Failed, Err: m.Err}
		if errors.Is(m.Err, errAbandoned) {
			end.Outcome = engine.Cancelled
		} else {
			b.failed(r, m.Err)
		}
		b.Runs.take(SnapshotMsg{Run: r.Number, Events: []engine.Event{end}})
		return nil
	}
	r.History = m.History
	r.nudge, r.release = m.History.Subscribe()
	if r.abandoned.Load() {
		r.History.Cancel()
	}
	return b.follow(r, time.Time{})
}

// taken adds a snapshot to its run and asks for the next one; a stale snapshot is dropped.
func (b *Session) taken(m SnapshotMsg) tea.Cmd {
	r := b.Runs.take(m)
	if r == nil {
		return nil
	}
	cmds := []tea.Cmd{b.unveil(r)}
	if r.Plan != nil && len(m.Events) > 0 {
		cmds = append(cmds, b.RefreshLedger())
	}
	if r.Training() {
		return tea.Batch(append(cmds, b.follow(r, m.Taken))...)
	}
	r.release()
	if r.End.Outcome == engine.Failed {
		b.failed(r, r.End.Err)
	}
	return tea.Batch(cmds...)
}

// FrameInterval keeps snapshots to twenty a second.
const FrameInterval = 50 * time.Millisecond

// follow is the command that waits until a run has something new and brings one snapshot.
func (b *Session) follow(r *Run, last time.Time) tea.Cmd {
	number, from, history, nudge, charged := r.Number, r.Read, r.History, r.nudge, b.Options.Charged
	return func() tea.Msg {
		select {
		case <-nudge:
		case <-history.Done():
		}
		if rest := FrameInterval - time.Since(last); rest > 0 {
			wait := time.NewTimer(rest)
			defer wait.Stop()
			select {
			case <-wait.C:
			case <-history.Done():
			}
		}
		// Progress first: the events then say at least as much.
		progress := history.Progress()
		m := SnapshotMsg{Run: number, From: from, Events: history.Events(from), Progress: progress, Taken: time.Now()}
		m.Held = heldOf(history, m.Events, charged)
		return m
	}
}

// heldOf returns what the ledger holds of a run that has ended before its plan, as the last of its events tells: a step
// is charged ahead of its releases. It is nil where there is no ledger, or it cannot be read.
func heldOf(h Follower, events []engine.Event, charged func(int64) ([]ledger.Release, error)) []ledger.Release {
	if len(events) == 0 || charged == nil {
		return nil
	}
	end, ended := events[len(events)-1].(engine.Ended)
	paid, known := h.(interface{ Account() int64 })
	if !ended || end.Outcome == engine.Done || !known || paid.Account() == 0 {
		return nil
	}
	held, err := charged(paid.Account())
	if err != nil {
		return nil
	}
	return held
}

// Copy is the command that hands a text to the terminal's clipboard (OSC 52) and says so.
func (b *Session) Copy(text string) tea.Cmd {
	return tea.Batch(tea.SetClipboard(text), func() tea.Msg { return CopiedMsg{text} })
}

// MethodSeries is the colour of a method.
func (b *Session) MethodSeries(name string) int {
	for i, m := range b.Options.Methods {
		if m.Name == name {
			return i
		}
	}
	return len(b.Options.Methods)
}
