package loaders

import (
	"bytes"
	"context"
	"testing"

	"pgregory.net/rapid"
)

// encoded returns ratings as a file of a cache.
func encoded(t fataler, r *Ratings) *heldFile {
	f, err := encode(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// content is the file as it is mapped: in memory that is aligned for numbers.
func content(t fataler, f *heldFile) []byte {
	var b bytes.Buffer
	if err := f.writeTo(&b); err != nil {
		t.Fatal(err)
	}
	room := bytesOf(make([]uint64, (b.Len()+7)/8))[:b.Len()]
	copy(room, b.Bytes())
	return room
}

func TestHeldRatingsAreThoseWritten(t *testing.T) {
	id := rapid.OneOf(rapid.StringMatching(`[1-9][0-9]{0,16}`), rapid.String())
	rapid.Check(t, func(t *rapid.T) {
		want := ratings(t)
		if rapid.Bool().Draw(t, "named") {
			want.UserNames = NamesOf(rapid.SliceOfN(id, want.Users, want.Users).Draw(t, "users"))
			want.ItemNames = NamesOf(rapid.SliceOfN(id, want.Items, want.Items).Draw(t, "items"))
		}
		if rapid.Bool().Draw(t, "titled") {
			want.Titles = rapid.SliceOfN(rapid.String(), want.Items, want.Items).Draw(t, "titles")
		}
		if rapid.Bool().Draw(t, "outside") {
			if want.outside = ratings(t); want.outside.Count() == 0 {
				want.outside = nil
			}
		}
		want.Origin = Origin{Format: "csv", Duplicates: 3, RangeObserved: true}
		f := encoded(t, want)
		data := content(t, f)
		if int64(len(data)) != f.size {
			t.Fatalf("%d bytes, announced as %d", len(data), f.size)
		}
		got, err := decode(context.Background(), data)
		if err != nil {
			t.Fatal(err)
		}
		if want.Count() == 0 {
			return // kept of no source; nil and empty slices are the same ratings
		}
		same(t, got, want)
	})
}

func TestHeldRatingsDamaged(t *testing.T) {
	want := open(t, put(t, "x.csv", "ann,1,1\nbob,22,3\nann,333,4\n"), Options{})
	want.Origin.Source, want.Titles = "", []string{"One", "", "Three"}
	data := content(t, encoded(t, want))
	t.Run("changed", func(t *testing.T) {
		refused := 0
		for at := range data {
			for _, flip := range []byte{1, 0x80, 0xff} {
				data[at] ^= flip
				if r, err := decode(context.Background(), data); err == nil {
					same(t, r, want) // a byte between the sections
				} else {
					refused++
				}
				data[at] ^= flip
			}
		}
		if refused < len(data) {
			t.Errorf("only %d of %d changes were noticed", refused, 3*len(data))
		}
	})
	t.Run("cut", func(t *testing.T) {
		for n := range data {
			if r, err := decode(context.Background(), data[:n:n]); err == nil {
				same(t, r, want) // nothing but room after the last section is missing
			}
		}
	})
}

func TestSpans(t *testing.T) {
	for name, c := range map[string]struct {
		ends         []int64
		length, last int
		want         bool
	}{
		"good":          {[]int64{0, 2, 2, 5}, 4, 5, true},
		"none":          {nil, 0, 0, true},
		"none of some":  {nil, 0, 3, false},
		"too short":     {[]int64{0, 5}, 3, 5, false},
		"descending":    {[]int64{0, 4, 2, 5}, 4, 5, false},
		"negative":      {[]int64{-1, 2, 5}, 3, 5, false},
		"wrong at last": {[]int64{0, 2, 5}, 3, 6, false},
	} {
		if got := spans(c.ends, c.length, c.last); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
