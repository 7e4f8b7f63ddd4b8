// Package cli turns command lines into engine configurations and results into text. It holds no logic of its own:
// what a method can do comes from the registry, what a release costs from accounting.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"

	"dpals/engine"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// Exit statuses.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2 // wrong usage or input
	exitRefused     = 3 // by the ledger
	exitInterrupted = 130
)

// Main runs the command line and returns the exit status.
func Main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := rootCommand()
	root.SetArgs(args)
	started := false
	root.PersistentPreRun = func(*cobra.Command, []string) { started = true }
	err := fang.Execute(ctx, root, fang.WithoutManpage(), fang.WithoutVersion(),
		fang.WithErrorHandler(func(w io.Writer, _ fang.Styles, err error) {
			if !errors.Is(err, errSilent) {
				fmt.Fprintf(w, "dpals: %s\n", canvas.Text(sentence(err)))
			}
		}))
	return status(err, started)
}

// errSilent marks an error that the command has already told of.
var errSilent = errors.New("")

// status maps an error to the exit status; errors before a command started are cobra's own, about the flags.
func status(err error, started bool) int {
	var input *loaders.InputError
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, engine.ErrRefused):
		return exitRefused
	case !started, errors.As(err, &input), errors.As(err, &usage), errors.Is(err, engine.ErrConfig):
		return exitUsage
	}
	return exitFailed
}

func sentence(err error) string {
	if errors.Is(err, context.Canceled) {
		return "interrupted"
	}
	return err.Error()
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "dpals",
		Short: "A terminal dashboard for differentially private matrix completion",
		Long: "Load ratings, turn k, T, β and ε, and watch private training live:\n" +
			"RMSE per iteration against the privacy budget being spent.\n\n" +
			"Without arguments the dashboard opens on built-in synthetic ratings and trains at once.",
		Example: "dpals\n" +
			"dpals --data ratings.csv --epsilon 2\n" +
			"dpals train --data ml-1m --epsilon 5 --json",
		Args: cobra.NoArgs,
	}
	var run runFlags
	var screen screenFlags
	run.register(root)
	screen.register(root)
	root.RunE = func(cmd *cobra.Command, _ []string) error { return dashboard(cmd, &run, &screen) }
	root.PersistentFlags().String(stateFlag, "", "folder of the ledger of what has been released; default: the user's state folder")
	root.AddCommand(trainCommand(), accountCommand(), dataCommand(), ledgerCommand(), methodsCommand())
	return root
}
