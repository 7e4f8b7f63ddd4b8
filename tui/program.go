// Package tui is the dashboard: turn a knob and the curve answers.
//
// One tea.Model (model.go) owns the screens; a screen is a plain struct with imperative methods that draws itself into
// the rectangle it was given. What the screens share (the problem, the runs of the session, the theme) is a bench. No
// file is read and nothing is computed in Update: commands do the work and return one message. The trainer never
// sends: a command waits for a run's nudge and takes a snapshot, at most twenty times a second.
//
// The package computes nothing about privacy or error itself: engine, accounting and the methods' own descriptions do.
package tui

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
)

// shutdownPatience is how long leaving waits for cancelled runs, which promise to stop within 100 ms.
const shutdownPatience = 2 * time.Second

// Run opens the dashboard and returns when it is left, or when the context ends or the process is told to terminate.
// The terminal is restored whatever happens, a panic included; every run is then cancelled and gone. Where there is no
// terminal to draw on, or one that cannot move its cursor, it does what Plain does.
func Run(ctx context.Context, o Options) error {
	if o.Output == nil && (!term.IsTerminal(os.Stdout.Fd()) || os.Getenv("TERM") == "dumb") {
		return Plain(ctx, os.Stdout, o)
	}
	o.pace = stepPace
	ctx, cancel := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer cancel()
	defer makeRoom(&o)()
	m, err := newModel(ctx, o.fill())
	if err != nil {
		return err
	}
	defer func() {
		cancel()
		m.bench.lanes.wait(shutdownPatience)
		m.waitKept(shutdownPatience)
		if err := m.keepSession(); err != nil {
			m.bench.options.Log.Error("the session is not kept", "error", err)
		}
		for _, f := range m.bench.failures {
			logFailure(m.bench.options.Log, f.method, f.err)
		}
	}()
	// Signals end the context and not the program: a program that hears of both waits for itself for ever.
	settings := []tea.ProgramOption{tea.WithoutSignalHandler(), tea.WithFPS(framesPerSecond)}
	if o.Input != nil {
		settings = append(settings, tea.WithInput(o.Input))
	}
	if o.Output != nil {
		settings = append(settings, tea.WithOutput(o.Output))
	}
	program, done := tea.NewProgram(m, settings...), make(chan struct{})
	m.pacer = &pacer{program: program}
	defer m.pacer.stop()
	defer context.AfterFunc(ctx, func() {
		defer time.AfterFunc(leavePatience, program.Kill).Stop()
		program.Send(leaveMsg{})
		<-done
	})()
	_, err = program.Run()
	close(done)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("the dashboard stopped: %w", err)
	}
	return nil
}

// leavePatience is how long the screen may take to leave when the program is told to terminate.
const leavePatience = 500 * time.Millisecond

// makeRoom lets the screen answer while every core trains: training keeps to the threads there were, and Go's
// scheduler gets one more for the screen, one for the comparisons, and those of a sweep. Otherwise each step of handling
// a key would wait until the scheduler takes a thread from the trainer, 10 ms at a time. It returns what undoes it.
func makeRoom(o *Options) (undo func()) {
	threads := runtime.GOMAXPROCS(0)
	if o.Config.Threads == 0 {
		o.Config.Threads = threads
	}
	runtime.GOMAXPROCS(threads + 2 + sweepJobs(threads))
	return func() { runtime.GOMAXPROCS(threads) }
}

// finisher is a screen with work that is finished when the dashboard is left.
type finisher interface{ finish() }

// waitKept waits until screens have finished their work, such as runs on their way to the store, or patience ends.
func (m *model) waitKept(patience time.Duration) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, s := range m.screens {
			if s, ok := s.(finisher); ok {
				s.finish()
			}
		}
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
}
