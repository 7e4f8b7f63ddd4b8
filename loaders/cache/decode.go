package cache

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"slices"

	"dpals/internal/parallel"
	"dpals/loaders"
)

// decode returns the ratings in the content of a file, which alias it. It returns an error where anything in the content
// differs from what was written.
func decode(ctx context.Context, data []byte) (*loaders.Ratings, error) {
	if len(data) < headerSize || string(data[:8]) != formatMagic || binary.NativeEndian.Uint32(data[8:]) != byteOrder ||
		binary.NativeEndian.Uint32(data[12:]) != formatVersion {
		return nil, errFormat
	}
	count := int(binary.NativeEndian.Uint32(data[16:]))
	if count < 1 || count > maxSections || len(data) < headerSize+tableRow*count {
		return nil, errFormat
	}
	table := data[headerSize : headerSize+tableRow*count]
	if crc32.Checksum(table, castagnoli) != binary.NativeEndian.Uint32(data[20:]) {
		return nil, errFormat
	}
	sections, isGood := make([][]byte, count), make([]bool, count)
	err := parallel.Blocks(ctx, count, 1, func(_, k, _ int) {
		row := table[tableRow*k:]
		at, size := binary.NativeEndian.Uint64(row), binary.NativeEndian.Uint64(row[8:])
		if at%sectionAlign == 0 && at <= uint64(len(data)) && size <= uint64(len(data))-at {
			sections[k] = data[at : at+size : at+size]
			isGood[k] = crc32.Checksum(sections[k], castagnoli) == binary.NativeEndian.Uint32(row[16:])
		}
	})
	if err != nil {
		return nil, err
	}
	about := new(metadata)
	if slices.Contains(isGood, false) || json.Unmarshal(sections[0], about) != nil {
		return nil, errFormat
	}
	return about.ratings(sections[1:])
}

// ratings returns the ratings whose sections are given: the inverse of add.
func (a *metadata) ratings(sections [][]byte) (r *loaders.Ratings, err error) {
	if len(sections) < sectionsPerPart {
		return nil, errFormat
	}
	s := sections
	userNames, usersOK := loaders.NamesFromData(loaders.NamesData{Count: a.Users, Numbers: sliceOf[uint64](s[3]), Ends: sliceOf[int64](s[4]), Text: textOf(s[5])})
	itemNames, itemsOK := loaders.NamesFromData(loaders.NamesData{Count: a.Items, Numbers: sliceOf[uint64](s[6]), Ends: sliceOf[int64](s[7]), Text: textOf(s[8])})
	r = &loaders.Ratings{
		Users: a.Users, Items: a.Items, Low: a.Low, High: a.High, Origin: a.Origin,
		Ptr: sliceOf[int64](s[0]), Item: sliceOf[uint32](s[1]), Value: sliceOf[float32](s[2]),
		UserNames: userNames, ItemNames: itemNames,
	}
	rowsOK := len(r.Ptr) > 0 && len(r.Ptr) == a.Users+1 && slices.IsSorted(r.Ptr) && r.Ptr[0] == 0 && r.Ptr[a.Users] == int64(len(r.Item)) && len(r.Item) == len(r.Value)
	if !rowsOK || !usersOK || !itemsOK {
		return nil, errFormat
	}
	if a.Titles {
		ends := sliceOf[int64](s[9])
		titles, titlesOK := loaders.NamesFromData(loaders.NamesData{Count: a.Items, Ends: ends, Text: textOf(s[10])})
		if !titlesOK || len(ends) != a.Items {
			return nil, errFormat
		}
		r.Titles = make([]string, a.Items)
		for j := range r.Titles {
			r.Titles[j] = titles.At(j)
		}
	}
	if a.Outside != nil {
		r.OutsideCatalogue, err = a.Outside.ratings(sections[sectionsPerPart:])
	}
	return r, err
}
