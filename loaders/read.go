package loaders

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
)

const (
	sampleBytes = 64 << 10
	sampleLines = 50
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

	users, items interner
	blocks       []*block // all full but the last
	count        int
}

// block holds some of the triplets read. Blocks are never grown, which would take seconds for a large file.
type block struct {
	user, item [blockSize]uint32 // indices in the order of first appearance
	value      [blockSize]float32
}

const blockSize = 1 << 16

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
		users: interner{limit: maxIndex}, items: interner{limit: maxIndex},
	}
}

// begin settles format, columns and range from the first lines.
func (r *reader) begin() error {
	sample := r.lines.peek(sampleBytes)
	cut := len(sample) == sampleBytes
	if len(sample) == 0 && r.lines.err == io.EOF {
		return refuse(r.path, "the file is empty")
	}
	if bytes.HasPrefix(sample, []byte("\xef\xbb\xbf")) {
		r.lines.skip(3)
		sample = sample[3:]
	}
	if err := checkText(r.path, sample); err != nil {
		return err
	}
	if err := r.chooseLayout(sample, cut); err != nil {
		return err
	}
	if r.low, r.high = r.opt.Low, r.opt.High; r.low == 0 && r.high == 0 {
		r.low, r.high = r.layout.publicRange(r.path)
	}
	r.split = r.layout.splitter()
	return nil
}

// checkText refuses what is no text, by its first bytes.
func checkText(path string, sample []byte) error {
	switch at := bytes.IndexByte(sample, 0); {
	case bytes.HasPrefix(sample, []byte{0xff, 0xfe}) || bytes.HasPrefix(sample, []byte{0xfe, 0xff}):
		return &InputError{Path: path, Line: 1, Column: 1, Reason: "UTF-16 text: save the file as UTF-8"}
	case at >= 0:
		line, column := place(sample, at)
		return &InputError{Path: path, Line: 1 + line, Column: column, Reason: "binary data (a NUL byte), not a text file of ratings"}
	}
	return nil
}

func (r *reader) chooseLayout(sample []byte, cut bool) (err error) {
	if r.opt.Format != "" {
		r.layout, err = layoutNamed(r.opt.Format)
		return err
	}
	lines, first := sampled(sample, cut)
	if len(lines) == 0 {
		return r.stopped(r.lines.err, "the file has no ratings, only empty lines")
	}
	ok := false
	if r.layout, ok = detect(r.path, lines); !ok {
		return &InputError{Path: r.path, Line: first, Reason: "nothing cuts this line into user, item and rating: fields are told apart by a comma, tab, semicolon, bar, double colon or blanks"}
	}
	return nil
}

// sampled returns the first lines of a sample that are not empty, and the number of the first of them. Where the
// sample's end may have cut the last line, that line is left out, unless it is the only one.
func sampled(sample []byte, cut bool) (lines [][]byte, first int) {
	all := bytes.Split(sample, []byte("\n"))
	if cut && len(all) > 1 {
		all = all[:len(all)-1]
	}
	for i, line := range all {
		if line = trimReturn(line); len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if lines = append(lines, line); len(lines) == 1 {
			first = i + 1
		}
		if len(lines) == sampleLines {
			break
		}
	}
	return lines, first
}

// readAll reads every record.
func (r *reader) readAll() error {
	first := true
	for {
		record, fields, err := r.record()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if first {
			first = false
			at, header, err := locate(r.layout, fields, r.opt.Columns)
			if err != nil {
				return r.bad(record, 0, err.Error())
			}
			r.at = at
			r.limitWidth(len(fields), header)
			if header {
				continue
			}
		}
		if err := r.take(record, fields); err != nil {
			return err
		}
	}
	if r.count == 0 {
		if first {
			return refuse(r.path, "the file has no ratings, only empty lines")
		}
		return refuse(r.path, "the file has a header and no ratings")
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
	user, err := r.users.index(fields[r.at[userRole]].text)
	if err != nil {
		return r.badField(record, fields, userRole, err.Error())
	}
	item, err := r.items.index(fields[r.at[itemRole]].text)
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
	if r.count == maxIndex {
		return r.bad(record, 0, fmt.Sprintf("more than %d ratings, which is as many as can be held", maxIndex))
	}
	k := r.count % blockSize
	if k == 0 {
		r.blocks = append(r.blocks, new(block))
	}
	b := r.blocks[len(r.blocks)-1]
	b.user[k], b.item[k], b.value[k] = user, item, value
	r.count++
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
