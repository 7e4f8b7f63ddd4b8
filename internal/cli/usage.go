package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError is the user's to correct: wrong flags, values or input. It ends the program with exit status 2.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// usagef returns a usageError; its arguments are those of fmt.Errorf.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// flagError says what is wrong with the flags, in the words of this program instead of the parser's.
func flagError(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &value):
		return usagef("--%s %q: give %s", value.GetFlag().Name, value.GetValue(), expected(value.GetFlag().Value.Type()))
	case errors.As(err, &missing):
		return usagef("--%s: its value is missing", missing.GetFlag().Name)
	case errors.As(err, &unknown):
		name := "--" + unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			name = "-" + unknown.GetSpecifiedName()
		}
		return usagef("%s: %s has no such flag, see %s --help", name, cmd.CommandPath(), cmd.CommandPath())
	}
	return usageError{err}
}

// noArguments refuses anything but flags.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		if err := apart(cmd, args[0]); err != nil {
			return err
		}
		return usagef("%s takes only flags, not %q: see --help", cmd.CommandPath(), args[0])
	}
	return nil
}

// apart says how to type the value of a flag that stands for yes by itself, where it was typed after a blank.
func apart(cmd *cobra.Command, arg string) (err error) {
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

// oneName refuses more than one argument.
func oneName(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usagef("%s takes one name, not %d: see --help", cmd.CommandPath(), len(args))
	}
	return nil
}

// noCommand refuses what is none of the commands below this one.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		if err := apart(cmd, args[0]); err != nil {
			return err
		}
		return usagef("%s: %s has no such command, see %s --help", args[0], cmd.CommandPath(), cmd.CommandPath())
	}
	return nil
}

// expected is what a flag of a type takes.
func expected(kind string) string {
	switch kind {
	case "uint64":
		return "a whole number from 0 to 2⁶⁴ − 1"
	case "int":
		return "a whole number"
	case "float64":
		return "a number"
	case "float64Slice":
		return "numbers with commas between them"
	case "bool":
		return "true or false, or nothing for true"
	}
	return "another value"
}

// required refuses a command whose flag was not given: take is what it takes.
func required(cmd *cobra.Command, flag, take string) error {
	if cmd.Flags().Changed(flag) {
		return nil
	}
	return usagef("--%s is missing: give %s", flag, take)
}
