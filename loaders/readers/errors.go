package readers

import (
	"bytes"
	"fmt"
	"io"

	"dpals/loaders"
)

const onlyEmptyLines = "the file has only empty lines and no ratings: give a file of ratings"

// errorAt returns an error about a byte of the current record.
func (r *reader) errorAt(record []byte, at int, reason string) error {
	lineEnds, column := position(record, at)
	return &loaders.InputError{Path: r.path, Line: r.lines.line + lineEnds, Column: column, Reason: reason}
}

// fieldError returns an error about a field of the current record.
func (r *reader) fieldError(record []byte, fields []field, which role, reason string) error {
	f := fields[r.at[which]]
	return r.errorAt(record, f.at, fmt.Sprintf("%v %.40q: %s", which, f.text, reason))
}

// endError returns the error with which the lines ended. At the regular end of the file it has the given reason; without
// a reason it is io.EOF.
func (r *reader) endError(err error, reason string) error {
	switch {
	case err == io.EOF && reason != "", err == nil:
		return loaders.InputErrorf(r.path, "%s", reason)
	case err == io.EOF, err == r.lines.ctx.Err():
		return err
	case err == errLongRecord:
		return &loaders.InputError{Path: r.path, Line: r.lines.line, Reason: err.Error()}
	}
	return readError(r.path, r.lines.line, r.compression, err)
}

// position returns the number of line ends before a byte of text, and the 1-based position of the byte in its line.
func position(text []byte, at int) (lineEnds, column int) {
	before := text[:at]
	return bytes.Count(before, []byte("\n")), at - bytes.LastIndexByte(before, '\n')
}
