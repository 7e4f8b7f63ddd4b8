package readers

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"dpals/internal/ratingstest"
	"dpals/internal/splitmix"
)

func TestErrorsNameLineAndColumn(t *testing.T) {
	long := strings.Repeat("1,1,1\n", 40000) // several chunks of text
	for name, c := range map[string]struct {
		file, content string
		opt           Options
		line, column  int
		reason        string
	}{
		"not a number":             {content: "1,10,4\n1,20,x\n", line: 2, column: 6, reason: `rating "x": not a number`},
		"hexadecimal":              {content: "1,10,4\n1,20,0x1p2\n", line: 2, column: 6, reason: "not a number"},
		"two points":               {content: "1,10,4\n1,20,1.2.3\n", line: 2, column: 6, reason: "not a number"},
		"only a point":             {content: "1,10,4\n1,20,.\n", line: 2, column: 6, reason: "not a number"},
		"NaN":                      {content: "1,10,4\n1,20,NaN\n", line: 2, column: 6, reason: "not a number"},
		"Inf":                      {content: "1,10,4\n1,20,-Inf\n", line: 2, column: 6, reason: "not a number"},
		"too large":                {content: "1,10,4\n1,20,1e39\n", line: 2, column: 6, reason: "too large"},
		"far too large":            {content: "1,10,4\n1,20,1e999\n", line: 2, column: 6, reason: "too large"},
		"far too large to hold":    {content: "1,10,4\n1,20,1e10\n", line: 2, column: 6, reason: "outside ±1e+09"},
		"too close together":       {content: "1,10,1e-8\n1,20,2e-8\n", reason: "at least 1e-06 wide"},
		"too close for their size": {content: "1,10,500000000\n1,20,500000032\n", reason: "at least 500 wide"},
		"more than the header":     {content: "user,item,rating\n1,10,4\n1,20,3, x\n", line: 3, column: 9, reason: "4 fields, but the header has 3"},
		"more than the first line": {content: "1,10,4\n1,20,3,,\n", line: 2, column: 8, reason: "5 fields, but the first line has 3"},
		"more in a known header":   {content: "userId,movieId,rating\n1,10,4\n1,20,3,88\n", line: 3, column: 8, reason: "4 fields, but the header has 3"},
		"decimal comma, quoted":    {content: "1,10,4\n1,20,\"3,5\"\n", line: 2, column: 6, reason: "with a decimal point"},
		"thousands":                {content: "1;10;4\n1;20;1,000\n", line: 2, column: 6, reason: "with a decimal point"},
		"two commas":               {content: "1;10;4\n1;20;1,2,3\n", line: 2, column: 6, reason: "not a number"},
		"missing rating":           {content: "1,10,4\n1,20\n", line: 2, column: 5, reason: "the rating is missing"},
		"empty rating":             {content: "1,10,4\n1,20,\n", line: 2, column: 6, reason: "the rating is missing"},
		"empty user":               {content: "1,10,4\n,20,3\n", line: 2, column: 1, reason: "the user is missing"},
		"empty item":               {content: "1,10,4\n1,\"\",3\n", line: 2, column: 3, reason: "the item is missing"},
		"far into the file":        {content: long + "1,2,?\n", line: 40001, column: 5, reason: "not a number"},
		"after a quoted line end":  {content: "a,b,1\n\"x\ny\",c,?\n", line: 3, column: 6, reason: "not a number"},
		"after CRLF":               {content: "1,10,4\r\n1,20,x\r\n", line: 2, column: 6, reason: "not a number"},
		"after a BOM":              {content: "\ufeff1,10,4\n1,20,x\n", line: 2, column: 6, reason: "not a number"},
		"empty file":               {content: "", reason: "the file is empty"},
		"only a BOM":               {content: "\ufeff", reason: "no ratings"},
		"only empty lines":         {content: "\n \r\n\n", reason: "no ratings"},
		"only empty lines, named":  {content: "\n \r\n\n", opt: Options{Format: "csv"}, reason: "no ratings"},
		"only a header":            {content: "user,item,rating\n", reason: "a header and no ratings"},
		"empty gzip":               {content: ratingstest.Gzip(t, ""), reason: "the file is empty"},
		"truncated gzip":           {content: cutOff(ratingstest.Gzip(t, random(20000)), 3000), line: 1, reason: "gzip data is truncated or damaged"},
		"truncated gzip header":    {content: "\x1f\x8b\x08", line: 1, reason: "gzip data is truncated or damaged"},
		"truncated gzip checksum":  {content: cutOff(ratingstest.Gzip(t, "1,10,4\n1,20,3\n"), 4), line: 3, reason: "gzip data is truncated or damaged"},
		"damaged gzip":             {content: ratingstest.Gzip(t, "1,10,4\n") + "more", line: 2, reason: "gzip data is truncated or damaged"},
		"truncated zstd":           {content: cutOff(ratingstest.Zstd(t, random(20000)), 3000), line: 1, reason: "zstd data is truncated or damaged"},
		"zip":                      {content: "PK\x03\x04rest", reason: "zip archive"},
		"binary":                   {content: "1,10,4\n\x00\x01\x02", line: 2, column: 1, reason: "NUL"},
		"binary, format named":     {content: "1,10,4\n1,\x00,3\n", opt: Options{Format: "csv"}, line: 2, column: 3, reason: "NUL"},
		"binary, far in":           {content: long + "1,\x00,3\n", line: 40001, column: 3, reason: "not UTF-8 text"},
		"UTF-16":                   {content: "\xff\xfe1\x00,\x00", line: 1, column: 1, reason: "UTF-16"},
		"latin-1 id":               {content: "1,10,4\ncaf\xe9,10,4\n", line: 2, column: 1, reason: "not UTF-8 text"},
		"prose":                    {content: "It was a dark and stormy night.\n", line: 1, column: 1, reason: "cannot find user, item and rating in this line: none of"},
		"one column":               {content: "1\n2\n", line: 1, reason: "cannot find user, item and rating in this line: separate"},
		"one long line":            {content: strings.Repeat("x", 3<<20), line: 1, reason: "cannot find user, item and rating in this line: separate"},
		"one long line, named":     {content: strings.Repeat("x", 3<<20), opt: Options{Format: "csv"}, line: 1, reason: "longer than 1 MiB"},
		"open quote":               {content: "1,10,4\n1,\"20,3\n1,30,2\n", line: 2, column: 3, reason: "is not closed"},
		"open quote, long file":    {content: "1,10,4\n1,\"20,3\n" + strings.Repeat(long, 6), line: 2, column: 3, reason: "is not closed"},
		"second quote open":        {content: "1,10,4\n\"1\",\"20,3\n1,30,2\n", line: 2, column: 5, reason: "is not closed"},
		"text after a quote":       {content: "1,10,4\n1,\"20\"x,3\n", line: 2, column: 7, reason: "closing quote"},
		"below the range":          {content: "1,10,4\n1,20,0.5\n", opt: Options{Low: 1, High: 5}, line: 2, column: 6, reason: "outside the declared range 1 to 5"},
		"above the range":          {content: "1,10,4\n1,20,5.0000001\n", opt: Options{Low: 1, High: 5}, line: 2, column: 6, reason: "outside the declared range"},
		"above the format's":       {file: "u.data", content: "1\t10\t4\t8\n1\t20\t6\t8\n", line: 2, column: 6, reason: "outside the declared range 1 to 5"},
		"unknown header":           {content: "user,item,rating\n1,10,4\n", opt: Options{Columns: Columns{Rating: "score"}}, line: 1, column: 1, reason: `no column "score" for the rating: the line has "user", "item", "rating"`},
		"unknown number":           {content: "1,10,4\n", opt: Options{Columns: Columns{Rating: "4"}}, line: 1, column: 1, reason: "no column 4 for the rating"},
		"column 0":                 {content: "1,10,4\n", opt: Options{Columns: Columns{User: "0"}}, line: 1, column: 1, reason: "no column 0"},
		"column twice":             {content: "1,10,4\n", opt: Options{Columns: Columns{User: "2"}}, line: 1, column: 1, reason: "cannot be both the user and the item"},
		"unknown headers":          {content: "a,b,c\n1,10,4\n", line: 1, column: 1, reason: `none of "a", "b", "c" is a known name of the user; name them: --columns user=1,item=2,rating=3`},
		"header by name in u.data": {file: "u.data", content: "1\t10\t4\t8\n", opt: Options{Columns: Columns{User: "user"}}, line: 1, column: 1, reason: "no header"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.file == "" {
				c.file = "x.csv"
			}
			path := ratingstest.WriteFile(t, c.file, c.content)
			bad := mustRefuse(t, path, c.opt)
			if bad.Path != path || bad.Line != c.line || bad.Column != c.column || !strings.Contains(bad.Reason, c.reason) {
				t.Errorf("%q, want line %d, column %d and %q", bad, c.line, c.column, c.reason)
			}
		})
	}
}

// cutOff removes the last n bytes.
func cutOff(s string, n int) string { return s[:len(s)-n] }

// random returns a text that compresses badly, in one line that is short enough to be read.
func random(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, "%x ", splitmix.Next(uint64(k)))
	}
	return b.String()
}

func TestTooManyIDs(t *testing.T) {
	ids := idTable{limit: 3}
	for _, id := range []string{"1", "2", "1", "3", "2", "9999999", "x"} {
		i, err := ids.index([]byte(id))
		switch known := id <= "3"; {
		case known && (err != nil || int(i) >= 3):
			t.Errorf("id %s gets index %d, error %v", id, i, err)
		case !known && err != errTooMany:
			t.Errorf("id %s beyond the limit gets index %d, error %v", id, i, err)
		}
	}
}

// endless is a file of ratings without end. Each read calls each.
type endless struct{ each func() }

func (e endless) Read(p []byte) (int, error) {
	e.each()
	return copy(p, strings.Repeat("1,2,3\n", len(p)/6)), nil
}

func TestReadingStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	reads := 0
	r := newReader(ctx, "endless", &textFile{Reader: endless{func() {
		if reads++; reads == 5 {
			cancel()
		}
	}}}, Options{})
	if err := r.prepare(); err != nil {
		t.Fatal(err)
	}
	if err := r.readAll(); err != context.Canceled {
		t.Errorf("error %v, want that of the context", err)
	}
	if reads != 5 {
		t.Errorf("%d chunks were read after the context was done", reads-5)
	}
}

func TestReadWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := Read(ctx, ratingstest.WriteFile(t, "x.csv", "1,2,3\n"), Options{}); err != context.Canceled || r != nil {
		t.Errorf("ratings %v, error %v", r, err)
	}
}

func TestReadingStopsAfterManyEmptyReads(t *testing.T) {
	lines := newLineReader(context.Background(), silent{})
	if _, err := lines.next(); err != io.ErrNoProgress {
		t.Errorf("error %v, want %v", err, io.ErrNoProgress)
	}
}

type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }
