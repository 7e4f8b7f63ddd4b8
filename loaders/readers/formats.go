package readers

import (
	"path/filepath"
	"slices"
	"strings"

	"dpals/loaders"
)

// Format says how a text file lays out ratings, one on each line.
type Format struct {
	Name          string
	Separator     string  // between fields
	AnyBlanks     bool    // any run of spaces and tabs separates fields
	Quotes        bool    // a field may be quoted, as in RFC 4180
	DecimalCommas bool    // a number may have a decimal comma
	NoHeader      bool    // the file has no header: user, item and rating come first, in this order
	Low, High     float64 // public rating range of the format; both 0 where it has none
}

// The MovieLens ranges are the published ones: whole stars from 1 to 5 until 2003, half stars from 0.5 since.
var (
	ml100k  = Format{Name: "ml-100k", Separator: "\t", NoHeader: true, Low: 1, High: 5}
	mlDat   = Format{Name: "ml-dat", Separator: "::", NoHeader: true, Low: 0.5, High: 5}
	mlCSV   = Format{Name: MovieLensCSV, Separator: ",", Quotes: true, Low: 0.5, High: 5}
	csv     = Format{Name: "csv", Separator: ",", Quotes: true}
	formats = []Format{
		ml100k,
		mlDat,
		mlCSV,
		csv,
		{Name: "tsv", Separator: "\t", Quotes: true, DecimalCommas: true},
		{Name: "semicolon", Separator: ";", Quotes: true, DecimalCommas: true},
		{Name: "pipe", Separator: "|", Quotes: true, DecimalCommas: true},
		{Name: "space", Separator: " ", Quotes: true, AnyBlanks: true},
	}
)

// MovieLensCSV is the name of the format whose header is userId, movieId, rating.
const MovieLensCSV = "ml-csv"

// Formats returns the names of the formats that Read reads.
func Formats() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return names
}

// FormatNamed returns the format of that name.
func FormatNamed(name string) (Format, error) {
	for _, f := range formats {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, loaders.InputErrorf("format "+name, "unknown; choose one of %s", strings.Join(Formats(), ", "))
}

// wholeStars are the data sets rated in whole stars, by the folder that they are distributed in. Their files look like
// those of later sets, and whether half stars were allowed must not be read off the ratings.
var wholeStars = []string{"ml-100k", "ml-1m"}

// publicRange returns the rating range that the format declares for a file.
func (f Format) publicRange(path string) (low, high float64) {
	if f.Low != 0 {
		if full, err := filepath.Abs(path); err == nil {
			if slices.Contains(wholeStars, strings.ToLower(filepath.Base(filepath.Dir(full)))) {
				return 1, 5
			}
		}
	}
	return f.Low, f.High
}
