package sources

import (
	"maps"
	"os"
	"slices"
	"strings"
)

// NamedSets returns the names of the data sets that Open finds by name, in order: the folders in the folders of data sets.
func NamedSets() []string {
	names := make(map[string]bool)
	for _, dir := range folders() {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
				names[e.Name()] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}
