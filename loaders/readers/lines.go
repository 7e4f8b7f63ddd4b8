package readers

import (
	"bytes"
	"context"
	"errors"
	"io"
)

const (
	readBytes = 256 << 10 // bytes read from the source at a time; the context is checked before each read
	maxRecord = 1 << 20   // bytes; a longer line is not a line of ratings

	// maxRecordLines bounds the lines of a quoted field, all of which are scanned again with each further line. So a
	// quote that opens by mistake is noticed soon, and not at the end of a large file.
	maxRecordLines = 1000
)

var errLongRecord = errors.New("this line is longer than 1 MiB: give a text file of ratings, one on each line")

// lineReader splits a text into records of one or more lines, all in one buffer that is reused.
type lineReader struct {
	ctx        context.Context
	src        io.Reader
	buf        []byte
	start, end int   // buf[start:end] is read and not yet consumed; it begins with the current record
	used       int   // bytes of the current record, its line ends included
	lines      int   // lines of the current record
	line       int   // 1-based number of its first line
	err        error // what stopped the source
}

func newLineReader(ctx context.Context, src io.Reader) *lineReader {
	return &lineReader{ctx: ctx, src: src, buf: make([]byte, readBytes), line: 1}
}

// next consumes the current record and returns the next line without its end, "\n" or "\r\n". After the last line,
// the error is io.EOF. The bytes are valid until the next call of next or extend.
func (l *lineReader) next() ([]byte, error) {
	l.consume()
	return l.extend()
}

// consume moves past the current record.
func (l *lineReader) consume() {
	l.line += l.lines
	l.start += l.used
	l.used, l.lines = 0, 0
}

// extend returns the current record together with the next line, for a quoted field that continues there.
func (l *lineReader) extend() ([]byte, error) {
	scanned := l.used
	for {
		if i := bytes.IndexByte(l.buf[l.start+scanned:l.end], '\n'); i >= 0 && scanned+i <= maxRecord {
			l.used = scanned + i + 1
			l.lines++
			return trimReturn(l.buf[l.start : l.start+l.used-1]), nil
		}
		if scanned = l.end - l.start; scanned > maxRecord {
			return nil, errLongRecord
		}
		if !l.fill() {
			break
		}
	}
	if l.err == io.EOF && l.end-l.start > l.used {
		l.used = l.end - l.start
		l.lines++
		return trimReturn(l.buf[l.start:l.end]), nil
	}
	return nil, l.err
}

// peek returns the next n bytes without consuming them, or fewer where the source ends or fails before.
func (l *lineReader) peek(n int) []byte {
	for l.end-l.start < n && l.fill() {
	}
	return l.buf[l.start:min(l.end, l.start+n)]
}

// skip consumes n bytes that were peeked.
func (l *lineReader) skip(n int) { l.start += n }

// fill reads more into the buffer. It reports false once the source has ended or failed, or the context is done.
func (l *lineReader) fill() bool {
	if l.err == nil {
		l.err = l.ctx.Err()
	}
	if l.err != nil {
		return false
	}
	if l.start > 0 {
		l.end = copy(l.buf, l.buf[l.start:l.end])
		l.start = 0
	}
	if len(l.buf)-l.end < readBytes {
		l.buf = append(l.buf, make([]byte, len(l.buf))...)
	}
	const maxEmptyReads = 100 // in a row, as bufio allows
	for range maxEmptyReads {
		n, err := l.src.Read(l.buf[l.end : l.end+readBytes])
		l.end += n
		if l.err = err; err != nil && l.ctx.Err() != nil {
			l.err = l.ctx.Err() // cancelling closes the file
		}
		if n > 0 || err != nil {
			return n > 0
		}
	}
	l.err = io.ErrNoProgress
	return false
}

// trimReturn returns a line without the carriage return at its end.
func trimReturn(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1]
	}
	return line
}
