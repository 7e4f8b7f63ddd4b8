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
	"dpals/engine/method"
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
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	root := rootCommand()
	root.SetArgs(args)
	started := false
	root.PersistentPreRun = func(*cobra.Command, []string) { started = true }
	_, err := kernel.Choice()
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	printError(root, err)
	return status(err, started)
}

// printError prints an error, unless the command has printed what is wrong.
func printError(root *cobra.Command, err error) {
	if err != nil && !errors.Is(err, errPrinted) {
		fmt.Fprintf(root.ErrOrStderr(), "dpals: %s\n", canvas.Text(report.Sentence(err)))
	}
}

// errPrinted is the error of a command that has printed what is wrong.
var errPrinted = errors.New("")

// status returns the exit status of an error. An error before a command has started is about its flags.
func status(err error, started bool) int {
	var input *loaders.InputError
	var usage usageError
	var parameter method.ParameterError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, engine.ErrRefused):
		return exitRefused
	case !started, errors.As(err, &input), errors.As(err, &usage), errors.As(err, &parameter), errors.Is(err, engine.ErrConfig):
		return exitUsage
	}
	return exitFailed
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "dpals",
		Short: "Train and compare differentially private recommenders on a terminal dashboard",
		Long: "Open a dashboard that trains differentially private matrix completion: load ratings, change the parameters, and\n" +
			"see the RMSE of each iteration beside the privacy budget charged so far.\n\n" +
			"Without arguments it opens on built-in synthetic ratings and trains at once.",
		Example: "dpals\n" +
			"dpals --data ratings.csv --epsilon 2\n" +
			"dpals train --data ml-1m --epsilon 5 --json",
		Args:          noCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	var run runFlags
	var screen screenFlags
	run.register(root.Flags(), defaultData)
	screen.register(root.Flags())
	root.RunE = func(cmd *cobra.Command, _ []string) error { return dashboard(cmd, &run, &screen) }
	root.PersistentFlags().String(stateFlag, "", "keep runs and the ledger in this folder (default: dpals in the user's state folder)")
	nameValue(root.PersistentFlags(), stateFlag, "FOLDER")
	root.AddCommand(trainCommand(), accountCommand(), auditCommand(), benchCommand(), dataCommand(), ledgerCommand(), methodsCommand(),
		recommendCommand(), runsCommand(), sweepCommand(), watchCommand())
	root.SetHelpFunc(help)
	root.SetFlagErrorFunc(flagError)
	keepFlagOrder(root)
	return root
}

// keepFlagOrder shows flags in the order in which they were defined: the important ones first.
func keepFlagOrder(cmd *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.SortFlags = false
	}
	for _, c := range cmd.Commands() {
		keepFlagOrder(c)
	}
}
