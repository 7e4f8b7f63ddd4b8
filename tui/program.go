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
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/store"
	"dpals/themes"
)

// Options say what the dashboard opens on and how it is drawn.
type Options struct {
	Problem engine.Problem // the name is needed at once; the split may come from Load
	Config  engine.Config  // where the knobs stand first

	Source []string // how the ratings were read, as flags: for the command that is copied

	Theme   string     // a name of Themes; "" or "auto" follows the terminal's background
	Themes  themes.Set // nil for the built-in ones
	NoColor bool
	ASCII   bool
	Mouse   bool

	Keys    map[string][]string // by action: the keys that replace the usual ones; CheckKeys has found no fault
	Sources []string            // data sets by the name that Open takes, for the palette

	// SessionFile is where the session is kept; "" for nowhere. Session is what the last one left there, beside what
	// Config, Problem and Theme have taken from it already; nil to begin afresh.
	SessionFile string
	Folder      string // that relative sources start from, for the session
	Session     *Session
	Notice      string // what to say at the start
	Tour        bool   // begin with the guided tour
	// Instead fetches the ratings to open on where Load finds none; nil to say that there are none.
	Instead func(context.Context) (engine.Problem, error)

	// Open reads the ratings of another source; nil where the data set stays.
	Open func(ctx context.Context, source string) (engine.Problem, error)
	// Load fetches the problem where Problem has no split yet; the screen is up meanwhile.
	Load func(context.Context) (engine.Problem, error)
	// Run trains; nil for engine.Run.
	Run func(context.Context, engine.Problem, engine.Config) (*engine.History, error)
	// Store is where runs and sweeps are kept; nil for nowhere. Unkept brings why it can no longer be written, if it comes
	// to that; nil where nobody tells.
	Store  *store.Store
	Unkept <-chan error
	// Log takes what a person would not want on the screen, such as the stack of a failed run; nil for nowhere. The
	// dashboard writes to it when it is left, so that it may be the terminal.
	Log *slog.Logger

	Input  io.Reader // nil for the terminal
	Output io.Writer // nil for the terminal

	// Watch is the run of the store to begin with, 0 to begin where the last session ended; nothing then trains until
	// Space is pressed.
	Watch int64
	// Export writes a kept run in a format, by the ending of its file; nil where none is offered.
	Export map[string]func(io.Writer, store.Detail) error

	archive archive                                                 // nil where no run is kept
	methods []*method.Method                                        // nil for the registry's
	status  func(fingerprint string) (ledger.Status, error)         // nil without a ledger
	history func(fingerprint string) ([]ledger.HistoryEntry, error) // nil without a ledger
	charged func(run int64) ([]ledger.Release, error)               // nil without a ledger
	now     func() time.Time
	pace    time.Duration // between two steps that appear; 0 shows all that are known
	foresee func(engine.Problem, engine.Config) (*engine.Preview, error)
	launch  func(context.Context, engine.Problem, engine.Config) (follower, error)
}

// fill replaces what is nil by what the program uses.
func (o Options) fill() Options {
	if o.Run == nil {
		o.Run = engine.Run
	}
	if o.launch == nil {
		run := o.Run
		o.launch = func(ctx context.Context, p engine.Problem, c engine.Config) (follower, error) {
			h, err := run(ctx, p, c)
			if err != nil {
				return nil, err
			}
			return h, nil
		}
	}
	if o.foresee == nil {
		o.foresee = engine.Foresee
	}
	if o.Themes == nil {
		o.Themes = themes.BuiltIn()
	}
	if o.methods == nil {
		o.methods = engine.Methods()
	}
	if l := o.Config.Ledger; o.status == nil && l != nil {
		o.status, o.history, o.charged = l.Status, l.History, l.Releases
	}
	if o.archive == nil && o.Store != nil {
		o.archive = o.Store
	}
	if o.now == nil {
		o.now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Config.Method == "" {
		o.Config.Method = engine.DefaultMethod
	}
	return o
}

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
	defer o.makeRoom()()
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
func (o *Options) makeRoom() (undo func()) {
	threads := runtime.GOMAXPROCS(0)
	if o.Config.Threads == 0 {
		o.Config.Threads = threads
	}
	runtime.GOMAXPROCS(threads + 2 + sweepJobs(threads))
	return func() { runtime.GOMAXPROCS(threads) }
}

// themeFor builds the named theme; auto starts dark until the terminal has answered.
func (o Options) themeFor(name string) (*themes.Theme, error) {
	if name == "" || name == autoTheme {
		name = themes.Dark.Name
	}
	return o.Themes.Named(name, themes.Options{NoColor: o.NoColor, ASCII: o.ASCII})
}

const autoTheme = "auto"
