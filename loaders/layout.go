package loaders

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// layout is how one text format lays ratings out.
type layout struct {
	name      string
	separator string
	blanks    bool
	quotes    bool
	commas    bool    // a number may have a decimal comma
	headless  bool    // never has a header: user, item and rating come first, in this order
	low, high float64 // public range of the format; both 0 where it has none
}

// The MovieLens ranges are the published ones: whole stars from 1 to 5 until 2003, half stars from 0.5 since.
var (
	ml100k  = layout{name: "ml-100k", separator: "\t", headless: true, low: 1, high: 5}
	mlDat   = layout{name: "ml-dat", separator: "::", headless: true, low: 0.5, high: 5}
	mlCSV   = layout{name: "ml-csv", separator: ",", quotes: true, low: 0.5, high: 5}
	layouts = []layout{
		ml100k,
		mlDat,
		mlCSV,
		{name: "csv", separator: ",", quotes: true},
		{name: "tsv", separator: "\t", quotes: true, commas: true},
		{name: "semicolon", separator: ";", quotes: true, commas: true},
		{name: "pipe", separator: "|", quotes: true, commas: true},
		{name: "space", separator: " ", quotes: true, blanks: true},
	}
)

// Formats lists the names of the formats that Open reads.
func Formats() []string {
	names := make([]string, len(layouts))
	for i, l := range layouts {
		names[i] = l.name
	}
	return names
}

func layoutNamed(name string) (layout, error) {
	for _, l := range layouts {
		if l.name == name {
			return l, nil
		}
	}
	return layout{}, refuse("format "+name, "unknown; choose one of %s", strings.Join(Formats(), ", "))
}

func (l layout) splitter() *splitter {
	return &splitter{separator: l.separator, blanks: l.blanks, quotes: l.quotes}
}

// wholeStars are the sets of whole stars, by the folder they are distributed in. Their files look like those of
// later sets, and whether half stars were allowed must not be read off the ratings.
var wholeStars = []string{"ml-100k", "ml-1m"}

// publicRange is the rating range that the format declares for a file.
func (l layout) publicRange(path string) (low, high float64) {
	if l.low != 0 {
		if full, err := filepath.Abs(path); err == nil {
			if slices.Contains(wholeStars, strings.ToLower(filepath.Base(filepath.Dir(full)))) {
				return 1, 5
			}
		}
	}
	return l.low, l.high
}

var ml100kName = regexp.MustCompile(`^(u\.data|u[1-5ab]\.(base|test))$`)

// detect chooses the layout of a file from its name and its first lines. Of the separators it takes the one that
// cuts most lines into as many fields as the first line, which are three or more; of equals, the first of layouts.
func detect(path string, lines [][]byte) (layout, bool) {
	base := plainBase(path)
	best, bestScore := layout{}, 0
	for _, l := range layouts {
		if (l.name == ml100k.name && !ml100kName.MatchString(base)) || (l.name == mlCSV.name && !isMovieLensHeader(lines[0])) {
			continue
		}
		split := l.splitter()
		width, score := 0, 0
		for _, line := range lines {
			fields, err := split.split(line)
			if width == 0 {
				width = len(fields)
			}
			if err == nil && len(fields) == width && width >= 3 {
				score++
			}
		}
		if score > bestScore {
			best, bestScore = l, score
		}
	}
	return best, bestScore > 0
}

func isMovieLensHeader(line []byte) bool {
	head := bytes.ReplaceAll(line, []byte(`"`), nil)
	return string(head) == "userId,movieId,rating" || string(head) == "userId,movieId,rating,timestamp"
}

// plainBase is the file's name without what says that it is compressed.
func plainBase(path string) string {
	base := filepath.Base(path)
	for _, ext := range compressed {
		base = strings.TrimSuffix(base, ext)
	}
	return base
}
