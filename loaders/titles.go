package loaders

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"unicode/utf8"
)

// titleFiles are the files of titles that may lie beside ratings, most telling first.
var titleFiles = []struct {
	name   string
	layout layout
	header bool // columns by header; otherwise item and title come first
}{
	{"u.item", layout{separator: "|"}, false},
	{"movies.dat", layout{separator: "::"}, false},
	{"movies.csv", layout{separator: ",", quotes: true}, true},
}

// titlesBeside returns the titles of the items, by item, from the first file of titles in the folder, or nil where
// there is none or it knows none of the items. Titles are text from somebody's file: whoever shows one must make it
// safe for the screen first. Lines without an item and a title are passed over, since such a file may be of another
// kind; a file that cannot be read is an error.
func titlesBeside(ctx context.Context, folder string, items Names) ([]string, error) {
	for k, path := range titlePaths(folder) {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		file := titleFiles[k/(1+len(compressed))]
		return readTitles(ctx, path, file.layout, file.header, items)
	}
	return nil, nil
}

// titlePaths returns where titles may lie in a folder: for each of titleFiles, as it is and compressed.
func titlePaths(folder string) (paths []string) {
	for _, file := range titleFiles {
		for _, ext := range append([]string{""}, compressed...) {
			paths = append(paths, filepath.Join(folder, file.name+ext))
		}
	}
	return paths
}

func readTitles(ctx context.Context, path string, l layout, header bool, items Names) ([]string, error) {
	content, err := readText(ctx, path)
	if err != nil {
		return nil, err
	}
	content = decodeLatin1(content)

	index := make(map[string]int, items.Len())
	for i := range items.Len() {
		index[items.At(i)] = i
	}
	titles, known := make([]string, items.Len()), false
	lines, split := newLineReader(ctx, bytes.NewReader(content)), l.splitter()
	item, title := 0, 1
	for {
		line, err := lines.next()
		if err != nil {
			break
		}
		fields, err := split.split(line)
		if header && err == nil {
			header = false
			at, _ := recognise(fields)
			if item, title = at[itemRole], indexOf(fields, "title"); item < 0 || title < 0 {
				return nil, nil
			}
			continue
		}
		if err != nil || max(item, title) >= len(fields) {
			continue
		}
		if i, ok := index[string(fields[item].text)]; ok {
			titles[i] = string(fields[title].text)
			known = known || titles[i] != ""
		}
	}
	if !known {
		titles = nil
	}
	return titles, ctx.Err()
}

// decodeLatin1 returns text as UTF-8. MovieLens sets before ML-10M are in ISO 8859-1, the others in UTF-8; text in
// the one with any letter beyond ASCII is hardly ever valid in the other.
func decodeLatin1(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	decoded := make([]byte, 0, len(text)+len(text)/8)
	for _, c := range text {
		decoded = utf8.AppendRune(decoded, rune(c))
	}
	return decoded
}
