package cache

import (
	"bytes"
	"context"
	"testing"

	"pgregory.net/rapid"

	"dpals/internal/ratingstest"
	"dpals/loaders"
)

// encoded returns ratings as the content of a file.
func encoded(t ratingstest.Fataler, r *loaders.Ratings) *encodedRatings {
	f, err := encode(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// content returns the content in memory that is aligned for numbers, as it is when mapped.
func content(t ratingstest.Fataler, f *encodedRatings) []byte {
	var b bytes.Buffer
	if err := f.write(&b); err != nil {
		t.Fatal(err)
	}
	aligned := bytesOf(make([]uint64, (b.Len()+7)/8))[:b.Len()]
	copy(aligned, b.Bytes())
	return aligned
}

func TestDecodedRatingsAreThoseEncoded(t *testing.T) {
	id := rapid.OneOf(rapid.StringMatching(`[1-9][0-9]{0,16}`), rapid.String())
	rapid.Check(t, func(t *rapid.T) {
		want := ratingstest.Ratings(t)
		if rapid.Bool().Draw(t, "named") {
			want.UserNames = loaders.NamesOf(rapid.SliceOfN(id, want.Users, want.Users).Draw(t, "users"))
			want.ItemNames = loaders.NamesOf(rapid.SliceOfN(id, want.Items, want.Items).Draw(t, "items"))
		}
		if rapid.Bool().Draw(t, "titled") {
			want.Titles = rapid.SliceOfN(rapid.String(), want.Items, want.Items).Draw(t, "titles")
		}
		if rapid.Bool().Draw(t, "outside") {
			if want.OutsideCatalogue = ratingstest.Ratings(t); want.OutsideCatalogue.Count() == 0 {
				want.OutsideCatalogue = nil
			}
		}
		want.Origin = loaders.Origin{Format: "csv", Duplicates: 3, RangeObserved: true}
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
			return // never kept; nil and empty slices are the same ratings
		}
		ratingstest.CheckSame(t, got, want)
	})
}

func TestDecodeNoticesDamage(t *testing.T) {
	want, err := loaders.FromTriplets([]uint32{0, 1, 0}, []uint32{0, 1, 2}, []float32{1, 3, 4}, loaders.About{
		Users: loaders.NamesOf([]string{"ann", "bob"}), Items: loaders.NamesOf([]string{"1", "22", "333"}), Titles: []string{"One", "", "Three"}})
	if err != nil {
		t.Fatal(err)
	}
	data := content(t, encoded(t, want))
	t.Run("changed", func(t *testing.T) {
		refused := 0
		for at := range data {
			for _, flip := range []byte{1, 0x80, 0xff} {
				data[at] ^= flip
				if r, err := decode(context.Background(), data); err == nil {
					ratingstest.CheckSame(t, r, want) // a byte between the sections
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
				ratingstest.CheckSame(t, r, want) // only padding after the last section is missing
			}
		}
	})
}
