package tui

import (
	"context"
	"errors"
	"runtime"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/parallel"
	"dpals/engine/sweep"
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
	number int
	handle sweeping
	before sweep.Snapshot // what was done of it already
	costs  []sweep.Cost
	err    error
}

// sweptMsg is where a sweep stands.
type sweptMsg struct {
	number   int
	snapshot sweep.Snapshot
	ended    bool // nothing of it trains any more
	taken    time.Time
}

// sweeping reports whether a sweep trains or is about to.
func (b *bench) sweeping() bool { return b.sweep != nil }

// sweepEnvironment is what a sweep works with: the ratings at hand, and one thread for each job.
func (b *bench) sweepEnvironment(jobs int) sweep.Environment {
	problem := b.problem
	return sweep.Environment{
		Load:  func(context.Context, string) (engine.Problem, error) { return problem, nil },
		Store: b.options.Store, Ledger: b.options.Config.Ledger, Jobs: jobs, Threads: jobs,
	}
}

// sweepNow is the command that trains a sweep in the background. What was done of it before is not trained again,
// unless it is to be fresh.
func (b *bench) sweepNow(spec sweep.Spec, jobs int, fresh bool) tea.Cmd {
	b.sweeps++
	number := b.sweeps
	gate := new(parallel.Gate)
	ctx, cancel := context.WithCancel(parallel.WithGate(b.ctx, gate))
	b.sweep = &liveSweep{number: number, spec: spec, cancel: cancel, gate: gate}
	lane, one, environment := &b.lanes.sweep, &b.lanes.prepare, b.sweepEnvironment(jobs)
	environment.Fresh = fresh
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = sweepBegunMsg{number: number, err: panicError("the sweep", v)}
			}
		}()
		begun := sweepBegunMsg{number: number}
		begun.handle, begun.err = inLane(lane, func() (sweeping, error) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			one.Lock()
			defer one.Unlock()
			s, err := sweep.Prepare(ctx, spec, environment)
			if err != nil {
				return nil, err
			}
			if begun.costs, err = s.Costs(); err != nil {
				return nil, errors.Join(err, s.Close())
			}
			begun.before = s.Snapshot()
			return s.Start(ctx), nil
		})
		return begun
	}
}

// sweepBegun follows a sweep that trains.
func (b *bench) sweepBegun(m sweepBegunMsg) tea.Cmd {
	s := b.sweep
	if s == nil || s.number != m.number {
		return nil
	}
	if m.err != nil {
		s.cancel()
		b.sweep = nil
		return nil
	}
	s.handle, s.costs, s.counted = m.handle, m.costs, make(map[int]bool)
	for _, r := range m.before.Results {
		s.counted[r.Point] = true
	}
	s.nudge, s.release = m.handle.Subscribe()
	if s.stopping {
		s.handle.Cancel()
	}
	b.giveWay()
	return followSweep(s, sweep.Running, time.Time{})
}

// swept takes where the sweep stands and asks for the next time; what is stale is dropped.
func (b *bench) swept(m sweptMsg) tea.Cmd {
	s := b.sweep
	if s == nil || s.number != m.number {
		return nil
	}
	cmds := []tea.Cmd{}
	if b.countSwept(s, m.snapshot) {
		cmds = append(cmds, b.consult())
	}
	if !m.ended {
		return tea.Batch(append(cmds, followSweep(s, m.snapshot.Status, m.taken))...)
	}
	s.release()
	s.cancel()
	b.sweep = nil
	return tea.Batch(append(cmds, b.consult())...)
}

// countSwept adds what a sweep has finished since the last time to what the session was charged, and reports whether there was
// anything.
func (b *bench) countSwept(s *liveSweep, m sweep.Snapshot) (fresh bool) {
	for _, r := range m.Results {
		if s.counted[r.Point] {
			continue
		}
		s.counted[r.Point], fresh = true, true
		if r.Mu > 0 && !s.elsewhere {
			b.session.paid = b.session.paid.Plus(accounting.TotalCost{Mu: r.Mu, GaussianMu: r.Mu})
			b.session.private++
			b.session.version++
			if r.Simulation {
				b.session.simulations++
			}
		}
	}
	return fresh
}

// giveWay holds a sweep back while Tune trains, whose runs want every processor: nothing new begins, and what was begun
// waits between two pieces of its work.
func (b *bench) giveWay() {
	s := b.sweep
	if s == nil || s.handle == nil {
		return
	}
	s.yields = b.session.current.training()
	s.settle()
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
		if rest := frameInterval - time.Since(last); rest > 0 {
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

// processors is how many runs a sweep may train at once.
func (b *bench) processors() int {
	if n := b.options.Config.Threads; n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}
