package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/store"
	"dpals/internal/cli/report"
	"dpals/loaders"
	"dpals/themes"
	"dpals/tui"
	"dpals/tui/canvas"
)

// autoTheme follows the terminal's background.
const autoTheme = "auto"

// sessionFile is where the dashboard keeps its session, in the state folder.
const sessionFile = "session.json"

// screenFlags choose how the dashboard looks and where it begins.
type screenFlags struct {
	theme, config         string
	plain, ascii, noMouse bool
	fresh, tour           bool
	watch                 int64 // run to watch, 0 for none
}

func (f *screenFlags) register(cmd *cobra.Command) {
	var flags *pflag.FlagSet = cmd.Flags()
	flags.StringVar(&f.theme, "theme", autoTheme, "colours: auto follows the terminal; or "+strings.Join(themes.Names(), ", ")+", or one of your own")
	flags.StringVar(&f.config, "config", "", "settings and keys; default: dpals/config.toml in the user's configuration folder, themes/*.toml beside it")
	flags.BoolVar(&f.fresh, "fresh", false, "begin afresh, and not where the last session ended")
	flags.BoolVar(&f.tour, "tour", false, "a guided tour of six steps on synthetic ratings")
	flags.BoolVar(&f.plain, "plain", false, "print lines instead of drawing, for screen readers and logs")
	flags.BoolVar(&f.ascii, "ascii", false, "draw with 7-bit characters only")
	flags.BoolVar(&f.noMouse, "no-mouse", false, "leave the mouse to the terminal")
	takes(flags, "config", "FILE")
}

// lines reports whether lines are printed instead of drawing.
func (f *screenFlags) lines() bool {
	return f.plain || !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stdout.Fd()))
}

// dashboard opens the screen, or prints lines where there is no terminal to draw on.
func dashboard(cmd *cobra.Command, run *runFlags, screen *screenFlags) error {
	plain := screen.lines()
	o, err := screen.options(cmd)
	if err != nil {
		return err
	}
	o.Log, o.NoColor = slog.Default(), os.Getenv("NO_COLOR") != ""
	if !plain {
		o.SessionFile = filepath.Join(stateFolder(cmd), sessionFile)
		o.Folder, _ = os.Getwd() // without it a relative source is looked for where the next session begins
		screen.resume(cmd, run, &o)
	}
	if o.Config, err = run.config(cmd); err != nil {
		return err
	}
	if s := o.Session; s != nil && s.Method == o.Config.Method {
		m, err := engine.Lookup(s.Method)
		if err != nil {
			return err
		}
		for name, v := range s.Settings[s.Method] {
			if p, ok := m.Parameter(name); ok && p.Check(v) == nil && !cmd.Flag(name).Changed {
				o.Config.Settings[name] = v
			}
		}
	}
	if o.Config.Ledger, err = ledger.Open(stateFolder(cmd)); err != nil {
		return err
	}
	defer o.Config.Ledger.Close()
	if plain {
		o.Store = keepRuns(cmd, o.Config.Ledger)
	} else {
		unkept := make(chan error, 2) // the store tells at most once beside what Open says
		o.Unkept = unkept
		o.Store, err = store.Open(stateFolder(cmd), store.Options{Ledger: o.Config.Ledger, Warn: func(err error) { unkept <- err }})
		if err != nil {
			unkept <- err
		}
		o.Export = map[string]func(io.Writer, store.Detail) error{
			"csv":  func(w io.Writer, d store.Detail) error { return report.WriteCurve(w, d) },
			"json": func(w io.Writer, d store.Detail) error { return report.WriteObject(w, report.DetailObject(d)) },
		}
	}
	defer o.Store.Close()
	o.Problem.Name = run.source.data
	for _, name := range readingFlags {
		if f := cmd.Flag(name); f.Changed {
			o.Source = append(o.Source, "--"+name, f.Value.String())
		}
	}
	if plain {
		if o.Problem, err = run.problem(cmd.Context()); err != nil {
			return err
		}
		return tui.Plain(cmd.Context(), cmd.OutOrStdout(), o)
	}
	o.Load = run.problem
	o.Sources = knownSources()
	o.Open = func(ctx context.Context, source string) (engine.Problem, error) {
		other := runFlags{source: sourceFlags{data: source, noCache: run.source.noCache, flags: run.source.flags}, split: run.split, splitSeed: run.splitSeed}
		return other.problem(ctx)
	}
	return tui.Run(cmd.Context(), o)
}

// readingFlags say how the ratings are read, beside where they are.
var readingFlags = []string{"format", "columns", "range", "catalogue", "split-seed"}

// options are those of the configuration file, the folder of themes and the flags, which win.
func (f *screenFlags) options(cmd *cobra.Command) (tui.Options, error) {
	path := f.config
	if path == "" {
		path = filepath.Join(xdg.ConfigHome, "dpals", "config.toml")
	} else if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return tui.Options{}, usagef("--config %s: no such file", path)
	}
	settings, err := tui.ReadSettings(path)
	if err != nil {
		return tui.Options{}, usagef("%w", err)
	}
	own, faults := themes.ReadFolder(filepath.Join(filepath.Dir(path), "themes"))
	o := tui.Options{
		Theme: f.theme, Themes: themes.BuiltIn().With(own...), Keys: settings.Keys, Tour: f.tour,
		ASCII: f.ascii || settings.ASCII, Mouse: settings.Mouse && !f.noMouse,
	}
	if !cmd.Flag("theme").Changed && settings.Theme != "" {
		o.Theme = settings.Theme
	}
	if o.Theme != autoTheme && !slices.Contains(o.Themes.Names(), o.Theme) {
		for _, fault := range faults { // it may be the one that is asked for
			return o, usagef("%w", fault)
		}
		return o, usagef("--theme %s: choose auto or one of %s", o.Theme, strings.Join(o.Themes.Names(), ", "))
	}
	for _, fault := range faults {
		o.Notice = "left out: " + canvas.Text(fault.Error())
	}
	return o, nil
}

// resume takes up what the last session has left, where no flag says otherwise. The tour and --fresh begin afresh.
func (f *screenFlags) resume(cmd *cobra.Command, run *runFlags, o *tui.Options) {
	if f.tour || f.watch != 0 {
		o.SessionFile = ""
	}
	if f.watch != 0 {
		o.Watch, o.Instead = f.watch, run.builtIn
	}
	if f.tour || f.fresh || f.watch != 0 {
		return
	}
	s, err := tui.ReadSession(o.SessionFile)
	if err != nil {
		o.Notice = "the last session is left out: " + canvas.Text(err.Error())
	}
	if s == nil {
		return
	}
	o.Session = s
	given := func(name string) bool { return cmd.Flag(name).Changed }
	if s.Data != "" && !given("data") && !slices.ContainsFunc(readingFlags, given) {
		s.Data = relocated(s.Data, s.Folder, o.Folder)
		run.source.data = s.Data
		for i := 0; i+1 < len(s.Read); i += 2 {
			if name := strings.TrimPrefix(s.Read[i], "--"); slices.Contains(readingFlags, name) {
				_ = cmd.Flags().Set(name, s.Read[i+1]) // one that does not fit any more is said when the ratings are read
			}
		}
		if s.Data != defaultData {
			o.Instead = run.builtIn
		}
	}
	if s.Theme != "" && o.Theme == autoTheme && !given("theme") && slices.Contains(o.Themes.Names(), s.Theme) {
		o.Theme = s.Theme
	}
	if _, err := engine.Lookup(s.Method); err == nil && !given("method") {
		run.method = s.Method
	}
	if s.Epsilon > 0 && !given("epsilon") {
		run.epsilon = s.Epsilon
	}
	if s.Delta > 0 && s.Delta < 1 && !given("delta") {
		run.delta = s.Delta
	}
	if s.Accountant != "" && !given("accountant") {
		run.accountant = s.Accountant
	}
}

// builtIn are the ratings that stand in for those that cannot be read.
func (f *runFlags) builtIn(ctx context.Context) (engine.Problem, error) {
	stand := runFlags{source: sourceFlags{data: defaultData, flags: f.source.flags}, split: f.split, splitSeed: f.splitSeed}
	return stand.problem(ctx)
}

// relocated is a source that was named in one folder as it is to be named in another: a path that leads nowhere from
// here is followed from there.
func relocated(source, from, here string) string {
	if from == here || filepath.IsAbs(source) {
		return source
	}
	if _, err := os.Stat(source); err == nil {
		return source
	}
	if path := filepath.Join(from, source); from != "" {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return source
}

// knownSources are the data sets that the palette offers: the recipes, and the folders of data sets that are at hand.
func knownSources() []string {
	known := map[string]bool{}
	for _, dir := range []string{os.Getenv(loaders.DataFolder), "data", filepath.Join("..", "shared", "data")} {
		if dir == "" {
			continue
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
				known[e.Name()] = true
			}
		}
	}
	return append([]string{defaultData, "synth:skewed:small", "synth:lowrank"}, slices.Sorted(maps.Keys(known))...)
}
