package loaders

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
)

// reader reads one file of ratings.
type reader struct {
	path      string
	opt       Options
	lines     *lineReader
	packing   string
	layout    layout
	split     *splitter
	at        positions
	low, high float64    // declared range; both 0 where there is none
	catalogue *catalogue // declared items; nil: those of the ratings
	width     int        // most fields that a line may have; 0: any number
	widthOf   string     // what says so: "header" or "first line"

	chunkBytes int // of text that a worker takes at a time

	ids     *ids
	recent  entries // the ratings read last, of which users and items are numbered by ids
	batches []batch // those before, in the file's order
	count   int     // of the ratings in batches
}

// batch holds some of the ratings read. Batches are never grown, which would take seconds for a large file.
type batch struct {
	entries
	ids  *ids
	line int // where they end in the file, to put batches in its order
}

const batchSize = 1 << 16 // ratings

// readFile reads a file of ratings and the catalogue, or else the titles beside it. source is what the user asked for.
func readFile(ctx context.Context, source, path string, opt Options) (*Ratings, error) {
	var items *catalogue
	if opt.Catalogue != "" {
		var err error
		if items, err = readCatalogue(ctx, opt.Catalogue); err != nil {
			return nil, err
		}
	}
	t, err := openText(ctx, path)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	r := newReader(ctx, path, t, opt)
	r.catalogue = items
	if err := r.begin(); err != nil {
		return nil, err
	}
	if err := r.readAll(); err != nil {
		return nil, err
	}
	return r.finish(ctx, source)
}

func newReader(ctx context.Context, path string, t *textFile, opt Options) *reader {
	return &reader{
		path: path, opt: opt, packing: t.packing, lines: newLineReader(ctx, t),
		ids: newIDs(), chunkBytes: chunkBytes,
	}
}

// readAll reads every record: the first, which tells where the columns are, then all that are plain on all processors,
// and the rest one after the other.
func (r *reader) readAll() error {
	nothing := "the file has a header and no ratings"
	switch err := r.readFirst(); {
	case err == io.EOF:
		nothing = "the file has no ratings, only empty lines"
	case err != nil:
		return err
	}
	if err := r.readChunks(); err != nil {
		return err
	}
	if err := r.readOn(); err != nil {
		return err
	}
	if r.count == 0 {
		return refuse(r.path, "%s", nothing)
	}
	return nil
}

// readFirst finds the columns by the first record, and takes it unless it is a header. It returns io.EOF where there is
// no record.
func (r *reader) readFirst() error {
	record, fields, err := r.record()
	if err != nil {
		return err
	}
	at, header, err := locate(r.layout, fields, r.opt.Columns)
	if err != nil {
		return r.bad(record, 0, err.Error())
	}
	r.at = at
	r.limitWidth(len(fields), header)
	if header {
		return nil
	}
	if err := r.take(record, fields); err != nil {
		return err
	}
	return r.keep(r.flush())
}

// readOn reads the records that are left, and keeps them.
func (r *reader) readOn() error {
	plain := newPlainLines(r)
	for {
		plain.take()
		if len(r.recent.item) >= batchSize {
			if err := r.keep(r.flush()); err != nil {
				return err
			}
		}
		record, fields, err := r.record()
		if err == io.EOF {
			return r.keep(r.flush())
		}
		if err != nil {
			return err
		}
		if err := r.take(record, fields); err != nil {
			return err
		}
	}
}

// flush returns the ratings read since it was called last.
func (r *reader) flush() batch {
	b := batch{entries: r.recent.clone(), ids: r.ids, line: r.lines.line}
	r.recent = entries{r.recent.user[:0], r.recent.item[:0], r.recent.value[:0]}
	return b
}

// keep adds a batch to the ratings of the file.
func (r *reader) keep(b batch) error {
	if r.count += len(b.item); r.count > maxIndex {
		return refuse(r.path, "more than %d ratings, which is as many as can be held", maxIndex)
	}
	if len(b.item) > 0 {
		r.batches = append(r.batches, b)
	}
	return nil
}

// limitWidth lets no line have more fields than the first, except in formats without a header, whose further columns
// are optional.
func (r *reader) limitWidth(fields int, header bool) {
	switch {
	case header:
		r.width, r.widthOf = fields, "header"
	case !r.layout.headless:
		r.width, r.widthOf = fields, "first line"
	}
}

func (r *reader) checkWidth(record []byte, fields []field) error {
	if r.width == 0 || len(fields) <= r.width {
		return nil
	}
	return r.bad(record, fields[r.width].at, fmt.Sprintf("%d fields where the %s has %d: quote a field that holds a separator, or take the extra field out", len(fields), r.widthOf, r.width))
}

// record returns the next record that is not empty and its fields.
func (r *reader) record() ([]byte, []field, error) {
	record, err := r.lines.next()
	for err == nil && len(bytes.TrimSpace(record)) == 0 {
		record, err = r.lines.next()
	}
	if err != nil {
		return nil, nil, r.stopped(err, "")
	}
	for {
		fields, err := r.split.split(record)
		if err == nil {
			return record, fields, nil
		}
		if quote, ok := err.(badQuote); ok {
			return nil, nil, r.bad(record, quote.at, err.Error())
		}
		longer, more := r.lines.extend()
		switch {
		case more == io.EOF, more == errLongRecord, r.lines.lines > maxRecordLines:
			return nil, nil, r.bad(record, r.split.open, err.Error())
		case more != nil:
			return nil, nil, r.stopped(more, "")
		}
		record = longer
	}
}

// stopped says why the lines ended, with the reason where it was their regular end. io.EOF passes if there is none.
func (r *reader) stopped(err error, reason string) error {
	switch {
	case err == io.EOF && reason != "", err == nil:
		return refuse(r.path, "%s", reason)
	case err == io.EOF, err == r.lines.ctx.Err():
		return err
	case err == errLongRecord:
		return &InputError{Path: r.path, Line: r.lines.line, Reason: err.Error()}
	}
	return damaged(r.path, r.lines.line, r.packing, err)
}

// take keeps one rating.
func (r *reader) take(record []byte, fields []field) error {
	if err := r.checkWidth(record, fields); err != nil {
		return err
	}
	for k, column := range r.at {
		if column >= len(fields) {
			return r.bad(record, len(record), fmt.Sprintf("the %v is missing: the line ends after %d of %d fields", role(k), len(fields), column+1))
		}
		if len(fields[column].text) == 0 {
			return r.bad(record, fields[column].at, fmt.Sprintf("the %v is missing: field %d is empty", role(k), column+1))
		}
	}
	user, err := r.ids.users.index(fields[r.at[userRole]].text)
	if err != nil {
		return r.badField(record, fields, userRole, err.Error())
	}
	item, err := r.ids.items.index(fields[r.at[itemRole]].text)
	if err != nil {
		return r.badField(record, fields, itemRole, err.Error())
	}
	wide, value, reason := r.layout.parse(fields[r.at[ratingRole]].text)
	if reason != "" {
		return r.badField(record, fields, ratingRole, reason)
	}
	if math.Abs(wide) > maxBound {
		return r.badField(record, fields, ratingRole, fmt.Sprintf("beyond ±%g: scale the ratings down", maxBound))
	}
	if r.low != 0 || r.high != 0 {
		if wide < r.low || wide > r.high {
			return r.badField(record, fields, ratingRole, fmt.Sprintf("outside the declared range %g to %g: mend the file or declare the range it has", r.low, r.high))
		}
		value = inward(value, r.low, r.high)
	}
	r.recent.add(user, item, value)
	return nil
}

func (r *reader) badField(record []byte, fields []field, which role, reason string) error {
	f := fields[r.at[which]]
	return r.bad(record, f.at, fmt.Sprintf("%v %.40q: %s", which, f.text, reason))
}

// bad blames a byte of the current record.
func (r *reader) bad(record []byte, at int, reason string) error {
	line, column := place(record, at)
	return &InputError{Path: r.path, Line: r.lines.line + line, Column: column, Reason: reason}
}

// place returns how many line ends stand before a byte of text, and which byte of its line it is, from 1.
func place(text []byte, at int) (line, column int) {
	before := text[:at]
	return bytes.Count(before, []byte("\n")), at - bytes.LastIndexByte(before, '\n')
}
