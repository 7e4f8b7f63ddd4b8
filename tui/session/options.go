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

// Options say with which ratings and settings the dashboard starts, and how it is drawn.
type Options struct {
	Problem engine.Problem // its name; Load may bring its split later
	Config  engine.Config  // the first settings

	Source []string // flags that the ratings were read with, for commands that are copied

	Theme   string     // a name of Themes; "" or "auto" follows the terminal's background
	Themes  themes.Set // nil for the built-in ones
	NoColor bool
	ASCII   bool
	Mouse   bool

	Keys    map[string][]string // by action: keys that replace the default ones; CheckKeys has accepted them
	Sources []string            // data sets by the name that Open takes, for the palette

	// SessionFile is the session file; "" for none. Session is its content, whose ratings, theme and chosen method are in
	// Problem, Theme and Config already; nil for none.
	SessionFile string
	Folder      string // that relative sources are relative to, for the session file
	Session     *Saved
	Notice      string // message at the start
	Tour        bool   // start with the tour
	// Instead reads the ratings to show where Load fails; nil to show the error.
	Instead func(context.Context) (engine.Problem, error)

	// Open reads the ratings of another source; nil where the ratings cannot be changed.
	Open func(ctx context.Context, source string) (engine.Problem, error)
	// Load reads the ratings where Problem has no split yet, while the screen is shown.
	Load func(context.Context) (engine.Problem, error)
	// Store keeps runs and sweeps; nil for none. StoreFailure brings the error after which it can no longer be written; nil
	// where it is not observed.
	Store        *store.Store
	StoreFailure <-chan error
	// Log receives what the screen does not show, such as the stack of a failed run; nil for none. The dashboard writes to it
	// after it has left the screen, so that it may be the terminal.
	Log *slog.Logger

	Input  io.Reader // nil for the terminal
	Output io.Writer // nil for the terminal

	// Watch is the run of the store to show first, 0 for none. Nothing trains then until Space is pressed.
	Watch int64
	// Export writes a stored run, by file format; nil for none.
	Export map[string]func(io.Writer, store.Detail) error

	Backend
}

// Backend trains, computes and stores what the dashboard shows. Fill sets what is nil to the engine, the store and the ledger;
// tests and pictures set their own.
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

// Fill returns the options with the defaults of the program in place of nil.
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

// ThemeFor returns the named theme; the dark one for auto, until the terminal has answered.
func (o Options) ThemeFor(name string) (*themes.Theme, error) {
	if name == "" || name == AutoTheme {
		name = themes.Dark.Name
	}
	return o.Themes.Named(name, themes.Options{NoColor: o.NoColor, ASCII: o.ASCII})
}

// AutoTheme is the name of the theme that follows the background of the terminal.
const AutoTheme = "auto"
