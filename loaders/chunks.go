package loaders

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"sync"

	"dpals/internal/parallel"
)

// chunkBytes is how much text a worker takes at a time. It is as long as the longest line, so that only a text that is
// to be refused has no line end in it, and short enough for workers to look at the context often.
const chunkBytes = maxRecord

// readChunks reads whole lines on all processors, up to where text needs to be read in order: at a quote that may hold
// line ends, at a line without an end, and where the source ends or fails. Those are left for readOn. What is read, and
// the error if there is one, are those of reading in order.
func (r *reader) readChunks() error {
	var access sync.Mutex // to r and what follows
	var failed error
	var failedAt int
	next := func(room []byte) (text []byte, line int) {
		access.Lock()
		defer access.Unlock()
		if failed != nil {
			return nil, 0
		}
		return r.nextChunk(room)
	}
	done := func(w *reader, line int, err error) {
		access.Lock()
		defer access.Unlock()
		for _, b := range w.batches {
			if err == nil {
				err = r.keep(b)
			}
		}
		// Chunks are handed out in order, so what comes before the first that fails has been read or is being read.
		if err != nil && (failed == nil || line < failedAt) {
			failed, failedAt = err, line
		}
	}
	workers := parallel.Workspaces(r.worker)
	texts := make([][]byte, len(workers)) // room for a chunk, by worker
	cancelled := parallel.Repeat(r.lines.ctx, len(workers), func(worker int) (more bool) {
		w := workers[worker]
		text, line := next(texts[worker])
		if len(text) == 0 {
			return false
		}
		w.lines = &lineReader{ctx: r.lines.ctx, buf: text, end: len(text), line: line, err: io.EOF}
		w.batches, w.count = w.batches[:0], 0
		err := w.readOn()
		done(w, line, err)
		texts[worker] = text
		return true
	})
	slices.SortFunc(r.batches, func(a, b batch) int { return cmp.Compare(a.line, b.line) })
	if failed == nil {
		return cancelled
	}
	return failed
}

// worker returns a reader of the same file with ids of its own.
func (r *reader) worker() *reader {
	w := *r
	w.split, w.ids, w.recent, w.batches = r.layout.splitter(), newIDs(), entries{}, nil
	return &w
}

// nextChunk passes some lines and returns a copy of them, in the given room if they fit, and the number of the first.
func (r *reader) nextChunk(room []byte) (text []byte, line int) {
	r.lines.pass()
	text, line = r.lines.peek(r.chunkBytes), r.lines.line
	if text = wholeLines(text); r.layout.quotes && bytes.IndexByte(text, '"') >= 0 {
		text = closedLines(text, r.layout.separator[0])
	}
	r.lines.skip(len(text))
	r.lines.line += bytes.Count(text, []byte{'\n'})
	return append(room[:0], text...), line
}

// closedLines returns the lines before the first whose end may lie within quotes: one that leaves a quote open, or has
// one elsewhere than around a field or, doubled, inside of quotes. The text starts a record.
func closedLines(text []byte, separator byte) []byte {
	closed, open := 0, false
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
			closed = i + 1
		}
		before = c
	}
	return text[:closed]
}

// wholeLines leaves out what follows the last line end.
func wholeLines(text []byte) []byte { return text[:bytes.LastIndexByte(text, '\n')+1] }
