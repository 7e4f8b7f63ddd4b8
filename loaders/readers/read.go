package readers

import (
	"context"
	"io"

	"dpals/loaders"
)

// reader reads one file of ratings.
type reader struct {
	path        string
	opt         Options
	lines       *lineReader
	compression string
	format      Format
	split       *splitter
	at          columns
	low, high   float64    // declared range; both 0 where there is none
	catalogue   *catalogue // declared items; nil: those of the ratings
	width       int        // most fields that a line may have; 0: any number
	widthOf     string     // the line that sets it: "header" or "first line"

	chunkBytes int // of text that a worker reads at a time

	ids     *ids
	recent  triplets // the ratings read last, whose users and items have indices in ids
	batches []batch  // those before, in the file's order
	count   int      // of the ratings in batches
}

// batch holds some of the ratings of a file. Batches never grow, since copying them would take seconds for a large file.
type batch struct {
	loaders.Triplets
	ids  *ids
	line int // of the file, at the end of the batch: it puts batches in the file's order
}

const batchSize = 1 << 16 // ratings

// Read returns the ratings in a file. Their titles are those of the catalogue, or else of a file of titles beside it.
// Every error is an *loaders.InputError, except that of ctx, which Read returns within a tenth of a second once ctx is
// done.
func Read(ctx context.Context, path string, opt Options) (*loaders.Ratings, error) {
	if err := opt.Check(path); err != nil {
		return nil, err
	}
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
	return r.read(ctx)
}

func newReader(ctx context.Context, path string, t *textFile, opt Options) *reader {
	return &reader{
		path: path, opt: opt, compression: t.compression, lines: newLineReader(ctx, t),
		ids: newIDs(), chunkBytes: chunkBytes,
	}
}

// read returns the ratings of the file.
func (r *reader) read(ctx context.Context) (*loaders.Ratings, error) {
	if err := r.prepare(); err != nil {
		return nil, err
	}
	if err := r.readAll(); err != nil {
		return nil, err
	}
	return r.assemble(ctx)
}

// readAll reads every record: the first one, which tells the columns, then chunks of lines on all processors, and then,
// in order, the lines that cannot be cut into chunks.
func (r *reader) readAll() error {
	nothing := "the file has a header and no ratings: give a file of ratings"
	switch err := r.readFirst(); {
	case err == io.EOF:
		nothing = onlyEmptyLines
	case err != nil:
		return err
	}
	if err := r.readChunks(); err != nil {
		return err
	}
	if err := r.readRest(); err != nil {
		return err
	}
	if r.count == 0 {
		return loaders.InputErrorf(r.path, "%s", nothing)
	}
	return nil
}

// readFirst finds the columns from the first record, and adds its rating unless it is a header. It returns io.EOF where
// there is no record.
func (r *reader) readFirst() error {
	record, fields, err := r.record()
	if err != nil {
		return err
	}
	at, isHeader, err := locateColumns(r.format, fields, r.opt.Columns)
	if err != nil {
		return r.errorAt(record, 0, err.Error())
	}
	r.at = at
	r.limitWidth(len(fields), isHeader)
	if isHeader {
		return nil
	}
	if err := r.addRecord(record, fields); err != nil {
		return err
	}
	return r.addBatch(r.takeBatch())
}

// readRest reads the records that remain, in order.
func (r *reader) readRest() error {
	fast := newFastLines(r)
	for {
		fast.read()
		if len(r.recent.Item) >= batchSize {
			if err := r.addBatch(r.takeBatch()); err != nil {
				return err
			}
		}
		record, fields, err := r.record()
		if err == io.EOF {
			return r.addBatch(r.takeBatch())
		}
		if err != nil {
			return err
		}
		if err := r.addRecord(record, fields); err != nil {
			return err
		}
	}
}

// takeBatch returns the ratings read since its last call, as a batch.
func (r *reader) takeBatch() batch {
	b := batch{Triplets: r.recent.clone(), ids: r.ids, line: r.lines.line}
	r.recent.clear()
	return b
}

// addBatch adds a batch to the ratings of the file.
func (r *reader) addBatch(b batch) error {
	if r.count += len(b.Item); r.count > loaders.MaxCount {
		return loaders.InputErrorf(r.path, "more than %d ratings: give fewer", loaders.MaxCount)
	}
	if len(b.Item) > 0 {
		r.batches = append(r.batches, b)
	}
	return nil
}

// limitWidth allows no line more fields than the first one has, except in formats without a header, whose further columns
// are optional.
func (r *reader) limitWidth(fields int, isHeader bool) {
	switch {
	case isHeader:
		r.width, r.widthOf = fields, "header"
	case !r.format.NoHeader:
		r.width, r.widthOf = fields, "first line"
	}
}
