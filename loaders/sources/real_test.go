package sources

import (
	"os"
	"path/filepath"
	"testing"

	"dpals/internal/ratingstest"
	"dpals/loaders"
)

// shared opens a real data set, or skips the test where it is not on this machine.
func shared(t testing.TB, name string) *loaders.Ratings {
	t.Helper()
	folder := os.Getenv(FolderVariable)
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "shared", "data")
	}
	if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
		t.Skipf("%s is not in %s: set %s to the folder of data sets", name, folder, FolderVariable)
	}
	t.Setenv(FolderVariable, folder)
	return mustOpen(t, name, Options{})
}

func TestRealSets(t *testing.T) {
	for name, c := range map[string]struct {
		users, items, ratings int
		format, item, title   string
	}{
		"ml-100k": {943, 1682, 100000, "ml-100k", "1", "Toy Story (1995)"},
		"ml-1m":   {6040, 3706, 1000209, "ml-csv", "73", "Misérables, Les (1995)"},
	} {
		t.Run(name, func(t *testing.T) {
			r := shared(t, name)
			ratingstest.CheckShape(t, r)
			if r.Users != c.users || r.Items != c.items || r.Count() != c.ratings {
				t.Errorf("%d users, %d items, %d ratings; want %d, %d, %d", r.Users, r.Items, r.Count(), c.users, c.items, c.ratings)
			}
			if want := (loaders.Origin{Source: name, Format: c.format, CatalogueObserved: true}); r.Origin != want || r.Low != 1 || r.High != 5 {
				t.Errorf("origin %+v, range %g to %g", r.Origin, r.Low, r.High)
			}
			for j, title := range r.Titles {
				if title == "" {
					t.Errorf("item %s has no title", r.ItemNames.At(j))
				}
				if r.ItemNames.At(j) == c.item && title != c.title {
					t.Errorf("item %s is %q, want %q", c.item, title, c.title)
				}
			}
			if r.Titles == nil {
				t.Error("no titles were found")
			}
		})
	}
}
