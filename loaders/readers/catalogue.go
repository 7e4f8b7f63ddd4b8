package readers

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"dpals/loaders"
)

// catalogue is a declared set of items: a public list, which tells nothing about who rated them, nor whether they were
// rated.
type catalogue struct {
	path   string
	items  loaders.Names
	titles []string // by item; nil where the file has none
}

// notListed stands for the index of an item that a catalogue does not list. No index is as large.
const notListed = loaders.MaxCount

// knownItems and knownTitles are the headers from which the columns of a catalogue are recognised.
var (
	knownItems  = append(slices.Clone(knownHeaders[itemRole]), "id")
	knownTitles = []string{"title", "name", "itemtitle", "itemname", "movietitle"}
)

// readCatalogue reads a file of items: u.item, movies.dat, or any delimited text whose first line names its columns,
// such as movies.csv. An item that is listed twice is an error, since then the file is not a list of items but, for
// example, a file of ratings.
func readCatalogue(ctx context.Context, path string) (*catalogue, error) {
	content, err := readText(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := checkText(path, content); err != nil {
		return nil, err
	}
	r := newReader(ctx, path, &textFile{Reader: bytes.NewReader(decodeLatin1(content))}, Options{})
	first, _ := linesOf(content, false)
	if len(first) == 0 {
		return nil, loaders.InputErrorf(path, "the catalogue is empty: list one item on each line")
	}
	var hasHeader bool
	r.format, hasHeader = catalogueFormat(path, first[0])
	r.split = newSplitter(r.format)
	return r.readItems(hasHeader)
}

// catalogueFormat returns the format of a catalogue, by its name and its first line, and whether that line is a header. Of
// the formats whose separator finds a column of items, it takes the one that finds most fields.
func catalogueFormat(path string, first []byte) (f Format, hasHeader bool) {
	switch {
	case baseName(path) == "u.item":
		return Format{Separator: "|"}, false
	case bytes.Contains(first, []byte("::")):
		return Format{Separator: "::"}, false
	}
	best, width := csv, 0
	for _, f := range formats {
		if f.NoHeader || f.AnyBlanks {
			continue
		}
		fields, err := newSplitter(f).split(first)
		if err == nil && firstOf(fields, knownItems) >= 0 && len(fields) > width {
			best, width = f, len(fields)
		}
	}
	return best, true
}

// firstOf returns the column of the first of the names that is among the headers, or -1.
func firstOf(header []field, names []string) int {
	for _, name := range names {
		if i := columnNamed(header, name); i >= 0 {
			return i
		}
	}
	return -1
}

// readItems reads every line as an item, after the header if there is one.
func (r *reader) readItems(hasHeader bool) (*catalogue, error) {
	item, title := 0, 1
	var titles []string
	var lines []int // of the items, by order of appearance
	for {
		record, fields, err := r.record()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if hasHeader {
			hasHeader = false
			if item, title = firstOf(fields, knownItems), firstOf(fields, knownTitles); item < 0 {
				return nil, r.errorAt(record, 0, fmt.Sprintf("none of %s is a known name of the item column: name the columns in the first line, for example item,title", quotedList(fields)))
			}
			r.width, r.widthOf = len(fields), "header"
			continue
		}
		if err := r.checkWidth(record, fields); err != nil {
			return nil, err
		}
		if item >= len(fields) || len(fields[item].text) == 0 {
			return nil, r.errorAt(record, 0, fmt.Sprintf("the item is missing: field %d is empty; give an id, or remove the line", item+1))
		}
		i, err := r.ids.items.index(fields[item].text)
		if err != nil {
			return nil, r.errorAt(record, fields[item].at, fmt.Sprintf("item %.40q: %v", fields[item].text, err))
		}
		if int(i) < len(lines) {
			return nil, r.errorAt(record, fields[item].at, fmt.Sprintf("item %.40q is also in line %d: list every item once", fields[item].text, lines[i]))
		}
		lines = append(lines, r.lines.line)
		text := ""
		if title >= 0 && title < len(fields) {
			text = string(fields[title].text)
		}
		titles = append(titles, text)
	}
	if len(lines) == 0 {
		return nil, loaders.InputErrorf(r.path, "the catalogue lists no item: list one item on each line")
	}
	return r.sortItems(titles)
}

// sortItems returns the catalogue with its items in the same order as the items of ratings.
func (r *reader) sortItems(titles []string) (*catalogue, error) {
	c := &catalogue{path: r.path}
	var place []uint32
	var err error
	if c.items, place, err = r.ids.items.sorted(r.lines.ctx); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(titles, func(t string) bool { return t != "" }) {
		return c, nil
	}
	c.titles = make([]string, len(titles))
	for i, p := range place {
		c.titles[p] = titles[i]
	}
	return c, nil
}

// indices returns the index in the catalogue of each of the names, or notListed.
func (c *catalogue) indices(names loaders.Names) []uint32 {
	index := make(map[string]uint32, c.items.Len())
	for j := range c.items.Len() {
		index[c.items.At(j)] = uint32(j)
	}
	indices := make([]uint32, names.Len())
	for i := range indices {
		indices[i] = notListed
		if j, ok := index[names.At(i)]; ok {
			indices[i] = j
		}
	}
	return indices
}

// noneListed returns the error of ratings whose items the catalogue does not list at all.
func (c *catalogue) noneListed(names loaders.Names) error {
	const shown = 3
	var some []string
	for i := range min(shown, names.Len()) {
		some = append(some, fmt.Sprintf("%.40q", names.At(i)))
	}
	return loaders.InputErrorf(c.path, "the catalogue lists none of the rated items, such as %s: give the catalogue of these ratings", strings.Join(some, ", "))
}
