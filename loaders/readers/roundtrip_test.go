package readers_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"dpals/internal/ratingstest"
	"dpals/loaders"
	"dpals/loaders/readers"
	"dpals/loaders/writers"
)

func TestWrittenRatingsReadBack(t *testing.T) {
	for _, format := range readers.Formats() {
		t.Run(format, func(t *testing.T) {
			id := rapid.OneOf(
				rapid.StringMatching(`[1-9][0-9]{0,20}`),
				rapid.StringMatching(`0?[a-z:,;|"ü ]{0,6}[a-z]`),
				rapid.String(),
			).Filter(func(id string) bool {
				return isWritable(id, format) && utf8.ValidString(id) && !strings.ContainsAny(id, "\x00\ufeff")
			})
			ids := rapid.SliceOfNDistinct(id, 1, 8, rapid.ID[string])
			rapid.Check(t, func(t *rapid.T) {
				users, items := ids.Draw(t, "users"), ids.Draw(t, "items")
				low, high := 1., 5.
				user, item, value := ratingstest.Triplets(t, len(users), len(items))
				for k, v := range value {
					value[k] = 3 + v*2/5
				}
				if len(value) == 0 {
					user, item, value = []uint32{0}, []uint32{0}, []float32{2}
				}
				r, err := loaders.FromTriplets(user, item, value, loaders.About{Users: loaders.NamesOf(users), Items: loaders.NamesOf(items), Low: low, High: high})
				if err != nil {
					t.Fatalf("%v", err)
				}
				var text bytes.Buffer
				if err := writers.Write(&text, r, format); err != nil {
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
					content = ratingstest.Gzip(t, content)
				case 2:
					content = ratingstest.Zstd(t, content)
				}
				back, err := readers.ReadBytes([]byte(content), readers.Options{Format: format, Low: low, High: high})
				if err != nil {
					t.Fatalf("reading %q: %v", content, err)
				}
				ratingstest.CheckShape(t, back)
				if !slices.Equal(ratingstest.Listing(back), ratingstest.Listing(r)) {
					t.Fatalf("%q were written and %q read", ratingstest.Listing(r), ratingstest.Listing(back))
				}
			})
		})
	}
}

// isWritable reports whether an id can be written in a format.
func isWritable(id, format string) bool {
	r, err := loaders.FromTriplets([]uint32{0}, []uint32{0}, []float32{1}, loaders.About{Users: loaders.Numbered(1), Items: loaders.NamesOf([]string{id})})
	return err == nil && writers.Write(io.Discard, r, format) == nil
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"1\t10\t4\t88\n", "1::10::4::88\n", "userId,movieId,rating\n1,10,4\n", "a;b;1\r\n", "\ufeff\"x\n\"\"y\",2,3\n",
		"1 2  3 \n", "1,2,NaN\n", "1,2\n", "user,item,rating\n", "\x00", ratingstest.Gzip(f, "1,2,3\n"), ratingstest.Zstd(f, "1,2,3\n"),
	} {
		f.Add([]byte(seed), uint8(0))
		f.Add([]byte(seed), uint8(4))
	}
	choices := append([]string{""}, readers.Formats()...)
	f.Fuzz(func(t *testing.T, content []byte, choice uint8) {
		opt := readers.Options{Format: choices[int(choice)%len(choices)]}
		r, err := readers.ReadBytes(content, opt)
		if (r == nil) == (err == nil) {
			t.Fatalf("ratings %v and error %v", r, err)
		}
		if err != nil {
			var bad *loaders.InputError
			if !errors.As(err, &bad) || bad.Line < 0 || bad.Column < 0 {
				t.Fatalf("%#v is no loaders.InputError", err)
			}
			return
		}
		ratingstest.CheckShape(t, r)
		if r.Count() == 0 {
			t.Fatal("no ratings and no error")
		}
		var text bytes.Buffer
		if err := writers.Write(&text, r, "csv"); err != nil {
			t.Fatal(err)
		}
		back, err := readers.ReadBytes(text.Bytes(), readers.Options{Format: "csv", Low: r.Low, High: r.High})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(ratingstest.Listing(r), ratingstest.Listing(back)) {
			t.Fatalf("%q were written and %q read", ratingstest.Listing(r), ratingstest.Listing(back))
		}
	})
}
