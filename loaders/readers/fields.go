package readers

import (
	"bytes"
	"errors"
)

// field is one field of a record: its text, unquoted or trimmed of blanks, and the byte of the record where it
// begins.
type field struct {
	text []byte
	at   int
}

var errOpenQuote = errors.New(`this quoted field is not closed within 1000 lines: add the closing quote, or remove the opening one`)

// badQuote is the error of text after a closing quote, at a byte of the record.
type badQuote struct{ at int }

func (badQuote) Error() string {
	return `text after a closing quote: write a quote inside a quoted field as ""`
}

// splitter splits records into fields.
type splitter struct {
	separator string
	anyBlanks bool // any run of spaces and tabs separates
	quotes    bool // a field may be quoted, as in RFC 4180

	fields  []field
	scratch []byte // texts of quoted fields
	open    int    // byte of the record where the field that is not closed begins
}

func newSplitter(f Format) *splitter {
	return &splitter{separator: f.Separator, anyBlanks: f.AnyBlanks, quotes: f.Quotes}
}

// split returns the fields of a record, which are valid until the next call. It returns errOpenQuote where the record ends
// inside quotes, and a badQuote where text follows them.
func (s *splitter) split(record []byte) ([]field, error) {
	s.fields, s.scratch = s.fields[:0], s.scratch[:0]
	end := len(record)
	if s.anyBlanks {
		end = len(bytes.TrimRight(record, " \t"))
	}
	for i := 0; ; {
		for i < end && isBlank(record[i]) && !s.separates(record[i]) {
			i++
		}
		if s.quotes && i < end && record[i] == '"' {
			text, after, ok := s.unquote(record[:end], i+1)
			if !ok {
				s.open = i
				return nil, errOpenQuote
			}
			s.fields = append(s.fields, field{text, i})
			at, width := s.find(record[:end], after)
			if rest := bytes.TrimLeft(record[after:at], " \t"); len(rest) > 0 {
				return nil, badQuote{at - len(rest)}
			}
			if width == 0 {
				return s.fields, nil
			}
			i = at + width
			continue
		}
		at, width := s.find(record[:end], i)
		text := record[i:at]
		for n := len(text); n > 0 && isBlank(text[n-1]); n-- {
			text = text[:n-1]
		}
		s.fields = append(s.fields, field{text, i})
		if width == 0 {
			return s.fields, nil
		}
		i = at + width
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// separates reports whether the blank c is a separator, rather than space around a field. Where runs of blanks
// separate, blanks before a field are the line's indent.
func (s *splitter) separates(c byte) bool { return !s.anyBlanks && c == s.separator[0] }

// find returns where the next separator from i on begins and how wide it is, or the record's end and 0.
func (s *splitter) find(record []byte, i int) (at, width int) {
	switch {
	case s.anyBlanks:
		for at = i; at < len(record) && !isBlank(record[at]); at++ {
		}
		for at+width < len(record) && isBlank(record[at+width]) {
			width++
		}
		return at, width
	case len(s.separator) == 1:
		at = bytes.IndexByte(record[i:], s.separator[0])
	default:
		at = bytes.Index(record[i:], []byte(s.separator))
	}
	if at < 0 {
		return len(record), 0
	}
	return i + at, len(s.separator)
}

// unquote returns a quoted text that is read from i, just after its opening quote, to just after its closing quote.
func (s *splitter) unquote(record []byte, i int) (text []byte, after int, ok bool) {
	mark := len(s.scratch)
	for {
		n := bytes.IndexByte(record[i:], '"')
		if n < 0 {
			return nil, i, false
		}
		s.scratch = append(s.scratch, record[i:i+n]...)
		i += n + 1
		if i == len(record) || record[i] != '"' {
			return s.scratch[mark:len(s.scratch):len(s.scratch)], i, true
		}
		s.scratch = append(s.scratch, '"')
		i++
	}
}
