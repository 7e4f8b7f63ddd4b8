package loaders

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
)

// catalogue is a declared set of items: a public list, which says nothing of who rated them, or whether anybody did.
type catalogue struct {
	path   string
	items  Names
	titles []string // by item; nil where the file has none
}

// outside stands for the index of an item that a catalogue leaves out.
const outside = maxIndex

// knownItems and knownTitles are the headers of a catalogue's columns, beside those that files of ratings have.
var (
	knownItems  = append(slices.Clone(knownHeaders[itemRole]), "id")
	knownTitles = []string{"title", "name", "itemtitle", "itemname", "movietitle"}
)

// readCatalogue reads a file of items: u.item, movies.dat, or any delimited text whose first line names its columns,
// movies.csv among it. An item that stands twice is an error, since then the file is no list of items; a file of
// ratings, in particular, is none.
func readCatalogue(ctx context.Context, path string) (*catalogue, error) {
	content, err := readText(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := checkText(path, content); err != nil {
		return nil, err
	}
	r := newReader(ctx, path, &textFile{Reader: bytes.NewReader(decodeLatin1(content))}, Options{})
	first, _ := sampled(content, false)
	if len(first) == 0 {
		return nil, refuse(path, "the catalogue is empty")
	}
	var header bool
	r.layout, header = catalogueLayout(path, first[0])
	r.split = r.layout.splitter()
	return r.readItems(header)
}

// catalogueLayout tells a catalogue's layout from its name and its first line, and whether that line is a header. Of
// the separators it takes the one that finds a column of items and most fields.
func catalogueLayout(path string, first []byte) (l layout, header bool) {
	switch {
	case plainBase(path) == "u.item":
		return layout{separator: "|"}, false
	case bytes.Contains(first, []byte("::")):
		return layout{separator: "::"}, false
	}
	best, width := layouts[slices.IndexFunc(layouts, func(l layout) bool { return l.name == "csv" })], 0
	for _, l := range layouts {
		if l.headless || l.blanks {
			continue
		}
		fields, err := l.splitter().split(first)
		if err == nil && firstOf(fields, knownItems) >= 0 && len(fields) > width {
			best, width = l, len(fields)
		}
	}
	return best, true
}

// firstOf returns the column of the first of the names that is among the headers, or -1.
func firstOf(header []field, names []string) int {
	for _, name := range names {
		if i := indexOf(header, name); i >= 0 {
			return i
		}
	}
	return -1
}

// readItems reads every line as an item, after the header where there is one.
func (r *reader) readItems(header bool) (*catalogue, error) {
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
		if header {
			header = false
			if item, title = firstOf(fields, knownItems), firstOf(fields, knownTitles); item < 0 {
				return nil, r.bad(record, 0, fmt.Sprintf("none of %s is called item, movieId or id: the first line of a catalogue names its columns", listed(fields)))
			}
			r.width, r.widthOf = len(fields), "header"
			continue
		}
		if err := r.checkWidth(record, fields); err != nil {
			return nil, err
		}
		if item >= len(fields) || len(fields[item].text) == 0 {
			return nil, r.bad(record, 0, fmt.Sprintf("the item is missing: field %d is empty", item+1))
		}
		i, err := r.ids.items.index(fields[item].text)
		if err != nil {
			return nil, r.bad(record, fields[item].at, fmt.Sprintf("item %.40q: %v", fields[item].text, err))
		}
		if int(i) < len(lines) {
			return nil, r.bad(record, fields[item].at, fmt.Sprintf("item %.40q: it stands in line %d too, and a catalogue names every item once", fields[item].text, lines[i]))
		}
		lines = append(lines, r.lines.line)
		text := ""
		if title >= 0 && title < len(fields) {
			text = string(fields[title].text)
		}
		titles = append(titles, text)
	}
	if len(lines) == 0 {
		return nil, refuse(r.path, "the catalogue names no item")
	}
	return r.sortItems(titles)
}

// sortItems puts the items in the order in which those of ratings are.
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

// places returns where the catalogue has each of the names: an index into it, or outside.
func (c *catalogue) places(names Names) []uint32 {
	index := make(map[string]uint32, c.items.Len())
	for j := range c.items.Len() {
		index[c.items.At(j)] = uint32(j)
	}
	places := make([]uint32, names.Len())
	for i := range places {
		places[i] = outside
		if j, ok := index[names.At(i)]; ok {
			places[i] = j
		}
	}
	return places
}

// unknown is the error of ratings none of which is of an item of the catalogue.
func (c *catalogue) unknown(names Names) error {
	const most = 3
	var some []string
	for i := range min(most, names.Len()) {
		some = append(some, fmt.Sprintf("%.40q", names.At(i)))
	}
	return refuse(c.path, "no rating is of an item of this catalogue; the ratings name items such as %s: give the catalogue of these ratings", strings.Join(some, ", "))
}
