package cli

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/themes"
	"dpals/tui"
)

// autoTheme follows the terminal's background.
const autoTheme = "auto"

// screenFlags choose how the dashboard looks.
type screenFlags struct {
	theme                 string
	plain, ascii, noMouse bool
}

func (f *screenFlags) register(cmd *cobra.Command) {
	var flags *pflag.FlagSet = cmd.Flags()
	flags.StringVar(&f.theme, "theme", autoTheme, "colours: auto follows the terminal; or "+strings.Join(themes.Names(), ", "))
	flags.BoolVar(&f.plain, "plain", false, "print lines instead of drawing, for screen readers and logs")
	flags.BoolVar(&f.ascii, "ascii", false, "draw with 7-bit characters only")
	flags.BoolVar(&f.noMouse, "no-mouse", false, "leave the mouse to the terminal")
}

// dashboard opens the screen, or prints lines where there is no terminal to draw on.
func dashboard(cmd *cobra.Command, run *runFlags, screen *screenFlags) error {
	config, err := run.config(cmd)
	if err != nil {
		return err
	}
	if screen.theme != autoTheme && !slices.Contains(themes.Names(), screen.theme) {
		return usagef("--theme %s: choose auto or one of %s", screen.theme, strings.Join(themes.Names(), ", "))
	}
	if config.Ledger, err = ledger.Open(stateFolder(cmd)); err != nil {
		return err
	}
	defer config.Ledger.Close()
	o := tui.Options{
		Config:  config,
		Theme:   screen.theme,
		NoColor: os.Getenv("NO_COLOR") != "",
		ASCII:   screen.ascii,
		Mouse:   !screen.noMouse,
		Log:     slog.Default(),
		Load:    func(ctx context.Context) (engine.Problem, error) { return run.problem(ctx) },
	}
	o.Problem.Name = run.source.data
	for _, name := range []string{"format", "columns", "range", "catalogue", "split-seed"} {
		if f := cmd.Flag(name); f.Changed {
			o.Source = append(o.Source, "--"+name, f.Value.String())
		}
	}
	if screen.plain || !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stdout.Fd())) {
		if o.Problem, err = run.problem(cmd.Context()); err != nil {
			return err
		}
		return tui.Plain(cmd.Context(), cmd.OutOrStdout(), o)
	}
	return tui.Run(cmd.Context(), o)
}
