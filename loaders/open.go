package loaders

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// DataFolder is the environment variable that names the folder of data sets.
const DataFolder = "DPALS_DATA"

// ratingFiles are the files that a folder is searched for, in this order.
var ratingFiles = []string{"u.data", "ratings.dat", "ratings.csv", "ratings.tsv"}

// Open loads the ratings of a source, which is a file, a folder with a file of ratings in it, a recipe such as
// "synth:skewed:ml-1m", or the name of a data set such as "ml-1m", whose folder is looked for in $DPALS_DATA, in
// ./data and in ../shared/data.
//
// With a cache, ratings that were opened before, and whose source has not changed since, are mapped from a file there.
// Writing to that memory ends the process.
//
// Whatever is wrong with the source is an *InputError, and then nothing is returned of it. Once ctx is done Open
// returns its error within a tenth of a second.
func Open(ctx context.Context, source string, opt Options) (*Ratings, error) {
	if opt.Low != 0 || opt.High != 0 {
		if err := checkRange(opt.Low, opt.High); err != nil {
			return nil, refuse(source, "%v", err)
		}
	}
	if opt.Format != "" {
		if _, err := layoutNamed(opt.Format); err != nil {
			return nil, err
		}
	}
	if strings.HasPrefix(source, synthPrefix) {
		if opt != (Options{Seed: opt.Seed, Cache: opt.Cache}) {
			return nil, refuse(source, "a recipe has a format, columns, a range and a catalogue of its own: leave those options out")
		}
		return cache{opt.Cache}.through(ctx, source,
			func() (string, bool) { return recipeStamp(source, opt.Seed) },
			func() (*Ratings, error) { return synthetic(ctx, source, opt.Seed) })
	}
	path, err := find(source)
	if err != nil {
		return nil, err
	}
	return cache{opt.Cache}.through(ctx, source,
		func() (string, bool) { return fileStamp(path, opt) },
		func() (*Ratings, error) { return readFile(ctx, source, path, opt) })
}

// find returns the file of ratings that a source means.
func find(source string) (string, error) {
	if source == "" {
		return "", refuse(`""`, "give a file, a folder, or a name such as synth:skewed")
	}
	info, err := os.Stat(source)
	switch {
	case err == nil && info.IsDir():
		return inFolder(source)
	case err == nil:
		return source, nil
	case !isName(source):
		return "", cannotOpen(source, err)
	}
	for _, folder := range dataFolders() {
		path := filepath.Join(folder, source)
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return inFolder(path)
		}
	}
	return "", &InputError{
		Path:   source,
		Reason: fmt.Sprintf("no such file, and no data set of that name in %s: give the path of its file of ratings", strings.Join(dataFolders(), ", ")),
		Err:    fs.ErrNotExist,
	}
}

// isName reports whether a source that is no file may be the name of a data set.
func isName(source string) bool {
	return filepath.Base(source) == source && source != "." && source != ".."
}

func dataFolders() []string {
	folders := []string{"data", filepath.Join("..", "shared", "data")}
	if own := os.Getenv(DataFolder); own != "" {
		folders = append([]string{own}, folders...)
	}
	return folders
}

func inFolder(folder string) (string, error) {
	for _, name := range ratingFiles {
		for _, ext := range append([]string{""}, compressed...) {
			path := filepath.Join(folder, name+ext)
			if info, err := os.Stat(path); err == nil && !info.IsDir() {
				return path, nil
			}
		}
	}
	return "", refuse(folder, "the folder has no %s: give the file of ratings itself", strings.Join(ratingFiles, ", "))
}
