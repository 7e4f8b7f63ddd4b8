package loaders

import (
	"fmt"
	"strings"

	"dpals/internal/atomicfile"
)

// InputError says what is wrong with the input, where, and what to do. Every error of reading and parsing is an
// InputError, except that of a cancelled context.
type InputError struct {
	Path   string // the file, folder, recipe or option that is wrong
	Line   int    // 1-based; 0 where the error is in no single line
	Column int    // 1-based byte of the line at which the wrong field begins; 0 where the error is in no single field
	Reason string // what is wrong and what to do
	Err    error  // the cause, if the operating system or a decompressor reported one
}

// Error returns "path:line:column: reason", without the numbers that are 0.
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

// InputErrorf returns an InputError without a line, with a formatted reason.
func InputErrorf(path, format string, args ...any) *InputError {
	return &InputError{Path: path, Reason: fmt.Sprintf(format, args...)}
}

// OpenError returns the InputError of a file or folder that the operating system did not open.
func OpenError(path string, err error) *InputError {
	return &InputError{Path: path, Reason: atomicfile.WithoutPath(err).Error() + ": check the path and that you may read it", Err: err}
}
