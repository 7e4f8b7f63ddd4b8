package loaders

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"slices"
	"unsafe"
)

// The format of ratings in a cache, in cache/FORMAT.md: a header, a table of sections, and the sections,
// which are Go's slices as they lie in memory, each at a multiple of sectionAlign.
const (
	heldMagic    = "dpalsRAT"
	heldVersion  = 1
	heldOrder    = 0x01020304 // reads otherwise where the order of bytes is another
	headerSize   = 64
	tableRow     = 24 // offset, length, CRC-32C, 0
	sectionAlign = 64
	mostSections = 64
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var errHeld = errors.New("not the ratings that were written")

// about is what a file of a cache says of ratings beside its sections.
type heldAbout struct {
	Users, Items int
	Low, High    float64
	Origin       Origin
	Titles       bool
	Outside      *heldAbout
}

// sectionsPerPart is how many sections there are for ratings, and again for those outside a catalogue.
const sectionsPerPart = 11

// heldFile is a file of a cache, ready to be written.
type heldFile struct {
	digest   string
	size     int64
	head     []byte // header and table
	sections [][]byte
}

// encode returns ratings as a file that aliases them.
func encode(ctx context.Context, r *Ratings) (*heldFile, error) {
	f := &heldFile{sections: [][]byte{nil}}
	about, err := json.Marshal(f.add(r))
	if err != nil {
		return nil, err
	}
	f.sections[0] = about
	f.head = make([]byte, headerSize+tableRow*len(f.sections))
	table := f.head[headerSize:]
	at := aligned(int64(len(f.head)))
	sums := make([]uint32, len(f.sections))
	err = parallel(ctx, len(f.sections), 1, func(_, k, _ int) { sums[k] = crc32.Checksum(f.sections[k], castagnoli) })
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
	copy(f.head, heldMagic)
	binary.NativeEndian.PutUint32(f.head[8:], heldOrder)
	binary.NativeEndian.PutUint32(f.head[12:], heldVersion)
	binary.NativeEndian.PutUint32(f.head[16:], uint32(len(f.sections)))
	binary.NativeEndian.PutUint32(f.head[20:], crc32.Checksum(table, castagnoli))
	f.digest, err = f.hash(ctx)
	return f, err
}

// add appends the sections of ratings and says the rest.
func (f *heldFile) add(r *Ratings) *heldAbout {
	about := &heldAbout{Users: r.Users, Items: r.Items, Low: r.Low, High: r.High, Origin: r.Origin, Titles: r.Titles != nil}
	about.Origin.Source = ""
	titles := textsOf(r.Titles)
	f.sections = append(f.sections, bytesOf(r.Ptr), bytesOf(r.Item), bytesOf(r.Value))
	for _, n := range []Names{r.UserNames, r.ItemNames} {
		f.sections = append(f.sections, bytesOf(n.numbers), bytesOf(n.ends), []byte(n.text))
	}
	f.sections = append(f.sections, bytesOf(titles.ends), []byte(titles.text))
	if r.outside != nil {
		about.Outside = f.add(r.outside)
	}
	return about
}

// hash is a SHA-256 of the SHA-256 of every mebibyte of every section.
func (f *heldFile) hash(ctx context.Context) (string, error) {
	const size = 1 << 20
	var pieces [][]byte
	for _, s := range f.sections {
		pieces = append(pieces, slices.Collect(slices.Chunk(s, size))...)
	}
	sums := make([][sha256.Size]byte, len(pieces))
	err := parallel(ctx, len(pieces), 1, func(_, k, _ int) { sums[k] = sha256.Sum256(pieces[k]) })
	all := sha256.New()
	all.Write(f.head)
	for _, s := range sums {
		all.Write(s[:])
	}
	return hex.EncodeToString(all.Sum(nil)), err
}

// writeTo writes the file, a mebibyte at a time.
func (f *heldFile) writeTo(w io.Writer) error {
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

// decode returns the ratings that a file holds, which alias it, or an error if anything in it is not as it was written.
func decode(ctx context.Context, data []byte) (*Ratings, error) {
	if len(data) < headerSize || string(data[:8]) != heldMagic || binary.NativeEndian.Uint32(data[8:]) != heldOrder ||
		binary.NativeEndian.Uint32(data[12:]) != heldVersion {
		return nil, errHeld
	}
	count := int(binary.NativeEndian.Uint32(data[16:]))
	if count < 1 || count > mostSections || len(data) < headerSize+tableRow*count {
		return nil, errHeld
	}
	table := data[headerSize : headerSize+tableRow*count]
	if crc32.Checksum(table, castagnoli) != binary.NativeEndian.Uint32(data[20:]) {
		return nil, errHeld
	}
	sections, good := make([][]byte, count), make([]bool, count)
	err := parallel(ctx, count, 1, func(_, k, _ int) {
		row := table[tableRow*k:]
		at, size := binary.NativeEndian.Uint64(row), binary.NativeEndian.Uint64(row[8:])
		if at%sectionAlign == 0 && at <= uint64(len(data)) && size <= uint64(len(data))-at {
			sections[k] = data[at : at+size : at+size]
			good[k] = crc32.Checksum(sections[k], castagnoli) == binary.NativeEndian.Uint32(row[16:])
		}
	})
	if err != nil {
		return nil, err
	}
	about := new(heldAbout)
	if slices.Contains(good, false) || json.Unmarshal(sections[0], about) != nil {
		return nil, errHeld
	}
	return about.ratings(sections[1:])
}

// ratings is the inverse of add.
func (a *heldAbout) ratings(sections [][]byte) (r *Ratings, err error) {
	if len(sections) < sectionsPerPart {
		return nil, errHeld
	}
	s := sections
	titles := Names{count: a.Items, ends: sliceOf[int64](s[9]), text: textOf(s[10])}
	r = &Ratings{
		Users: a.Users, Items: a.Items, Low: a.Low, High: a.High, Origin: a.Origin,
		Ptr: sliceOf[int64](s[0]), Item: sliceOf[uint32](s[1]), Value: sliceOf[float32](s[2]),
		UserNames: Names{count: a.Users, numbers: sliceOf[uint64](s[3]), ends: sliceOf[int64](s[4]), text: textOf(s[5])},
		ItemNames: Names{count: a.Items, numbers: sliceOf[uint64](s[6]), ends: sliceOf[int64](s[7]), text: textOf(s[8])},
	}
	if !spans(r.Ptr, a.Users+1, len(r.Item)) || r.Ptr[0] != 0 || len(r.Item) != len(r.Value) || !r.UserNames.whole() || !r.ItemNames.whole() {
		return nil, errHeld
	}
	if a.Titles {
		if !spans(titles.ends, a.Items, len(titles.text)) {
			return nil, errHeld
		}
		r.Titles = make([]string, a.Items)
		for j := range r.Titles {
			r.Titles[j] = titles.At(j)
		}
	}
	if a.Outside != nil {
		r.outside, err = a.Outside.ratings(sections[sectionsPerPart:])
	}
	return r, err
}

// whole reports whether names have as many ids as they say.
func (n Names) whole() bool {
	return (n.numbers == nil || len(n.numbers) == n.count) && (n.ends == nil || spans(n.ends, n.count, len(n.text)))
}

// spans reports whether ends has a length, ascends from at least 0, and ends in last.
func spans(ends []int64, length, last int) bool {
	return len(ends) == length && (length == 0 && last == 0 || length > 0 && ends[0] >= 0 && ends[length-1] == int64(last)) && slices.IsSorted(ends)
}

func aligned(at int64) int64 { return (at + sectionAlign - 1) / sectionAlign * sectionAlign }

// number is what sections consist of.
type number interface {
	~uint32 | ~uint64 | ~int64 | ~float32
}

// bytesOf returns the memory of numbers.
func bytesOf[T number](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}

// sliceOf returns memory as numbers, nil where there is none. It must begin at a multiple of their size.
func sliceOf[T number](b []byte) []T {
	n := len(b) / int(unsafe.Sizeof(*new(T)))
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

func textOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// textsOf returns texts as Names without taking any for numbers.
func textsOf(texts []string) Names {
	var all bytes.Buffer
	n := Names{count: len(texts)}
	for _, t := range texts {
		all.WriteString(t)
		n.ends = append(n.ends, int64(all.Len()))
	}
	n.text = all.String()
	return n
}
