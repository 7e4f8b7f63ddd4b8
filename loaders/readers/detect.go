package readers

import (
	"bytes"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"dpals/loaders"
)

// The format is detected from the beginning of a file: at most sampleBytes bytes, and
// sampleLines lines that are not empty.
const (
	sampleBytes = 64 << 10
	sampleLines = 50
)

// prepare chooses the format and the rating range from the first lines.
func (r *reader) prepare() error {
	sample := r.lines.peek(sampleBytes)
	isCut := len(sample) == sampleBytes
	if len(sample) == 0 && r.lines.err == io.EOF {
		return loaders.InputErrorf(r.path, "the file is empty: give a file of ratings")
	}
	if bytes.HasPrefix(sample, []byte("\xef\xbb\xbf")) {
		r.lines.skip(3)
		sample = sample[3:]
	}
	if err := checkText(r.path, sample); err != nil {
		return err
	}
	if err := r.chooseFormat(sample, isCut); err != nil {
		return err
	}
	if r.low, r.high = r.opt.Low, r.opt.High; r.low == 0 && r.high == 0 {
		r.low, r.high = r.format.publicRange(r.path)
	}
	r.split = newSplitter(r.format)
	return nil
}

// checkText returns an error where the first bytes of a file are not text.
func checkText(path string, sample []byte) error {
	switch at := bytes.IndexByte(sample, 0); {
	case bytes.HasPrefix(sample, []byte{0xff, 0xfe}) || bytes.HasPrefix(sample, []byte{0xfe, 0xff}):
		return &loaders.InputError{Path: path, Line: 1, Column: 1, Reason: "UTF-16 text: save the file as UTF-8"}
	case at >= 0:
		lineEnds, column := position(sample, at)
		return &loaders.InputError{Path: path, Line: 1 + lineEnds, Column: column, Reason: "binary data (a NUL byte): give a text file of ratings"}
	}
	return nil
}

// chooseFormat sets the format: the one that the options name, or else the one detected from a sample.
func (r *reader) chooseFormat(sample []byte, isCut bool) (err error) {
	if r.opt.Format != "" {
		r.format, err = FormatNamed(r.opt.Format)
		return err
	}
	lines, first := linesOf(sample, isCut)
	if len(lines) == 0 {
		return r.endError(r.lines.err, onlyEmptyLines)
	}
	ok := false
	if r.format, ok = detectFormat(r.path, lines); !ok {
		return &loaders.InputError{Path: r.path, Line: first, Reason: "cannot find user, item and rating in this line: separate them by a comma, tab, semicolon, bar, double colon or blanks"}
	}
	return nil
}

// linesOf returns the first lines of a sample that are not empty, and the number of the first of them. Where the end of
// the sample may cut the last line, that line is left out, unless it is the only one.
func linesOf(sample []byte, isCut bool) (lines [][]byte, first int) {
	all := bytes.Split(sample, []byte("\n"))
	if isCut && len(all) > 1 {
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

// ml100kName matches the files of ratings in the folder of MovieLens 100K.
var ml100kName = regexp.MustCompile(`^(u\.data|u[1-5ab]\.(base|test))$`)

// detectFormat returns the format of a file by its name and its first lines, and whether there is one. It takes the
// format whose separator cuts most lines into as many fields as the first line, three or more; of several such formats,
// the first in formats.
func detectFormat(path string, lines [][]byte) (Format, bool) {
	base := baseName(path)
	best, bestScore := Format{}, 0
	for _, f := range formats {
		if (f == ml100k && !ml100kName.MatchString(base)) || (f == mlCSV && !isMovieLensHeader(lines[0])) {
			continue
		}
		split := newSplitter(f)
		width, score := 0, 0
		for _, line := range lines {
			fields, err := split.split(line)
			if width == 0 {
				width = len(fields)
			}
			if err == nil && len(fields) == width && width >= 3 {
				score++
			}
		}
		if score > bestScore {
			best, bestScore = f, score
		}
	}
	return best, bestScore > 0
}

// isMovieLensHeader reports whether a line is the header of ratings.csv in MovieLens sets.
func isMovieLensHeader(line []byte) bool {
	head := bytes.ReplaceAll(line, []byte(`"`), nil)
	return string(head) == "userId,movieId,rating" || string(head) == "userId,movieId,rating,timestamp"
}

// baseName returns the name of a file without its folder and without the suffix of a compressed file.
func baseName(path string) string {
	base := filepath.Base(path)
	for _, suffix := range CompressedSuffixes {
		base = strings.TrimSuffix(base, suffix)
	}
	return base
}
