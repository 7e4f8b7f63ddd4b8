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

	Knobs   knobs
	Preview Task[int, *engine.Preview] // of the knobs, by their generation

	Runs       Runs
	Ledger     Task[string, ledger.Status] // what was charged to the data set, by its fingerprint
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
	return &Session{
		Ctx: ctx, Options: o, Problem: o.Problem, Knobs: newKnobs(o.Methods, o.Config), Style: ui.Style{Theme: th},
		Preview: Task[int, *engine.Preview]{What: "computing the costs of the settings"},
		Ledger:  Task[string, ledger.Status]{What: "reading the ledger"},
	}
}

// Handle takes the messages of the ratings, the knobs, the runs and the ledger, before the screens hear them.
func (s *Session) Handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case LoadedMsg:
		s.Preview.Reset()
		s.Knobs.Generation++ // a knob that was moved before does not train on these ratings
		return s.RefreshLedger()
	case revealMsg:
		return s.revealed(msg)
	case StartedMsg:
		return s.started(msg)
	case SnapshotMsg:
		return s.taken(msg)
	}
	if next, changed := s.Preview.Receive(msg); changed {
		return next
	}
	next, _ := s.Ledger.Receive(msg)
	return next
}

// OnlyReleases reports whether only releases are shown: where the errors are releases, to be published, nothing else that
// follows from the ratings stands beside them.
func (s *Session) OnlyReleases() bool { return s.Knobs.Fixed.PrivateMetrics != 0 }

// Loaded reports whether there is something to train on.
func (s *Session) Loaded() bool { return s.Problem.Split != nil }

// Ratings is the number of ratings that are trained on.
func (s *Session) Ratings() int {
	if !s.Loaded() {
		return 0
	}
	return s.Problem.Split.Train.Count()
}

// Say shows a sentence until the next key.
func (s *Session) Say(format string, args ...any) {
	s.Note, s.Urgent = fmt.Sprintf(format, args...), false
}

// Complain shows a sentence about what went wrong until the next key.
func (s *Session) Complain(format string, args ...any) {
	s.Note, s.Urgent = fmt.Sprintf(format, args...), true
}

// train starts a run that becomes the current one.
func (s *Session) train(m *method.Method, c engine.Config) tea.Cmd {
	r := s.newRun(m, c)
	s.Runs.begin(r)
	s.YieldBackground()
	return s.launch(r, &s.Lanes.front)
}

// Compare starts a run that is a line of comparison: it waits for no knob and no knob waits for it.
func (s *Session) Compare(m *method.Method) (*Run, tea.Cmd) {
	r := s.newRun(m, engine.Config{Method: m.Name, Seed: s.Options.Config.Seed, Threads: 1})
	s.Runs.register(r)
	return r, s.launch(r, &s.Lanes.back)
}

func (s *Session) newRun(m *method.Method, c engine.Config) *Run {
	settings, err := m.Settle(c.Settings)
	if err != nil { // the engine will say so too, in a run that failed
		settings = c.Settings
	}
	r := &Run{Method: m, Config: c, Settings: settings, Simulation: m.Private() && c.Seed != nil}
	if m.Resolve != nil && err == nil {
		t := s.Problem.Split.Train
		settings = m.Resolve(method.Public{Items: t.Items, Low: t.Low, High: t.High, Epsilon: c.Epsilon, Delta: c.Delta}, settings)
	}
	r.planned = int(settings["iterations"])
	return r
}

var errAbandoned = errors.New("replaced before it started")

// launch is the command that starts a run as soon as its lane is free.
func (s *Session) launch(r *Run, l *Lane) tea.Cmd {
	ctx, problem, launch := s.Ctx, s.Problem, s.Options.Launch
	number, config, abandoned := r.Number, r.Config, &r.abandoned
	return func() tea.Msg {
		h, err := Try("the trainer", func() (Follower, error) {
			return InLane(l, func() (Follower, error) {
				if abandoned.Load() {
					return nil, errAbandoned
				}
				return launch(ctx, problem, config)
			})
		})
		return StartedMsg{Run: number, History: h, Err: err}
	}
}

// started follows a run that has begun, or ends one that has not.
func (s *Session) started(m StartedMsg) tea.Cmd {
	r := s.Runs.Live[m.Run]
	if r == nil {
		return nil
	}
	if m.Err != nil {
		end := engine.Ended{Outcome: engine.Failed, Err: m.Err}
		if errors.Is(m.Err, errAbandoned) {
			end.Outcome = engine.Cancelled
		} else {
			s.failed(r, m.Err)
		}
		s.Runs.take(SnapshotMsg{Run: r.Number, Events: []engine.Event{end}})
		return nil
	}
	r.History = m.History
	r.nudge, r.release = m.History.Subscribe()
	if r.abandoned.Load() {
		r.History.Cancel()
	}
	return s.follow(r, time.Time{})
}

// taken adds a snapshot to its run and asks for the next one; a stale snapshot is dropped.
func (s *Session) taken(m SnapshotMsg) tea.Cmd {
	r := s.Runs.take(m)
	if r == nil {
		return nil
	}
	cmds := []tea.Cmd{s.unveil(r)}
	if r.Plan != nil && len(m.Events) > 0 {
		cmds = append(cmds, s.RefreshLedger())
	}
	if r.Training() {
		return tea.Batch(append(cmds, s.follow(r, m.Taken))...)
	}
	r.release()
	if r.End.Outcome == engine.Failed {
		s.failed(r, r.End.Err)
	}
	return tea.Batch(cmds...)
}

// FrameInterval keeps snapshots to twenty a second.
const FrameInterval = 50 * time.Millisecond

// follow is the command that waits until a run has something new and brings one snapshot.
func (s *Session) follow(r *Run, last time.Time) tea.Cmd {
	number, from, history, nudge, charged := r.Number, r.Read, r.History, r.nudge, s.Options.Charged
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
func (s *Session) Copy(text string) tea.Cmd {
	return tea.Batch(tea.SetClipboard(text), func() tea.Msg { return CopiedMsg{text} })
}

// MethodSeries is the colour of a method.
func (s *Session) MethodSeries(name string) int {
	for i, m := range s.Options.Methods {
		if m.Name == name {
			return i
		}
	}
	return len(s.Options.Methods)
}
