package cli

import "fmt"

// usageError is the user's to correct: wrong flags, values or input. It ends the program with exit status 2.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// usagef returns a usageError; its arguments are those of fmt.Errorf.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }
