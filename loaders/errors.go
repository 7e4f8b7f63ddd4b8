package loaders

import (
	"fmt"
	"strings"
)

// InputError says what is wrong with what was asked to be loaded, and where. Whatever reading or parsing refuses is
// an InputError; a cancelled context is not.
type InputError struct {
	Path   string // the file, folder, name or option at fault
	Line   int    // 1-based; 0 where no line is to blame
	Column int    // 1-based byte of the line at which the bad field begins; 0 where none is to blame
	Reason string // what is wrong and what to do
	Err    error  // the cause, if the operating system or a decompressor reported one
}

// Error reads "path:line:column: reason", without the numbers that are 0.
func (e *InputError) Error() string {
	var b strings.Builder
	b.WriteString(e.Path)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
		if e.Column > 0 {
			fmt.Fprintf(&b, ":%d", e.Column)
		}
	}
	b.WriteString(": ")
	b.WriteString(e.Reason)
	return b.String()
}

// Unwrap returns the cause.
func (e *InputError) Unwrap() error { return e.Err }

func refuse(path, format string, args ...any) *InputError {
	return &InputError{Path: path, Reason: fmt.Sprintf(format, args...)}
}
