package readers

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dpals/internal/ratingstest"
	"dpals/loaders"
)

// readWith reads a text in chunks of a size; where the size is 0, in order, without the fast path.
func readWith(content string, opt Options, size int) (*loaders.Ratings, error) {
	ctx := context.Background()
	r := newReader(ctx, "bytes", &textFile{Reader: strings.NewReader(content)}, opt)
	r.chunkBytes = size
	if err := r.prepare(); err != nil {
		return nil, err
	}
	read := r.readAll
	if size == 0 {
		read = r.readSlowly
	}
	if err := read(); err != nil {
		return nil, err
	}
	return r.assemble(ctx)
}

func (r *reader) readSlowly() error {
	err := r.readFirst()
	for err == nil {
		var record []byte
		var fields []field
		if record, fields, err = r.record(); err == nil {
			err = r.addRecord(record, fields)
		}
	}
	if err != io.EOF {
		return err
	}
	if err := r.addBatch(r.takeBatch()); err != nil || r.count > 0 {
		return err
	}
	return loaders.InputErrorf(r.path, "nothing")
}

func TestChunksReadTheSameAsLinesInOrder(t *testing.T) {
	good := rapid.SampledFrom([]string{
		"%d,%d,4\n", "%d,%d,3.5\n", "%d,%d,.5\r\n", "%d,%d,4\n\n", "%d, %d ,2\n", "%d,%d,1e0\n", "%d,%d,2.00000000\n",
		"0%d,%d,1\n", "x%d,%d,1\n", "%d,y%d,5\n", "9999%d,%d,3\n", "99999999999999999%d,%d,3\n", "-%d,%d,3\n",
	})
	quoted := rapid.SampledFrom([]string{
		"\"%d\",\"%d\",\"4\"\n", "\"%d\",%d,\"3.5\"\r\n", "%d,\"%d\",.5\n", "\"x%d\",\"a\"\"%d\",2\n", "\"%d,\",%d,3\n", "\"%d\" ,%d,1\n",
		"\"\"\"%d\",%d,4\n", "\"%d\",\"0%d\",4\n",
	})
	odd := rapid.SampledFrom([]string{
		"\"%d\",%d,\"\"\n", "a\"%d,%d,4\n", "%d, \"%d\",4\n", "\"%d\"\",%d,4\n", "%d,%d,\"4\"", "\"%d\n\",\"%d\",4\n", "\"%d\",\"%d\",\"4\"\"\n",
		"\"%d\",%d,4\n", "%d,\"%d\n\",4\n", "%d,\"%d,4\n", "%d,%d,x\n", "%d,%d\n", "%d,%d,\n", "%d,%d,1,2\n", ",%d,%d\n", "%d,%d,7e9\n",
		"%d,%d,1.2.3\n", "%d,\"%d\"x,3\n", "\xff%d,%d,3\n", "%d,%d,3\r",
	})
	rapid.Check(t, func(t *rapid.T) {
		var text bytes.Buffer
		text.WriteString(rapid.SampledFrom([]string{"", "user,item,rating\n", "1,1,1\n", "\ufeff1,1,1\n"}).Draw(t, "header"))
		lines := good
		if rapid.Bool().Draw(t, "quoted") {
			lines = rapid.OneOf(good, quoted, quoted)
		}
		if rapid.Bool().Draw(t, "odd") {
			lines = rapid.OneOf(lines, lines, lines, lines, lines, lines, lines, odd)
		}
		for range rapid.IntRange(1, 60).Draw(t, "lines") {
			fmt.Fprintf(&text, lines.Draw(t, "line"), rapid.IntRange(0, 12).Draw(t, "user"), rapid.IntRange(0, 12).Draw(t, "item"))
		}
		content := text.String()
		if rapid.Bool().Draw(t, "cut") {
			content = strings.TrimSuffix(content, "\n")
		}
		var opt Options
		if rapid.Bool().Draw(t, "declared") {
			opt.Low, opt.High = 0.5, 4
		}
		opt.Format = "csv"
		want, wantErr := readWith(content, opt, 0)
		got, err := readWith(content, opt, rapid.IntRange(8, 200).Draw(t, "chunk"))
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("%q: error %v, want %v", content, err, wantErr)
		}
		ratingstest.CheckSame(t, got, want)
	})
}

// The usual lines of every format take the fast path.
func TestFastLines(t *testing.T) {
	for name, c := range map[string]struct {
		format, lines string
		fast          int // lines read
	}{
		"csv":              {"csv", "1,2,3\n4,5,0.5\n", 2},
		"CRLF":             {"csv", "1,2,3\r\n4,5,0.5\r\n", 2},
		"tabs, time":       {"ml-100k", "1\t2\t3\t99\n4\t5\t5\t99\n", 2},
		"double colons":    {"ml-dat", "1::2::3::99\n4::5::0.5::99\n", 2},
		"last line is cut": {"csv", "1,2,3\n4,5,0.5", 1},
		"blank":            {"csv", "1,2,3\n4, 5,0.5\n", 1},
		"quoted":           {"csv", "\"1\",\"2\",\"3\"\n\"4\",5,\"0.5\"\r\n", 2},
		"doubled quote":    {"csv", "1,2,3\n\"4\"\"\",5,0.5\n", 1},
		"open quote":       {"csv", "1,2,3\n\"4\n\",5,0.5\n", 1},
		"text after quote": {"csv", "1,2,3\n4,5,\"0.5\"0\n", 1},
		"empty in quotes":  {"csv", "1,2,3\n4,\"\",3\n", 1},
		"quote, no quotes": {"ml-100k", "1\t2\t3\n\"4\"\t5\t3\n", 1},
		"leading zero":     {"csv", "1,2,3\n04,5,0.5\n", 1},
		"one colon":        {"ml-dat", "1:2::3::4\n", 0},
		"zero":             {"csv", "0,0,0\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := FormatNamed(c.format)
			if err != nil {
				t.Fatal(err)
			}
			r := newReader(context.Background(), "bytes", &textFile{Reader: strings.NewReader(c.lines)}, Options{})
			r.format, r.at = f, columns{0, 1, 2}
			r.lines.peek(len(c.lines))
			newFastLines(r).read()
			if got := len(r.recent.Item); got != c.fast {
				t.Errorf("%d lines were fast, want %d", got, c.fast)
			}
		})
	}
}

// A chunk ends where a record does.
func TestWholeRecords(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		n    int // bytes
	}{
		"no quotes":           {"1,2\n3,4\n", 8},
		"quoted":              {"\"1\",\"2\"\n\"3\",4\r\n", 15},
		"last line is cut":    {"\"1\",2\n\"3\",", 6},
		"line end in quotes":  {"1,2\n\"3\n\",4\n1,2\n", 4},
		"doubled":             {"1,\"a\"\"b\"\n3,4\n", 13},
		"doubled at the ends": {"1,\"\"\"a\"\"\"\n3,4\n", 14},
		"within a field":      {"1,2\n3,5\" disk\n6,\"a\nb\"\n", 4},
		"after a blank":       {"1,2\n3, \"4\"\n", 4},
		"empty":               {"", 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := wholeRecords([]byte(c.text), ','); len(got) != c.n {
				t.Errorf("%q: %q", c.text, got)
			}
		})
	}
}
