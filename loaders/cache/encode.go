package cache

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash/crc32"
	"io"
	"slices"

	"dpals/internal/parallel"
	"dpals/loaders"
)

// encodedRatings are the content of a file of ratings. The sections alias the ratings.
type encodedRatings struct {
	digest   string
	size     int64
	head     []byte // header and table
	sections [][]byte
}

// encode returns ratings as the content of a file.
func encode(ctx context.Context, r *loaders.Ratings) (*encodedRatings, error) {
	f := &encodedRatings{sections: [][]byte{nil}}
	about, err := json.Marshal(f.add(r))
	if err != nil {
		return nil, err
	}
	f.sections[0] = about
	f.head = make([]byte, headerSize+tableRow*len(f.sections))
	table := f.head[headerSize:]
	at := aligned(int64(len(f.head)))
	sums := make([]uint32, len(f.sections))
	err = parallel.Blocks(ctx, len(f.sections), 1, func(_, k, _ int) { sums[k] = crc32.Checksum(f.sections[k], castagnoli) })
	if err != nil {
		return nil, err
	}
	for k, s := range f.sections {
		row := table[tableRow*k:]
		binary.NativeEndian.PutUint64(row, uint64(at))
		binary.NativeEndian.PutUint64(row[8:], uint64(len(s)))
		binary.NativeEndian.PutUint32(row[16:], sums[k])
		at = aligned(at + int64(len(s)))
	}
	f.size = at
	copy(f.head, formatMagic)
	binary.NativeEndian.PutUint32(f.head[8:], byteOrder)
	binary.NativeEndian.PutUint32(f.head[12:], formatVersion)
	binary.NativeEndian.PutUint32(f.head[16:], uint32(len(f.sections)))
	binary.NativeEndian.PutUint32(f.head[20:], crc32.Checksum(table, castagnoli))
	f.digest, err = f.hash(ctx)
	return f, err
}

// add appends the sections of ratings and returns their metadata.
func (f *encodedRatings) add(r *loaders.Ratings) *metadata {
	about := &metadata{Users: r.Users, Items: r.Items, Low: r.Low, High: r.High, Origin: r.Origin, Titles: r.Titles != nil}
	about.Origin.Source = ""
	titles := joined(r.Titles)
	f.sections = append(f.sections, bytesOf(r.Ptr), bytesOf(r.Item), bytesOf(r.Value))
	for _, n := range []loaders.NamesData{r.UserNames.Data(), r.ItemNames.Data()} {
		f.sections = append(f.sections, bytesOf(n.Numbers), bytesOf(n.Ends), []byte(n.Text))
	}
	f.sections = append(f.sections, bytesOf(titles.Ends), []byte(titles.Text))
	if r.OutsideCatalogue != nil {
		about.Outside = f.add(r.OutsideCatalogue)
	}
	return about
}

// hash returns the SHA-256 of the header, the table, and the SHA-256 of every mebibyte of every section.
func (f *encodedRatings) hash(ctx context.Context) (string, error) {
	const size = 1 << 20
	var pieces [][]byte
	for _, s := range f.sections {
		pieces = append(pieces, slices.Collect(slices.Chunk(s, size))...)
	}
	sums := make([][sha256.Size]byte, len(pieces))
	err := parallel.Blocks(ctx, len(pieces), 1, func(_, k, _ int) { sums[k] = sha256.Sum256(pieces[k]) })
	all := sha256.New()
	all.Write(f.head)
	for _, s := range sums {
		all.Write(s[:])
	}
	return hex.EncodeToString(all.Sum(nil)), err
}

// write writes the file, a mebibyte at a time.
func (f *encodedRatings) write(w io.Writer) error {
	at := int64(0)
	for _, s := range append([][]byte{f.head}, f.sections...) {
		for piece := range slices.Chunk(s, 1<<20) {
			if _, err := w.Write(piece); err != nil {
				return err
			}
		}
		at += int64(len(s))
		gap := make([]byte, aligned(at)-at)
		if _, err := w.Write(gap); err != nil {
			return err
		}
		at += int64(len(gap))
	}
	return nil
}
