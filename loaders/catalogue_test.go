package loaders

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCatalogueFormats(t *testing.T) {
	const ratings = "1,10,4\n1,20,3\n2,30,1\n"
	for name, c := range map[string]struct {
		file, content string
		titles        []string // of the items 5, 10 and 20
	}{
		"u.item":          {"u.item", "20|Caf\xe9 au lait (1990)|01-Jan-1990||url\n10|Plain|x\n5|Nobody rated it|x\n", []string{"Nobody rated it", "Plain", "Café au lait (1990)"}},
		"movies.dat":      {"movies.dat", "5::A: B::C\n10::Misérables, Les (1995)::Drama\r\n20::::\n", []string{"A: B", "Misérables, Les (1995)", ""}},
		"under any name":  {"list", "5::A::C\n10::B::C\n20::C::C\n", []string{"A", "B", "C"}},
		"movies.csv":      {"movies.csv", "\ufeffmovieId,title,genres\n20,\"American President, The (1995)\",Comedy\n5,\"Say \"\"hi\"\"\",Drama\n\n10,x,y\n", []string{`Say "hi"`, "x", "American President, The (1995)"}},
		"item and title":  {"x.tsv", "Title\tItem_ID\nfive\t5\nten\t10\ntwenty\t20\n", []string{"five", "ten", "twenty"}},
		"id and name":     {"x", "id;year;name\n5;1990;five\n10;1991;ten\n20;1992;twenty\n", []string{"five", "ten", "twenty"}},
		"item alone":      {"x", "item\n20\n5\n10\n", nil},
		"compressed":      {"x", zipped(t, "item|title\n20|c\n5|a\n10|b\n"), []string{"a", "b", "c"}},
		"a title missing": {"x", "item,title\n20\n5,a\n10,b\n", []string{"a", "b", ""}},
		"quoted":          {"x", "\"asin\",\"title\"\n\"20\",\"c\nd\"\n\"5\",a\n10,b\n", []string{"a", "b", "c\nd"}},
	} {
		t.Run(name, func(t *testing.T) {
			path := put(t, c.file, c.content)
			r := open(t, put(t, "r.csv", ratings), Options{Catalogue: path})
			checkShape(t, r)
			checkNames(t, r.ItemNames, []string{"5", "10", "20"})
			if !slices.Equal(r.Titles, c.titles) {
				t.Errorf("titles %q, want %q", r.Titles, c.titles)
			}
			if got, want := listing(r), []string{`"1" "10" 4`, `"1" "20" 3`}; !slices.Equal(got, want) {
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
		"no header":         {"10\n20\n", 1, 1, `none of "10" is called item, movieId or id`},
		"no items":          {"title,year\na,1990\n", 1, 1, "none of"},
		"only a header":     {"item,title\n", 0, 0, "names no item"},
		"empty":             {"", 0, 0, "the catalogue is empty"},
		"an item missing":   {"title,item\na,10\nb\n", 3, 1, "field 2 is empty"},
		"an item empty":     {"title,item\na,10\nb, \n", 3, 1, "field 2 is empty"},
		"an item twice":     {"item,title\n10,a\n20,b\n10,c\n", 4, 1, `item "10": it stands in line 2 too`},
		"ratings":           {"user,item,rating\n1,10,4\n2,10,3\n", 3, 3, `item "10": it stands in line 2 too`},
		"too many fields":   {"item,title\n10,Hello, World\n", 2, 11, "3 fields where the header has 2"},
		"an open quote":     {"item,title\n10,\"a\n", 2, 4, "is not closed"},
		"other items":       {"item\na\nb\n", 0, 0, `the ratings name items such as "10", "20"`},
		"binary":            {"item\n\x00\n", 2, 1, "NUL"},
		"cut":               {cut(zipped(t, "item\n10\n20\n"), 4), 0, 0, "truncated"},
		"UTF-16":            {"\xff\xfei\x00", 1, 1, "UTF-16"},
		"a separator alone": {"item,\n,\n", 2, 1, "field 1 is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			path := put(t, "items.csv", c.content)
			bad := refused(t, put(t, "r.csv", ratings), Options{Catalogue: path})
			if bad.Path != path || bad.Line != c.line || bad.Column != c.column || !strings.Contains(bad.Reason, c.reason) {
				t.Errorf("%q, want line %d, column %d and %q", bad, c.line, c.column, c.reason)
			}
		})
	}
	if bad := refused(t, put(t, "r.csv", ratings), Options{Catalogue: "no.csv"}); bad.Path != "no.csv" {
		t.Errorf("%q does not blame the catalogue", bad)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, put(t, "r.csv", ratings), Options{Catalogue: put(t, "items.csv", "item\n10\n")}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, error %v", err)
	}
}

func TestCatalogueWithoutTitlesTakesThoseBeside(t *testing.T) {
	folder := t.TempDir()
	putAt(t, filepath.Join(folder, "u.data"), "1\t10\t4\t0\n1\t20\t3\t0\n")
	putAt(t, filepath.Join(folder, "u.item"), "5|five|\n10|ten|\n20|twenty|\n")
	r := open(t, folder, Options{Catalogue: put(t, "items", "item\n10\n5\n")})
	if want := []string{"five", "ten"}; !slices.Equal(r.Titles, want) {
		t.Errorf("titles %q, want %q", r.Titles, want)
	}
}

// The items depend on the catalogue alone: not on who rated, what, or in which file. And whatever the catalogue leaves
// out, the ratings are known to the ledger as the same.
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
		whole, err := Open(context.Background(), source, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Catalogue = list
		r, err := Open(context.Background(), source, opt)
		if err != nil {
			t.Fatal(err)
		}
		checkShape(t, r)
		var names, want []string
		for j := range r.Items {
			names = append(names, r.ItemNames.At(j))
		}
		slices.Sort(names)
		slices.Sort(declared)
		if !slices.Equal(names, declared) {
			t.Fatalf("items %q, want %q", names, declared)
		}
		for _, line := range listing(whole) {
			item := strings.Split(line, `"`)[3]
			if slices.Contains(declared, item) {
				want = append(want, line)
			}
		}
		if got := listing(r); !slices.Equal(got, want) {
			t.Fatalf("ratings %q, want %q", got, want)
		}
		if int(r.Origin.Outside) != whole.Count()-r.Count() {
			t.Fatalf("%d of %d ratings kept, %d left out", r.Count(), whole.Count(), r.Origin.Outside)
		}
		if fingerprint(t, r) != fingerprint(t, whole) {
			t.Fatal("the catalogue makes other ratings of them")
		}
		if fingerprint(t, r.WithoutUser(0)) != fingerprint(t, whole.WithoutUser(0)) {
			t.Fatal("without a user, the catalogue makes other ratings of them")
		}
	})
}
