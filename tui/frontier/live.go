package frontier

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/sweep"
	"dpals/internal/parallel"
	"dpals/tui/session"
)

// runningSweep is what the screen needs of a running sweep. *sweep.Run is one.
type runningSweep interface {
	Snapshot() sweep.Snapshot
	Subscribe() (updates <-chan struct{}, unsubscribe func())
	Done() <-chan struct{}
	Pause()
	Resume()
	Cancel()
}

var _ runningSweep = (*sweep.Run)(nil)

// liveSweep is a sweep that runs or is about to start. It is owned by the Update goroutine.
type liveSweep struct {
	number int // 1 for the first sweep of the session
	spec   sweep.Spec
	cancel context.CancelFunc
	gate   *parallel.Gate // its runs wait here between pieces of work while it yields

	handle      runningSweep    // nil until it has started
	updates     <-chan struct{} // of its progress
	unsubscribe func()          // from updates
	costs       []sweep.Cost

	paused   bool // by the analyst: no further run starts
	yielding bool // to a run of Tune
	stopping bool

	otherRatings bool         // it trains ratings that are no longer loaded
	counted      map[int]bool // points whose cost is part of the session's charge
}

// sweepStartedMsg reports that a sweep has started, or why it has not.
type sweepStartedMsg struct {
	number int // of the liveSweep
	handle runningSweep
	before sweep.Snapshot // of the runs that were finished already
	costs  []sweep.Cost
	err    error
}

// sweepProgressMsg brings the progress of a sweep.
type sweepProgressMsg struct {
	number   int // of the liveSweep
	snapshot sweep.Snapshot
	ended    bool // none of its runs trains any more
	at       time.Time
}

// sweepEnvironment returns what a sweep needs: the loaded ratings, the store, the ledger and one thread for each job.
func (f *Screen) sweepEnvironment(jobs int) sweep.Environment {
	problem := f.Problem
	return sweep.Environment{
		Load:  func(context.Context, string) (engine.Problem, error) { return problem, nil },
		Store: f.Options.Store, Ledger: f.Options.Config.Ledger, Jobs: jobs, Threads: jobs,
	}
}

// startSweep starts a sweep in the background. Runs that were finished before are trained again only if fresh.
func (f *Screen) startSweep(spec sweep.Spec, jobs int, fresh bool) tea.Cmd {
	f.started++
	number := f.started
	gate := new(parallel.Gate)
	ctx, cancel := context.WithCancel(parallel.WithGate(f.Ctx, gate))
	f.live = &liveSweep{number: number, spec: spec, cancel: cancel, gate: gate}
	f.Background = f.live
	lane, prepare, environment := &f.Lanes.Sweep, &f.Lanes.Prepare, f.sweepEnvironment(jobs)
	environment.Fresh = fresh
	return func() tea.Msg {
		started := sweepStartedMsg{number: number}
		started.handle, started.err = session.Try("the sweep", func() (runningSweep, error) {
			return session.InLane(lane, func() (runningSweep, error) {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				prepare.Lock()
				defer prepare.Unlock()
				s, err := sweep.Prepare(ctx, spec, environment)
				if err != nil {
					return nil, err
				}
				if started.costs, err = s.Costs(); err != nil {
					return nil, errors.Join(err, s.Close())
				}
				started.before = s.Snapshot()
				return s.Start(ctx), nil
			})
		})
		return started
	}
}

// attachSweep subscribes to a sweep that has started.
func (f *Screen) attachSweep(m sweepStartedMsg) tea.Cmd {
	s := f.live
	if s == nil || s.number != m.number {
		return nil
	}
	if m.err != nil {
		s.cancel()
		f.endSweep()
		return nil
	}
	s.handle, s.costs, s.counted = m.handle, m.costs, make(map[int]bool)
	for _, r := range m.before.Results {
		s.counted[r.Point] = true
	}
	s.updates, s.unsubscribe = m.handle.Subscribe()
	if s.stopping {
		s.handle.Cancel()
	}
	f.PauseBackground()
	return waitForProgress(s, sweep.Running, time.Time{})
}

// recordProgress counts what the sweep has charged since the last message and waits for the next one.
func (f *Screen) recordProgress(m sweepProgressMsg) tea.Cmd {
	s := f.live
	if s == nil || s.number != m.number {
		return nil
	}
	cmds := []tea.Cmd{}
	if f.countCharges(s, m.snapshot) {
		cmds = append(cmds, f.RefreshLedger())
	}
	if !m.ended {
		return tea.Batch(append(cmds, waitForProgress(s, m.snapshot.Status, m.at))...)
	}
	s.unsubscribe()
	s.cancel()
	f.endSweep()
	return tea.Batch(append(cmds, f.RefreshLedger())...)
}

// countCharges adds the newly finished runs of a sweep to the session's charge and reports whether there are any.
func (f *Screen) countCharges(s *liveSweep, m sweep.Snapshot) (fresh bool) {
	for _, r := range m.Results {
		if s.counted[r.Point] {
			continue
		}
		s.counted[r.Point], fresh = true, true
		if r.Mu > 0 && !s.otherRatings {
			f.Runs.ChargeSwept(r.Total, r.Simulation)
		}
	}
	return fresh
}

// SetPaused pauses the sweep while a run of Tune trains, which needs every processor: no further run starts, and runs in
// progress wait between two pieces of work.
func (s *liveSweep) SetPaused(paused bool) {
	if s.handle == nil {
		return
	}
	s.yielding = paused
	s.applyPause()
}

// endSweep forgets the sweep that ran.
func (f *Screen) endSweep() {
	f.live, f.Background = nil, nil
}

// applyPause pauses the sweep if it is paused or yielding, and resumes it otherwise.
func (s *liveSweep) applyPause() {
	if s.handle == nil {
		return
	}
	if s.yielding {
		s.gate.Shut()
	} else {
		s.gate.Open()
	}
	if s.paused || s.yielding {
		s.handle.Pause()
	} else {
		s.handle.Resume()
	}
}

// stop ends the sweep; it can be resumed.
func (s *liveSweep) stop() {
	s.stopping = true
	s.cancel()
	if s.handle != nil {
		s.handle.Cancel()
	}
}

// refreshInterval is how often the time left is drawn again while nothing else changes.
const refreshInterval = time.Second

// waitForProgress waits for an update of a sweep, its end or refreshInterval, at most once a frame, and brings its
// progress. No timer runs while the sweep is paused.
func waitForProgress(s *liveSweep, status sweep.Status, last time.Time) tea.Cmd {
	number, handle, updates := s.number, s.handle, s.updates
	return func() tea.Msg {
		var refresh <-chan time.Time
		if status == sweep.Running {
			t := time.NewTimer(refreshInterval)
			defer t.Stop()
			refresh = t.C
		}
		select {
		case <-updates:
		case <-handle.Done():
		case <-refresh:
		}
		if rest := session.FrameInterval - time.Since(last); rest > 0 {
			wait := time.NewTimer(rest)
			defer wait.Stop()
			select {
			case <-wait.C:
			case <-handle.Done():
			}
		}
		ended := false
		select {
		case <-handle.Done():
			ended = true
		default:
		}
		return sweepProgressMsg{number, handle.Snapshot(), ended, time.Now()}
	}
}
