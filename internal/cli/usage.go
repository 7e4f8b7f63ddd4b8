package cli

import (
	"dpals/loaders"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError is an error that the user can correct: wrong flags, values or input. Its exit status is 2.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// usagef returns a usageError; its arguments are those of fmt.Errorf.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// flagError words an error of the flag parser.
func flagError(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &value):
		return usagef("--%s %q: give %s", value.GetFlag().Name, value.GetValue(), valueOf(value.GetFlag().Value.Type()))
	case errors.As(err, &missing):
		return usagef("--%s: the value is missing", missing.GetFlag().Name)
	case errors.As(err, &unknown):
		name := "--" + unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			name = "-" + unknown.GetSpecifiedName()
		}
		return usagef("%s: unknown flag of %s, see %s --help", name, cmd.CommandPath(), cmd.CommandPath())
	}
	return usageError{err}
}

// valueOf describes the values of a type of flags.
func valueOf(kind string) string {
	switch kind {
	case "uint64":
		return "a whole number from 0 to 2⁶⁴ − 1"
	case "int":
		return "a whole number"
	case "float64":
		return "a number"
	case "float64Slice":
		return "numbers separated by commas"
	case "bool":
		return "true or false"
	}
	return "another value"
}

// valueError returns a usageError about the value of a flag.
func valueError(flag, value string, err error) error {
	var input *loaders.InputError
	if errors.As(err, &input) { // it names the value too
		return usagef("--%s %s: %s", flag, value, input.Reason)
	}
	return usagef("--%s %s: %w", flag, value, err)
}

// required refuses a command line without a flag; value describes what to give.
func required(cmd *cobra.Command, flag, value string) error {
	if cmd.Flags().Changed(flag) {
		return nil
	}
	return usagef("--%s is missing: give %s", flag, value)
}

// noArguments refuses anything but flags.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if err := separateValue(cmd, args[0]); err != nil {
		return err
	}
	return usagef("%q: %s takes only flags, see %s --help", args[0], cmd.CommandPath(), cmd.CommandPath())
}

// noCommand refuses an argument that is not one of the subcommands.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if err := separateValue(cmd, args[0]); err != nil {
		return err
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return usagef("%s: unknown command of %s, choose one of %s", args[0], cmd.CommandPath(), strings.Join(names, ", "))
}

// separateValue refuses "yes" or "no" after a blank, for a flag that means yes where it has no value.
func separateValue(cmd *cobra.Command, arg string) (err error) {
	if arg != "yes" && arg != "no" {
		return nil
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.NoOptDefVal == "yes" {
			err = usagef("--%s takes its value after an equals sign: type --%s=%s", f.Name, f.Name, arg)
		}
	})
	return err
}

// oneArgument refuses more than one argument.
func oneArgument(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usagef("%q: %s takes one argument, see %s --help", args[1], cmd.CommandPath(), cmd.CommandPath())
	}
	return nil
}

// someRuns refuses a command line without the number of a run.
func someRuns(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("%s: the number of a run is missing; dpals runs list shows the numbers", cmd.CommandPath())
	}
	return nil
}

// oneRun refuses any command line but one with the number of one run.
func oneRun(cmd *cobra.Command, args []string) error {
	if err := someRuns(cmd, args); err != nil {
		return err
	}
	return oneArgument(cmd, args)
}
