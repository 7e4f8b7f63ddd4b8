package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
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
	"dpals/loaders/sources"
	"dpals/themes"
	"dpals/tui"
	"dpals/tui/canvas"
	"dpals/tui/session"
)

// autoTheme follows the terminal's background.
const autoTheme = "auto"

// screenFlags choose how the dashboard looks and where it starts.
type screenFlags struct {
	theme, config         string
	plain, ascii, noMouse bool
	fresh, tour           bool
	watch                 int64 // run to watch, 0 for none
}

func (f *screenFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.theme, "theme", autoTheme, "colours: auto follows the terminal; or "+strings.Join(themes.Names(), ", ")+", or the name of your own theme")
	flags.StringVar(&f.config, "config", "", "read settings and keys from this file, and themes from themes/*.toml beside it (default: dpals/config.toml in the user's configuration folder)")
	flags.BoolVar(&f.fresh, "fresh", false, "start with the defaults instead of the last session")
	flags.BoolVar(&f.tour, "tour", false, "show a guided tour in six parts, on synthetic ratings")
	flags.BoolVar(&f.plain, "plain", false, "print lines instead of drawing, for screen readers and logs")
	flags.BoolVar(&f.ascii, "ascii", false, "draw with 7-bit characters only")
	flags.BoolVar(&f.noMouse, "no-mouse", false, "do not use the mouse, so that the terminal can select text")
	nameValue(flags, "config", "FILE")
	setGroup(flags, screenGroup)
}

// printsLines reports whether lines are printed instead of drawing.
func (f *screenFlags) printsLines() bool {
	return f.plain || !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stdout.Fd()))
}

// dashboard opens the dashboard, or prints lines where there is no terminal to draw on.
func dashboard(cmd *cobra.Command, run *runFlags, screen *screenFlags) error {
	plain := screen.printsLines()
	o, err := screen.options(cmd)
	if err != nil {
		return err
	}
	o.Log, o.NoColor = slog.Default(), os.Getenv("NO_COLOR") != ""
	if !plain {
		screen.resume(cmd, run, &o)
	}
	if o.Config, err = run.config(cmd); err != nil {
		return err
	}
	if err := resumeSettings(cmd, &o); err != nil {
		return err
	}
	o.Problem.Name = run.source.data
	for _, name := range readingFlags {
		if f := cmd.Flag(name); f.Changed {
			o.Source = append(o.Source, "--"+name, f.Value.String())
		}
	}
	if plain {
		return printDashboard(cmd, run, o)
	}
	if o.Config.Ledger, err = ledger.Open(stateFolder(cmd)); err != nil {
		return err
	}
	defer o.Config.Ledger.Close()
	unkept := make(chan error, 2) // the store warns at most once besides the error of Open
	o.StoreFailure = unkept
	o.Store, err = store.Open(stateFolder(cmd), store.Options{Ledger: o.Config.Ledger, Warn: func(err error) { unkept <- err }})
	if err != nil {
		unkept <- err
	}
	defer o.Store.Close()
	o.Export = map[string]func(io.Writer, store.Detail) error{
		"csv":  report.WriteCurve,
		"json": func(w io.Writer, d store.Detail) error { return report.WriteObject(w, report.DetailObject(d)) },
	}
	o.Load = run.problem
	o.Sources = append([]string{defaultData, "synth:skewed:small", "synth:lowrank"}, sources.NamedSets()...)
	o.Open = run.problemOf
	return tui.Run(cmd.Context(), o)
}

// printDashboard trains once and prints lines.
func printDashboard(cmd *cobra.Command, run *runFlags, o session.Options) error {
	state, err := openState(cmd)
	if err != nil {
		return err
	}
	defer state.close()
	o.Config.Ledger, o.Store = state.ledger, state.store
	if o.Problem, err = run.problem(cmd.Context()); err != nil {
		return err
	}
	return tui.Plain(cmd.Context(), cmd.OutOrStdout(), o)
}

// readingFlags say how the ratings are read, besides their source.
var readingFlags = []string{"format", "columns", "range", "catalogue", "split-seed"}

// problemOf loads the ratings of another source, with the same split.
func (f *runFlags) problemOf(ctx context.Context, source string) (engine.Problem, error) {
	other := runFlags{source: sourceFlags{data: source, noCache: f.source.noCache, flags: f.source.flags}, split: f.split, splitSeed: f.splitSeed}
	return other.problem(ctx)
}

// builtIn loads the ratings that replace those that cannot be read.
func (f *runFlags) builtIn(ctx context.Context) (engine.Problem, error) {
	return f.problemOf(ctx, defaultData)
}

// options returns the options of the flags, which win, the configuration file and the folder of themes.
func (f *screenFlags) options(cmd *cobra.Command) (session.Options, error) {
	path := f.config
	if path == "" {
		path = filepath.Join(xdg.ConfigHome, "dpals", "config.toml")
	} else if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return session.Options{}, usagef("--config %s: no such file", path)
	}
	settings, err := tui.ReadSettings(path)
	if err != nil {
		return session.Options{}, usageError{err}
	}
	own, faults := themes.ReadFolder(filepath.Join(filepath.Dir(path), "themes"))
	o := session.Options{
		Theme: f.theme, Themes: themes.BuiltIn().With(own...), Keys: settings.Keys, Tour: f.tour,
		ASCII: f.ascii || settings.ASCII, Mouse: settings.Mouse && !f.noMouse,
	}
	if !cmd.Flag("theme").Changed && settings.Theme != "" {
		o.Theme = settings.Theme
	}
	if o.Theme != autoTheme && !slices.Contains(o.Themes.Names(), o.Theme) {
		if len(faults) > 0 { // it may be the theme that is chosen
			return o, usageError{faults[0]}
		}
		return o, usagef("--theme %s: unknown; choose auto or one of %s", o.Theme, strings.Join(o.Themes.Names(), ", "))
	}
	for _, fault := range faults {
		o.Notice = "theme left out: " + canvas.Text(fault.Error())
	}
	return o, nil
}
