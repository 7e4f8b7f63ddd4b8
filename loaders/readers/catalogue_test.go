package readers

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dpals/internal/ratingstest"
)

func TestCatalogueFormats(t *testing.T) {
	const ratings = "1,10,4\n1,20,3\n2,30,1\n"
	for name, c := range map[string]struct {
		file, content string
		titles        []string // of the items 5, 10 and 20
	}{
		"u.item":          {"u.item", "20|Caf\xe9 au lait (1990)|01-Jan-1990||url\n10|Plain|x\n5|Not rated|x\n", []string{"Not rated", "Plain", "Café au lait (1990)"}},
		"movies.dat":      {"movies.dat", "5::A: B::C\n10::Misérables, Les (1995)::Drama\r\n20::::\n", []string{"A: B", "Misérables, Les (1995)", ""}},
		"under any name":  {"list", "5::A::C\n10::B::C\n20::C::C\n", []string{"A", "B", "C"}},
		"movies.csv":      {"movies.csv", "\ufeffmovieId,title,genres\n20,\"American President, The (1995)\",Comedy\n5,\"Say \"\"hi\"\"\",Drama\n\n10,x,y\n", []string{`Say "hi"`, "x", "American President, The (1995)"}},
		"item and title":  {"x.tsv", "Title\tItem_ID\nfive\t5\nten\t10\ntwenty\t20\n", []string{"five", "ten", "twenty"}},
		"id and name":     {"x", "id;year;name\n5;1990;five\n10;1991;ten\n20;1992;twenty\n", []string{"five", "ten", "twenty"}},
		"item alone":      {"x", "item\n20\n5\n10\n", nil},
		"compressed":      {"x", ratingstest.Gzip(t, "item|title\n20|c\n5|a\n10|b\n"), []string{"a", "b", "c"}},
		"a title missing": {"x", "item,title\n20\n5,a\n10,b\n", []string{"a", "b", ""}},
		"quoted":          {"x", "\"asin\",\"title\"\n\"20\",\"c\nd\"\n\"5\",a\n10,b\n", []string{"a", "b", "c\nd"}},
	} {
		t.Run(name, func(t *testing.T) {
			path := ratingstest.WriteFile(t, c.file, c.content)
			r := mustRead(t, ratingstest.WriteFile(t, "r.csv", ratings), Options{Catalogue: path})
			ratingstest.CheckShape(t, r)
			ratingstest.CheckNames(t, r.ItemNames, []string{"5", "10", "20"})
			if !slices.Equal(r.Titles, c.titles) {
				t.Errorf("titles %q, want %q", r.Titles, c.titles)
			}
			if got, want := ratingstest.Listing(r), []string{`"1" "10" 4`, `"1" "20" 3`}; !slices.Equal(got, want) {
				t.Errorf("ratings %q, want %q", got, want)
			}
			if r.Users != 2 || r.Origin.CatalogueObserved || r.Origin.Outside != 1 || r.High != 4 {
				t.Errorf("%d users up to %g, origin %+v", r.Users, r.High, r.Origin)
			}
		})
	}
}

func TestBadCatalogues(t *testing.T) {
	const ratings = "user,item,rating\n1,10,4\n1,20,3\n"
	for name, c := range map[string]struct {
		content      string
		line, column int
		reason       string
	}{
		"no header":         {"10\n20\n", 1, 1, `none of "10" is a known name of the item column`},
		"no items":          {"title,year\na,1990\n", 1, 1, "none of"},
		"only a header":     {"item,title\n", 0, 0, "lists no item"},
		"empty":             {"", 0, 0, "the catalogue is empty"},
		"an item missing":   {"title,item\na,10\nb\n", 3, 1, "field 2 is empty"},
		"an item empty":     {"title,item\na,10\nb, \n", 3, 1, "field 2 is empty"},
		"an item twice":     {"item,title\n10,a\n20,b\n10,c\n", 4, 1, `item "10" is also in line 2`},
		"ratings":           {"user,item,rating\n1,10,4\n2,10,3\n", 3, 3, `item "10" is also in line 2`},
		"too many fields":   {"item,title\n10,Hello, World\n", 2, 11, "3 fields, but the header has 2"},
		"an open quote":     {"item,title\n10,\"a\n", 2, 4, "is not closed"},
		"other items":       {"item\na\nb\n", 0, 0, `none of the rated items, such as "10", "20"`},
		"binary":            {"item\n\x00\n", 2, 1, "NUL"},
		"cut":               {cutOff(ratingstest.Gzip(t, "item\n10\n20\n"), 4), 0, 0, "truncated"},
		"UTF-16":            {"\xff\xfei\x00", 1, 1, "UTF-16"},
		"a separator alone": {"item,\n,\n", 2, 1, "field 1 is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			path := ratingstest.WriteFile(t, "items.csv", c.content)
			bad := mustRefuse(t, ratingstest.WriteFile(t, "r.csv", ratings), Options{Catalogue: path})
			if bad.Path != path || bad.Line != c.line || bad.Column != c.column || !strings.Contains(bad.Reason, c.reason) {
				t.Errorf("%q, want line %d, column %d and %q", bad, c.line, c.column, c.reason)
			}
		})
	}
	if bad := mustRefuse(t, ratingstest.WriteFile(t, "r.csv", ratings), Options{Catalogue: "no.csv"}); bad.Path != "no.csv" {
		t.Errorf("%q does not name the catalogue", bad)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, ratingstest.WriteFile(t, "r.csv", ratings), Options{Catalogue: ratingstest.WriteFile(t, "items.csv", "item\n10\n")}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, error %v", err)
	}
}

func TestCatalogueWithoutTitlesUsesTitlesBesideTheRatings(t *testing.T) {
	folder := t.TempDir()
	ratingstest.WriteFileAt(t, filepath.Join(folder, "u.data"), "1\t10\t4\t0\n1\t20\t3\t0\n")
	ratingstest.WriteFileAt(t, filepath.Join(folder, "u.item"), "5|five|\n10|ten|\n20|twenty|\n")
	r := mustRead(t, filepath.Join(folder, "u.data"), Options{Catalogue: ratingstest.WriteFile(t, "items", "item\n10\n5\n")})
	if want := []string{"five", "ten"}; !slices.Equal(r.Titles, want) {
		t.Errorf("titles %q, want %q", r.Titles, want)
	}
}

// The items depend on the catalogue alone, and not on the ratings. The fingerprint does not depend on the catalogue.
func TestCatalogueProperties(t *testing.T) {
	folder := t.TempDir()
	source, list := filepath.Join(folder, "r.csv"), filepath.Join(folder, "items.csv")
	rapid.Check(t, func(t *rapid.T) {
		put := func(path, content string) {
			if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		id := rapid.SampledFrom([]string{"1", "2", "10", "007", "x", "y"})
		declared := rapid.SliceOfNDistinct(id, 1, 6, rapid.ID).Draw(t, "catalogue")
		rated := rapid.SliceOfNDistinct(id, 1, 6, rapid.ID).Draw(t, "rated")
		lines := []string{"ann," + declared[0] + ",2"}
		for k, item := range rated {
			lines = append(lines, []string{"ann,", "bob,"}[k%2]+item+",4")
		}
		put(source, strings.Join(lines, "\n")+"\n")
		put(list, "item\n"+strings.Join(declared, "\n")+"\n")
		opt := Options{Format: "csv", Low: 1, High: 5}
		whole, err := Read(context.Background(), source, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Catalogue = list
		r, err := Read(context.Background(), source, opt)
		if err != nil {
			t.Fatal(err)
		}
		ratingstest.CheckShape(t, r)
		var names, want []string
		for j := range r.Items {
			names = append(names, r.ItemNames.At(j))
		}
		slices.Sort(names)
		slices.Sort(declared)
		if !slices.Equal(names, declared) {
			t.Fatalf("items %q, want %q", names, declared)
		}
		for _, line := range ratingstest.Listing(whole) {
			item := strings.Split(line, `"`)[3]
			if slices.Contains(declared, item) {
				want = append(want, line)
			}
		}
		if got := ratingstest.Listing(r); !slices.Equal(got, want) {
			t.Fatalf("ratings %q, want %q", got, want)
		}
		if int(r.Origin.Outside) != whole.Count()-r.Count() {
			t.Fatalf("%d of %d ratings kept, %d left out", r.Count(), whole.Count(), r.Origin.Outside)
		}
		if ratingstest.Fingerprint(t, r) != ratingstest.Fingerprint(t, whole) {
			t.Fatal("the fingerprint depends on the catalogue")
		}
		if ratingstest.Fingerprint(t, r.WithoutUser(0)) != ratingstest.Fingerprint(t, whole.WithoutUser(0)) {
			t.Fatal("without a user, the fingerprint depends on the catalogue")
		}
	})
}
