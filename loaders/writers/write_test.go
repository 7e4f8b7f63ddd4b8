package writers

import (
	"bytes"
	"strings"
	"testing"

	"dpals/loaders"
)

func TestWriteFormats(t *testing.T) {
	r, err := loaders.FromTriplets([]uint32{0, 1, 1}, []uint32{1, 0, 1}, []float32{3.5, 1, 5}, loaders.About{Users: loaders.NamesOf([]string{"7", "9"}), Items: loaders.NamesOf([]string{"a,b", "c"})})
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

func TestWriteReturnsErrors(t *testing.T) {
	named := func(id string) *loaders.Ratings {
		r, err := loaders.FromTriplets([]uint32{0}, []uint32{0}, []float32{1}, loaders.About{Users: loaders.Numbered(1), Items: loaders.NamesOf([]string{id})})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for name, c := range map[string]struct {
		r      *loaders.Ratings
		format string
	}{
		"unknown format":        {named("a"), "xls"},
		"empty id":              {named(""), "csv"},
		"separator, no quotes":  {named("a::b"), "ml-dat"},
		"line end, no quotes":   {named("a\nb"), "ml-100k"},
		"ratings that lack ids": {&loaders.Ratings{Users: 1, Items: 1, Ptr: []int64{0, 0}}, "csv"},
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
