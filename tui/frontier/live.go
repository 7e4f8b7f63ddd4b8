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

// sweeping is what the screen needs of a sweep that trains. *sweep.Run is one.
type sweeping interface {
	Snapshot() sweep.Snapshot
	Subscribe() (nudge <-chan struct{}, release func())
	Done() <-chan struct{}
	Pause()
	Resume()
	Cancel()
}

var _ sweeping = (*sweep.Run)(nil)

// liveSweep is a sweep that trains, or is about to. It is owned by the Update goroutine.
type liveSweep struct {
	number int // in the order of starting
	spec   sweep.Spec
	cancel context.CancelFunc
	gate   *parallel.Gate // that its runs pass between pieces of their work

	handle  sweeping // nil until it has begun
	nudge   <-chan struct{}
	release func()
	costs   []sweep.Cost

	held     bool // by the person: nothing new begins
	yields   bool // to a run that Tune trains
	stopping bool

	elsewhere bool         // on ratings that are not at hand any more
	counted   map[int]bool // points whose cost the session knows
}

// sweepBegunMsg says that a sweep trains, or why it does not.
type sweepBegunMsg struct {
	Number int
	Handle sweeping
	Before sweep.Snapshot // what was done of it already
	Costs  []sweep.Cost
	Err    error
}

// sweptMsg is where a sweep stands.
type sweptMsg struct {
	Number   int
	Snapshot sweep.Snapshot
	Ended    bool // nothing of it trains any more
	Taken    time.Time
}

// sweepEnvironment is what a sweep works with: the ratings at hand, and one thread for each job.
func (f *Screen) sweepEnvironment(jobs int) sweep.Environment {
	problem := f.Problem
	return sweep.Environment{
		Load:  func(context.Context, string) (engine.Problem, error) { return problem, nil },
		Store: f.Options.Store, Ledger: f.Options.Config.Ledger, Jobs: jobs, Threads: jobs,
	}
}

// sweepNow is the command that trains a sweep in the background. What was done of it before is not trained again,
// unless it is to be fresh.
func (f *Screen) sweepNow(spec sweep.Spec, jobs int, fresh bool) tea.Cmd {
	f.sweeps++
	number := f.sweeps
	gate := new(parallel.Gate)
	ctx, cancel := context.WithCancel(parallel.WithGate(f.Ctx, gate))
	f.live = &liveSweep{number: number, spec: spec, cancel: cancel, gate: gate}
	f.Background = f.live
	lane, one, environment := &f.Lanes.Sweep, &f.Lanes.Prepare, f.sweepEnvironment(jobs)
	environment.Fresh = fresh
	return func() tea.Msg {
		begun := sweepBegunMsg{Number: number}
		begun.Handle, begun.Err = session.Try("the sweep", func() (sweeping, error) {
			return session.InLane(lane, func() (sweeping, error) {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				one.Lock()
				defer one.Unlock()
				s, err := sweep.Prepare(ctx, spec, environment)
				if err != nil {
					return nil, err
				}
				if begun.Costs, err = s.Costs(); err != nil {
					return nil, errors.Join(err, s.Close())
				}
				begun.Before = s.Snapshot()
				return s.Start(ctx), nil
			})
		})
		return begun
	}
}

// sweepBegun follows a sweep that trains.
func (f *Screen) sweepBegun(m sweepBegunMsg) tea.Cmd {
	s := f.live
	if s == nil || s.number != m.Number {
		return nil
	}
	if m.Err != nil {
		s.cancel()
		f.endSweep()
		return nil
	}
	s.handle, s.costs, s.counted = m.Handle, m.Costs, make(map[int]bool)
	for _, r := range m.Before.Results {
		s.counted[r.Point] = true
	}
	s.nudge, s.release = m.Handle.Subscribe()
	if s.stopping {
		s.handle.Cancel()
	}
	f.PauseBackground()
	return followSweep(s, sweep.Running, time.Time{})
}

// swept takes where the sweep stands and asks for the next time; what is stale is dropped.
func (f *Screen) swept(m sweptMsg) tea.Cmd {
	s := f.live
	if s == nil || s.number != m.Number {
		return nil
	}
	cmds := []tea.Cmd{}
	if f.countSwept(s, m.Snapshot) {
		cmds = append(cmds, f.RefreshLedger())
	}
	if !m.Ended {
		return tea.Batch(append(cmds, followSweep(s, m.Snapshot.Status, m.Taken))...)
	}
	s.release()
	s.cancel()
	f.endSweep()
	return tea.Batch(append(cmds, f.RefreshLedger())...)
}

// countSwept adds what a sweep has finished since the last time to what the session was charged, and reports whether there was
// anything.
func (f *Screen) countSwept(s *liveSweep, m sweep.Snapshot) (fresh bool) {
	for _, r := range m.Results {
		if s.counted[r.Point] {
			continue
		}
		s.counted[r.Point], fresh = true, true
		if r.Mu > 0 && !s.elsewhere {
			f.Runs.ChargeSwept(r.Total, r.Simulation)
		}
	}
	return fresh
}

// SetPaused pauses the sweep while a run of Tune trains, which uses every processor, or resumes it: no run begins, and those
// that train wait between two pieces of their work.
func (s *liveSweep) SetPaused(paused bool) {
	if s.handle == nil {
		return
	}
	s.yields = paused
	s.settle()
}

// endSweep forgets the sweep that trained.
func (f *Screen) endSweep() {
	f.live, f.Background = nil, nil
}

// settle pauses the sweep where somebody wants it to, and lets it go on otherwise.
func (s *liveSweep) settle() {
	if s.handle == nil {
		return
	}
	if s.yields {
		s.gate.Shut()
	} else {
		s.gate.Open()
	}
	if s.held || s.yields {
		s.handle.Pause()
	} else {
		s.handle.Resume()
	}
}

// stop asks the sweep to end; it can be resumed.
func (s *liveSweep) stop() {
	s.stopping = true
	s.cancel()
	if s.handle != nil {
		s.handle.Cancel()
	}
}

// heartbeat is how often the time left is told anew while a sweep trains and nothing else happens.
const heartbeat = time.Second

// followSweep is the command that waits until a sweep has something new, and says where it stands. While it is paused
// nothing ticks.
func followSweep(s *liveSweep, status sweep.Status, last time.Time) tea.Cmd {
	number, handle, nudge := s.number, s.handle, s.nudge
	return func() tea.Msg {
		var beat <-chan time.Time
		if status == sweep.Running {
			t := time.NewTimer(heartbeat)
			defer t.Stop()
			beat = t.C
		}
		select {
		case <-nudge:
		case <-handle.Done():
		case <-beat:
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
		return sweptMsg{number, handle.Snapshot(), ended, time.Now()}
	}
}
