package sources

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dpals/loaders"
	"dpals/loaders/readers"
)

// FolderVariable is the environment variable that names the folder of data sets.
const FolderVariable = "DPALS_DATA"

// ratingFiles are the files that a folder is searched for, in this order.
var ratingFiles = []string{"u.data", "ratings.dat", "ratings.csv", "ratings.tsv"}

// folders returns the folders in which data sets are searched for by name, in this order, existing or not.
func folders() []string {
	folders := []string{"data", filepath.Join("..", "shared", "data")}
	if own := os.Getenv(FolderVariable); own != "" {
		folders = append([]string{own}, folders...)
	}
	return folders
}

// find returns the file of ratings that a source names.
func find(source string) (string, error) {
	if source == "" {
		return "", loaders.InputErrorf(`""`, "no source: give a file, a folder, or a name such as synth:skewed")
	}
	info, err := os.Stat(source)
	switch {
	case err == nil && info.IsDir():
		return findIn(source)
	case err == nil:
		return source, nil
	case !isName(source):
		return "", loaders.OpenError(source, err)
	}
	for _, folder := range folders() {
		path := filepath.Join(folder, source)
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return findIn(path)
		}
	}
	return "", &loaders.InputError{
		Path:   source,
		Reason: fmt.Sprintf("no such file, and no data set of that name in %s: give the path of a file of ratings", strings.Join(folders(), ", ")),
		Err:    fs.ErrNotExist,
	}
}

// isName reports whether a source that is not a file may be the name of a data set.
func isName(source string) bool {
	return filepath.Base(source) == source && source != "." && source != ".."
}

// findIn returns the file of ratings in a folder.
func findIn(folder string) (string, error) {
	for _, name := range ratingFiles {
		for _, suffix := range append([]string{""}, readers.CompressedSuffixes...) {
			path := filepath.Join(folder, name+suffix)
			if info, err := os.Stat(path); err == nil && !info.IsDir() {
				return path, nil
			}
		}
	}
	return "", loaders.InputErrorf(folder, "the folder has none of %s: give the file of ratings itself", strings.Join(ratingFiles, ", "))
}
