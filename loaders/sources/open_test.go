package sources

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpals/internal/ratingstest"
	"dpals/loaders"
	"dpals/loaders/readers"
)

// mustOpen returns the ratings of a source that must open.
func mustOpen(t testing.TB, source string, opt Options) *loaders.Ratings {
	t.Helper()
	r, err := Open(context.Background(), source, opt)
	return ratingstest.Loaded(t, r, err)
}

// mustRefuse opens a source that must be refused and returns the error.
func mustRefuse(t testing.TB, source string, opt Options) *loaders.InputError {
	t.Helper()
	r, err := Open(context.Background(), source, opt)
	return ratingstest.Refused(t, r, err)
}

func TestOpenFindsFiles(t *testing.T) {
	home := t.TempDir()
	t.Setenv(FolderVariable, home)
	t.Chdir(t.TempDir())
	u := "1\t10\t4\t0\n"
	ratingstest.WriteFileAt(t, filepath.Join(home, "ml-100k", "u.data"), u)
	ratingstest.WriteFileAt(t, filepath.Join(home, "ml-1m", "ratings.dat"), "1::10::4::0\n2::10::1::0\n")
	ratingstest.WriteFileAt(t, filepath.Join("data", "mine", "ratings.csv.gz"), ratingstest.Gzip(t, "user,item,rating\n1,10,4\n"))
	ratingstest.WriteFileAt(t, filepath.Join("data", "ml-1m", "ratings.dat"), "1::10::4::0\n")
	ratingstest.WriteFileAt(t, filepath.Join("here", "u.data"), u)
	for source, want := range map[string]int{
		"ml-100k": 1, "ml-1m": 2, "mine": 1, "here": 1, "here/": 1, "here/u.data": 1, filepath.Join(home, "ml-1m"): 2,
	} {
		if r := mustOpen(t, source, Options{}); r.Count() != want || r.Origin.Source != source {
			t.Errorf("%s: %d ratings from %s, want %d", source, r.Count(), r.Origin.Source, want)
		}
	}
}

func TestBadSources(t *testing.T) {
	t.Setenv(FolderVariable, "")
	t.Chdir(t.TempDir())
	empty := t.TempDir()
	for name, c := range map[string]struct {
		source string
		opt    Options
		reason string
		absent bool
	}{
		"no source":            {source: "", reason: "give a file"},
		"absent file":          {source: "./no.csv", reason: "no such file", absent: true},
		"absent name":          {source: "ml-1m", reason: "give the path of a file of ratings", absent: true},
		"folder, no ratings":   {source: empty, reason: "the folder has none of u.data"},
		"unknown format":       {source: empty, opt: Options{Reading: readers.Options{Format: "xls"}}, reason: "choose one of ml-100k, ml-dat"},
		"empty range":          {source: empty, opt: Options{Reading: readers.Options{Low: 5, High: 1}}, reason: "the lower one first"},
		"range too wide":       {source: empty, opt: Options{Reading: readers.Options{Low: -1, High: 1e10}}, reason: "within ±1e+09"},
		"range too narrow":     {source: empty, opt: Options{Reading: readers.Options{Low: 1, High: 1 + 1e-7}}, reason: "at least 1e-06 wide"},
		"range between floats": {source: empty, opt: Options{Reading: readers.Options{Low: 999999999.5, High: 999999999.9}}, reason: "at least 1e+03 wide"},
		"catalogue, recipe":    {source: "synth:skewed", opt: Options{Reading: readers.Options{Catalogue: "items.csv"}}, reason: "remove these options"},
		"unknown recipe":       {source: "synth:cubist", reason: "choose synth:skewed or synth:lowrank"},
		"unknown shape":        {source: "synth:skewed:huge", reason: "choose small"},
		"unknown key":          {source: "synth:lowrank:x=3", reason: `unknown setting "x=3": choose one of n=, m=, rank=, p=, seed=`},
		"bad number":           {source: "synth:lowrank:n=3.5", reason: "n=3.5: give a whole number"},
		"no users":             {source: "synth:skewed:n=0", reason: "from 1 to"},
		"bad noise":            {source: "synth:skewed:noise=NaN", reason: "give a number"},
		"bad seed":             {source: "synth:skewed:seed=-1", reason: "a whole number from 0"},
		"rank too high":        {source: "synth:lowrank:n=10,m=3,rank=4", reason: "rank=4: with 10 users and 3 items"},
		"more than all items":  {source: "synth:skewed:m=100,per=90", reason: "per=90: with 100 items, give 5 to 60"},
		"too many ratings":     {source: "synth:skewed:n=400000,m=40000,per=20000", reason: "can be loaded"},
		"too many triplets":    {source: "synth:lowrank:n=1e6,m=1e6,p=0.1", reason: "1e+11 ratings: at most 4294967295 can be loaded"},
		"options for a recipe": {source: "synth:skewed", opt: Options{Reading: readers.Options{Format: "csv"}}, reason: "remove these options"},
	} {
		t.Run(name, func(t *testing.T) {
			bad := mustRefuse(t, c.source, c.opt)
			if !strings.Contains(bad.Reason, c.reason) {
				t.Errorf("%q does not say %q", bad.Reason, c.reason)
			}
			if errors.Is(bad, fs.ErrNotExist) != c.absent {
				t.Errorf("%q: absent is %v, want %v", bad, !c.absent, c.absent)
			}
		})
	}
	t.Run("unreadable file", func(t *testing.T) {
		if os.Geteuid() == 0 {
			t.Skip("root may read any file")
		}
		path := ratingstest.WriteFile(t, "x.csv", "1,1,1\n")
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
		mustRefuse(t, path, Options{})
	})
	t.Run("damaged titles", func(t *testing.T) {
		path := ratingstest.WriteFile(t, "u.data", "1\t1\t1\t1\n")
		titles := filepath.Join(filepath.Dir(path), "u.item.gz")
		ratingstest.WriteFileAt(t, titles, ratingstest.Gzip(t, "1|One\n")[:20])
		if bad := mustRefuse(t, path, Options{}); bad.Path != titles {
			t.Errorf("%q does not name the file of titles", bad)
		}
	})
}

func TestOpenWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	path := ratingstest.WriteFile(t, "x.csv", "1,2,3\n")
	for _, source := range []string{path, "synth:skewed", "synth:lowrank"} {
		if r, err := Open(ctx, source, Options{}); err != context.Canceled || r != nil {
			t.Errorf("%s: ratings %v, error %v", source, r, err)
		}
	}
}
