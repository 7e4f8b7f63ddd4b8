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

	"dpals/tui/frontier"
	"dpals/tui/session"
)

// shutdownPatience is how long the program waits at its end for cancelled runs, which should stop within 100 ms.
const shutdownPatience = 2 * time.Second

// Run opens the dashboard and returns when the analyst quits, the context ends or the process is asked to terminate. The
// terminal is restored in every case, also after a panic, and every run is cancelled. Without a terminal, or in one that
// cannot move its cursor, it does what Plain does.
func Run(ctx context.Context, o session.Options) error {
	if o.Output == nil && (!term.IsTerminal(os.Stdout.Fd()) || os.Getenv("TERM") == "dumb") {
		return Plain(ctx, os.Stdout, o)
	}
	o.Pace = session.RevealPace
	ctx, cancel := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer cancel()
	defer addThreads(&o)()
	m, err := New(ctx, o)
	if err != nil {
		return err
	}
	defer func() {
		cancel()
		m.Session.Lanes.Wait(shutdownPatience)
		m.WaitFinished(shutdownPatience)
		if err := m.SaveSession(); err != nil {
			m.Session.Options.Log.Error("session not saved", "error", err)
		}
		for _, f := range m.Session.Failures {
			session.LogFailure(m.Session.Options.Log, f.Method, f.Err)
		}
	}()
	// A signal ends the context only: a program that handled both would wait for itself for ever.
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
		program.Send(session.LeaveMsg{})
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

// leavePatience is how long the program may take to end when the process is asked to terminate.
const leavePatience = 500 * time.Millisecond

// addThreads lets the screen answer while every core trains: training uses the threads there were, and Go's scheduler
// gets one more for the screen, one for the baselines, and those of a sweep. Otherwise each step of handling a key would
// wait until the scheduler takes a thread from the trainer, 10 ms at a time. It returns the function that undoes it.
func addThreads(o *session.Options) (undo func()) {
	threads := runtime.GOMAXPROCS(0)
	if o.Config.Threads == 0 {
		o.Config.Threads = threads
	}
	runtime.GOMAXPROCS(threads + 2 + frontier.Jobs(threads))
	return func() { runtime.GOMAXPROCS(threads) }
}

// WaitFinished waits until screens have finished their work, such as writing runs to the store, or patience ends.
func (m *Model) WaitFinished(patience time.Duration) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, s := range m.Screens {
			if s, ok := s.(finisher); ok {
				s.Finish()
			}
		}
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
}
