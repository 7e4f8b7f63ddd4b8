// Package cli turns command lines into engine configurations and results into text. It holds no logic of its own:
// what a method can do comes from the registry, what a release costs from accounting.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpals/engine"
	"dpals/engine/kernel"
	"dpals/internal/cli/report"
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
	context.AfterFunc(ctx, stop) // a second interrupt ends what does not heed the first
	root := rootCommand()
	root.SetArgs(args)
	started := false
	root.PersistentPreRun = func(*cobra.Command, []string) { started = true }
	_, err := kernel.Choice()
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	tell(root, err)
	return status(err, started)
}

// tell prints an error, unless the command has told of it.
func tell(root *cobra.Command, err error) {
	if err != nil && !errors.Is(err, errSilent) {
		fmt.Fprintf(root.ErrOrStderr(), "dpals: %s\n", canvas.Text(report.Sentence(err)))
	}
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

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "dpals",
		Short: "A terminal dashboard for differentially private matrix completion",
		Long: "Load ratings, turn k, T, β and ε, and watch private training live:\n" +
			"RMSE per iteration against the privacy budget being charged.\n\n" +
			"Without arguments the dashboard opens on built-in synthetic ratings and trains at once.",
		Example: "dpals\n" +
			"dpals --data ratings.csv --epsilon 2\n" +
			"dpals train --data ml-1m --epsilon 5 --json",
		Args:          noCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	var run runFlags
	var screen screenFlags
	run.register(root)
	screen.register(root)
	group(root.Flags(), screenGroup)
	root.RunE = func(cmd *cobra.Command, _ []string) error { return dashboard(cmd, &run, &screen) }
	root.PersistentFlags().String(stateFlag, "", "folder of the ledger of what has been released; default: the user's state folder")
	root.AddCommand(trainCommand(), accountCommand(), auditCommand(), benchCommand(), dataCommand(), ledgerCommand(), methodsCommand(), recommendCommand(), runsCommand(), sweepCommand(), watchCommand())
	takes(root.PersistentFlags(), stateFlag, "FOLDER")
	root.SetHelpFunc(help)
	root.SetFlagErrorFunc(flagError)
	keepOrder(root)
	return root
}

// keepOrder shows flags in the order in which they were defined, which goes from the important to the rest.
func keepOrder(cmd *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.SortFlags = false
	}
	for _, c := range cmd.Commands() {
		keepOrder(c)
	}
}
