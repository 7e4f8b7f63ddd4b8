package session

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
)

// train starts a run, which becomes the current one.
func (s *Session) train(m *method.Method, c engine.Config) tea.Cmd {
	r := s.newRun(m, c)
	s.Runs.begin(r)
	s.PauseBackground()
	return s.launch(r, &s.Lanes.front)
}

// Compare starts a baseline or the non-private reference. It trains beside the current run and does not change with the knobs.
func (s *Session) Compare(m *method.Method) (*Run, tea.Cmd) {
	r := s.newRun(m, engine.Config{Method: m.Name, Seed: s.Options.Config.Seed, Threads: 1})
	s.Runs.register(r)
	return r, s.launch(r, &s.Lanes.back)
}

func (s *Session) newRun(m *method.Method, c engine.Config) *Run {
	settings, err := m.Settle(c.Settings)
	if err != nil { // the engine refuses it too, and the run fails
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

// launch returns the command that starts a run once its lane is free.
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

// takeStarted follows a run that has started, or ends one that could not start.
func (s *Session) takeStarted(m StartedMsg) tea.Cmd {
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

// takeSnapshot adds a snapshot to its run and returns the command of the next one. A stale snapshot is dropped.
func (s *Session) takeSnapshot(m SnapshotMsg) tea.Cmd {
	r := s.Runs.take(m)
	if r == nil {
		return nil
	}
	cmds := []tea.Cmd{s.revealSteps(r)}
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

// FrameInterval is the shortest time between two snapshots of a run.
const FrameInterval = 50 * time.Millisecond

// follow returns the command that waits until a run has new events or progress, and takes one snapshot.
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
		// Progress is read first, so that the events are at least as new.
		progress := history.Progress()
		m := SnapshotMsg{Run: number, From: from, Events: history.Events(from), Progress: progress, Taken: time.Now()}
		m.Held = heldOf(history, m.Events, charged)
		return m
	}
}

// heldOf returns the releases that the ledger has charged to a run that ended before its plan: an iteration is charged before
// its releases are made, so its events may lack some. It returns nil for other runs, and where the ledger cannot be read.
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
