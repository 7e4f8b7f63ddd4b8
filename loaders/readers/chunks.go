package readers

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"sync"

	"dpals/internal/parallel"
)

// chunkBytes is how much text a worker reads at a time. It is as long as the longest line, so that only a text with too
// long a line has no line end in it, and short enough for workers to check the context often.
const chunkBytes = maxRecord

// readChunks reads whole lines on all processors, up to the first that must be read in order: at a quote that may contain
// line ends, at a line without an end, and where the source ends or fails. It leaves those to readRest. The ratings, and
// the error if there is one, are the same as those of reading in order.
func (r *reader) readChunks() error {
	var access sync.Mutex // to r and what follows
	var failed error
	var failedAt int
	next := func(buffer []byte) (text []byte, line int) {
		access.Lock()
		defer access.Unlock()
		if failed != nil {
			return nil, 0
		}
		return r.nextChunk(buffer)
	}
	finish := func(w *reader, line int, err error) {
		access.Lock()
		defer access.Unlock()
		for _, b := range w.batches {
			if err == nil {
				err = r.addBatch(b)
			}
		}
		// Chunks are handed out in order, so all chunks before the first that fails have been read or are being read.
		if err != nil && (failed == nil || line < failedAt) {
			failed, failedAt = err, line
		}
	}
	workers := parallel.Workspaces(r.worker)
	buffers := make([][]byte, len(workers)) // of a chunk, by worker
	cancelled := parallel.Repeat(r.lines.ctx, len(workers), func(worker int) (more bool) {
		w := workers[worker]
		text, line := next(buffers[worker])
		if len(text) == 0 {
			return false
		}
		w.lines = &lineReader{ctx: r.lines.ctx, buf: text, end: len(text), line: line, err: io.EOF}
		w.batches, w.count = w.batches[:0], 0
		err := w.readRest()
		finish(w, line, err)
		buffers[worker] = text
		return true
	})
	slices.SortFunc(r.batches, func(a, b batch) int { return cmp.Compare(a.line, b.line) })
	if failed == nil {
		return cancelled
	}
	return failed
}

// worker returns a reader of chunks of the same file, with ids of its own.
func (r *reader) worker() *reader {
	w := *r
	w.split, w.ids, w.recent, w.batches = newSplitter(r.format), newIDs(), triplets{}, nil
	return &w
}

// nextChunk consumes some lines and returns a copy of them, in the buffer if they fit, and the number of the first line.
func (r *reader) nextChunk(buffer []byte) (text []byte, line int) {
	r.lines.consume()
	text, line = r.lines.peek(r.chunkBytes), r.lines.line
	if text = wholeLines(text); r.format.Quotes && bytes.IndexByte(text, '"') >= 0 {
		text = wholeRecords(text, r.format.Separator[0])
	}
	r.lines.skip(len(text))
	r.lines.line += bytes.Count(text, []byte{'\n'})
	return append(buffer[:0], text...), line
}

// wholeRecords returns the lines before the first whose end may lie within quotes: a line that leaves a quote open, or has
// a quote that neither encloses a field nor is doubled within one. The text begins with a record.
func wholeRecords(text []byte, separator byte) []byte {
	whole, open := 0, false
	before := byte('\n')
	for i, c := range text {
		if c == '"' {
			if !open && before != separator && before != '\n' && before != '"' {
				break
			}
			open = !open
		} else if c == '\n' {
			if open {
				break
			}
			whole = i + 1
		}
		before = c
	}
	return text[:whole]
}

// wholeLines returns the text up to its last line end.
func wholeLines(text []byte) []byte { return text[:bytes.LastIndexByte(text, '\n')+1] }
