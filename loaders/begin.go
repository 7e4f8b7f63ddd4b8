package loaders

import (
	"bytes"
	"io"
)

const (
	sampleBytes = 64 << 10
	sampleLines = 50
)

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
