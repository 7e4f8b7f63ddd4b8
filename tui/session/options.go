package session

import (
	"context"
	"io"
	"log/slog"
	"time"

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
	Session     *Saved
	Notice      string // what to say at the start
	Tour        bool   // begin with the guided tour
	// Instead fetches the ratings to open on where Load finds none; nil to say that there are none.
	Instead func(context.Context) (engine.Problem, error)

	// Open reads the ratings of another source; nil where the data set stays.
	Open func(ctx context.Context, source string) (engine.Problem, error)
	// Load fetches the problem where Problem has no split yet; the screen is up meanwhile.
	Load func(context.Context) (engine.Problem, error)
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

	Backend
}

// Backend is what trains, works out and stores what the dashboard shows. What is nil is filled in from the engine, the
// store and the ledger; tests and pictures give their own.
type Backend struct {
	Methods []*method.Method                                                       // nil for the registry's
	Foresee func(engine.Problem, engine.Config) (*engine.Preview, error)           // nil for engine.Foresee
	Launch  func(context.Context, engine.Problem, engine.Config) (Follower, error) // nil for engine.Run

	Archive Archive                                         // nil for Options.Store; nil too where no run is stored
	Status  func(fingerprint string) (ledger.Status, error) // these three are nil without a ledger
	History func(fingerprint string) ([]ledger.HistoryEntry, error)
	Charged func(run int64) ([]ledger.Release, error)

	Now  func() time.Time // nil for time.Now
	Pace time.Duration    // between two iterations that appear; 0 shows all that are known
}

// Fill replaces what is nil by what the program uses.
func (o Options) Fill() Options {
	if o.Launch == nil {
		o.Launch = func(ctx context.Context, p engine.Problem, c engine.Config) (Follower, error) {
			h, err := engine.Run(ctx, p, c)
			if err != nil {
				return nil, err
			}
			return h, nil
		}
	}
	if o.Foresee == nil {
		o.Foresee = engine.Foresee
	}
	if o.Themes == nil {
		o.Themes = themes.BuiltIn()
	}
	if o.Methods == nil {
		o.Methods = engine.Methods()
	}
	if l := o.Config.Ledger; o.Status == nil && l != nil {
		o.Status, o.History, o.Charged = l.Status, l.History, l.Releases
	}
	if o.Archive == nil && o.Store != nil {
		o.Archive = o.Store
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Config.Method == "" {
		o.Config.Method = engine.DefaultMethod
	}
	return o
}

// ThemeFor builds the named theme; auto starts dark until the terminal has answered.
func (o Options) ThemeFor(name string) (*themes.Theme, error) {
	if name == "" || name == AutoTheme {
		name = themes.Dark.Name
	}
	return o.Themes.Named(name, themes.Options{NoColor: o.NoColor, ASCII: o.ASCII})
}

const AutoTheme = "auto"
