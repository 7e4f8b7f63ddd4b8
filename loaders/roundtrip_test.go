package loaders

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// readBytes reads a text as Open reads a file, without titles.
func readBytes(content []byte, opt Options) (*Ratings, error) {
	ctx := context.Background()
	t, err := unpack("bytes", bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	defer t.Close()
	r := newReader(ctx, "bytes", t, opt)
	if err := r.begin(); err != nil {
		return nil, err
	}
	if err := r.readAll(); err != nil {
		return nil, err
	}
	return r.finish(ctx, "bytes")
}

func TestWrittenRatingsReadBack(t *testing.T) {
	for _, l := range layouts {
		t.Run(l.name, func(t *testing.T) {
			id := rapid.OneOf(
				rapid.StringMatching(`[1-9][0-9]{0,20}`),
				rapid.StringMatching(`0?[a-z:,;|"ü ]{0,6}[a-z]`),
				rapid.String(),
			).Filter(func(id string) bool {
				_, err := l.encode(id)
				return err == nil && utf8.ValidString(id) && !strings.ContainsAny(id, "\x00\ufeff")
			})
			ids := rapid.SliceOfNDistinct(id, 1, 8, rapid.ID[string])
			rapid.Check(t, func(t *rapid.T) {
				users, items := ids.Draw(t, "users"), ids.Draw(t, "items")
				low, high := 1., 5.
				user, item, value := triplets(t, len(users), len(items))
				for k, v := range value {
					value[k] = 3 + v*2/5
				}
				if len(value) == 0 {
					user, item, value = []uint32{0}, []uint32{0}, []float32{2}
				}
				r, err := FromTriplets(user, item, value, About{Users: NamesOf(users), Items: NamesOf(items), Low: low, High: high})
				if err != nil {
					t.Fatalf("%v", err)
				}
				var text bytes.Buffer
				if err := Write(&text, r, l.name); err != nil {
					t.Fatalf("Write: %v", err)
				}
				content := text.String()
				if rapid.Bool().Draw(t, "BOM") {
					content = "\ufeff" + content
				}
				if rapid.Bool().Draw(t, "no last line end") {
					content = strings.TrimSuffix(content, "\n")
				}
				if many := strings.Join(slices.Concat(users, items), ""); rapid.Bool().Draw(t, "CRLF") && !strings.Contains(many, "\n") {
					content = strings.ReplaceAll(content, "\n", "\r\n")
				}
				switch rapid.IntRange(0, 2).Draw(t, "packing") {
				case 1:
					content = zipped(t, content)
				case 2:
					content = zstandard(t, content)
				}
				back, err := readBytes([]byte(content), Options{Format: l.name, Low: low, High: high})
				if err != nil {
					t.Fatalf("reading %q: %v", content, err)
				}
				checkShape(t, back)
				if !slices.Equal(listing(back), listing(r)) {
					t.Fatalf("%q were written and %q read", listing(r), listing(back))
				}
			})
		})
	}
}

func TestWriteFormats(t *testing.T) {
	r, err := FromTriplets([]uint32{0, 1, 1}, []uint32{1, 0, 1}, []float32{3.5, 1, 5}, About{Users: NamesOf([]string{"7", "9"}), Items: NamesOf([]string{"a,b", "c"})})
	if err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string]string{
		"csv":       "user,item,rating\n7,c,3.5\n9,\"a,b\",1\n9,c,5\n",
		"tsv":       "user\titem\trating\n7\tc\t3.5\n9\ta,b\t1\n9\tc\t5\n",
		"ml-csv":    "userId,movieId,rating\n7,c,3.5\n9,\"a,b\",1\n9,c,5\n",
		"ml-100k":   "7\tc\t3.5\t0\n9\ta,b\t1\t0\n9\tc\t5\t0\n",
		"ml-dat":    "7::c::3.5::0\n9::a,b::1::0\n9::c::5::0\n",
		"semicolon": "user;item;rating\n7;c;3.5\n9;a,b;1\n9;c;5\n",
	} {
		var b strings.Builder
		if err := Write(&b, r, format); err != nil || b.String() != want {
			t.Errorf("%s: %q, error %v; want %q", format, b.String(), err, want)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	named := func(id string) *Ratings {
		r, err := FromTriplets([]uint32{0}, []uint32{0}, []float32{1}, About{Users: Numbered(1), Items: NamesOf([]string{id})})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for name, c := range map[string]struct {
		r      *Ratings
		format string
	}{
		"unknown format":        {named("a"), "xls"},
		"empty id":              {named(""), "csv"},
		"separator, no quotes":  {named("a::b"), "ml-dat"},
		"line end, no quotes":   {named("a\nb"), "ml-100k"},
		"ratings that lack ids": {&Ratings{Users: 1, Items: 1, Ptr: []int64{0, 0}}, "csv"},
		"quote without quoting": {named(`"a"`), "ml-dat"},
		"blank that is trimmed": {named(" a"), "ml-dat"},
		"a colon at the seam":   {named("a:"), "ml-dat"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := Write(new(bytes.Buffer), c.r, c.format); err == nil {
				t.Error("written")
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"1\t10\t4\t88\n", "1::10::4::88\n", "userId,movieId,rating\n1,10,4\n", "a;b;1\r\n", "\ufeff\"x\n\"\"y\",2,3\n",
		"1 2  3 \n", "1,2,NaN\n", "1,2\n", "user,item,rating\n", "\x00", zipped(f, "1,2,3\n"), zstandard(f, "1,2,3\n"),
	} {
		f.Add([]byte(seed), uint8(0))
		f.Add([]byte(seed), uint8(4))
	}
	f.Fuzz(func(t *testing.T, content []byte, choice uint8) {
		opt := Options{Format: append([]string{""}, Formats()...)[int(choice)%(len(layouts)+1)]}
		r, err := readBytes(content, opt)
		if (r == nil) == (err == nil) {
			t.Fatalf("ratings %v and error %v", r, err)
		}
		if err != nil {
			var bad *InputError
			if !errors.As(err, &bad) || bad.Line < 0 || bad.Column < 0 {
				t.Fatalf("%#v is no InputError", err)
			}
			return
		}
		checkShape(t, r)
		if r.Count() == 0 {
			t.Fatal("no ratings and no error")
		}
		var text bytes.Buffer
		if err := Write(&text, r, "csv"); err != nil {
			t.Fatal(err)
		}
		back, err := readBytes(text.Bytes(), Options{Format: "csv", Low: r.Low, High: r.High})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(listing(r), listing(back)) {
			t.Fatalf("%q were written and %q read", listing(r), listing(back))
		}
	})
}
