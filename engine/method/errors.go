package method

import (
	"errors"
	"fmt"
	"strings"
)

// ParameterError refuses the value of a parameter: of a method, or of a run, such as "epsilon". It is returned, wrapped
// or not, by every check of settings: Parameter.Check and Parse, Method.Settle, a method's Plan, and the engine's Foresee,
// Check and Run.
//
// It names parameters as settings files do, so that a command line can call them by flags and a screen by labels: see
// Text and ErrorText.
type ParameterError struct {
	Name  string // of the parameter: "clip-user"
	Value string // as it was written; "" where the parameter is refused whatever its value

	// Reason is a clause that says what is wrong and what to do: "out of range, choose from 1 to 1000". Other parameters
	// stand in braces: "leave out {lambda0}".
	Reason string
}

// Error returns the error with every parameter by its name.
func (e ParameterError) Error() string {
	return e.Text(func(name string) string { return name })
}

// Text returns the error with every parameter called what nameOf returns for its name.
func (e ParameterError) Text(nameOf func(name string) string) string {
	head := nameOf(e.Name)
	if e.Value != "" {
		head += " " + e.Value
	}
	var b strings.Builder
	b.WriteString(head + ": ")
	rest := e.Reason
	for {
		before, after, found := strings.Cut(rest, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, tail, closed := strings.Cut(after, "}")
		if !closed {
			b.WriteString("{" + after)
			return b.String()
		}
		b.WriteString(nameOf(name))
		rest = tail
	}
}

// ErrorText returns the text of an error. Where it is or wraps a ParameterError, parameters are called what nameOf returns
// for their names.
func ErrorText(err error, nameOf func(name string) string) string {
	var refused ParameterError
	if !errors.As(err, &refused) {
		return err.Error()
	}
	return strings.Replace(err.Error(), refused.Error(), refused.Text(nameOf), 1)
}

// refuse returns a ParameterError about a value of the parameter.
func (p Parameter) refuse(value, format string, args ...any) error {
	return ParameterError{Name: p.Name, Value: value, Reason: fmt.Sprintf(format, args...)}
}
