package readers

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"unicode/utf8"

	"dpals/loaders"
)

// titleFiles are the files of titles that may lie beside ratings, in the order in which they are tried.
var titleFiles = []struct {
	name      string
	format    Format
	hasHeader bool // the header names the columns; otherwise item and title come first
}{
	{"u.item", Format{Separator: "|"}, false},
	{"movies.dat", Format{Separator: "::"}, false},
	{"movies.csv", Format{Separator: ",", Quotes: true}, true},
}

// titlesBeside returns the titles of the items, by item, from the first file of titles in the folder, or nil where
// there is none or it has none of the items. Titles are text from a file of the user: code that shows one must make it
// safe for the screen first. Lines without an item and a title are ignored, since such a file may be of another kind; a
// file that cannot be read is an error.
func titlesBeside(ctx context.Context, folder string, items loaders.Names) ([]string, error) {
	for k, path := range TitlePaths(folder) {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		file := titleFiles[k/(1+len(CompressedSuffixes))]
		return readTitles(ctx, path, file.format, file.hasHeader, items)
	}
	return nil, nil
}

// TitlePaths returns the paths at which Read looks for titles in the folder of the ratings, existing or not.
func TitlePaths(folder string) (paths []string) {
	for _, file := range titleFiles {
		for _, suffix := range append([]string{""}, CompressedSuffixes...) {
			paths = append(paths, filepath.Join(folder, file.name+suffix))
		}
	}
	return paths
}

// readTitles returns the titles in a file, by item, or nil where it has none of the items.
func readTitles(ctx context.Context, path string, f Format, hasHeader bool, items loaders.Names) ([]string, error) {
	content, err := readText(ctx, path)
	if err != nil {
		return nil, err
	}
	content = decodeLatin1(content)

	index := make(map[string]int, items.Len())
	for i := range items.Len() {
		index[items.At(i)] = i
	}
	titles, found := make([]string, items.Len()), false
	lines, split := newLineReader(ctx, bytes.NewReader(content)), newSplitter(f)
	item, title := 0, 1
	for {
		line, err := lines.next()
		if err != nil {
			break
		}
		fields, err := split.split(line)
		if hasHeader && err == nil {
			hasHeader = false
			at, _ := recogniseHeader(fields)
			if item, title = at[itemRole], columnNamed(fields, "title"); item < 0 || title < 0 {
				return nil, nil
			}
			continue
		}
		if err != nil || max(item, title) >= len(fields) {
			continue
		}
		if i, ok := index[string(fields[item].text)]; ok {
			titles[i] = string(fields[title].text)
			found = found || titles[i] != ""
		}
	}
	if !found {
		titles = nil
	}
	return titles, ctx.Err()
}

// decodeLatin1 returns text as UTF-8. MovieLens sets before ML-10M are in ISO 8859-1, the others in UTF-8. Text in
// ISO 8859-1 with a letter beyond ASCII is hardly ever valid UTF-8.
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
