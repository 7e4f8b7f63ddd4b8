package readers

import (
	"path/filepath"
	"slices"
	"testing"

	"dpals/internal/ratingstest"
)

func TestTitles(t *testing.T) {
	const ratings = "1,10,4\n1,20,3\n2,30,1\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  []string // of the items 10, 20 and 30
	}{
		"u.item": {
			map[string]string{"u.item": "20|Caf\xe9 au lait (1990)|01-Jan-1990||url\n10|Plain|x\n99|Not rated|x\n"},
			[]string{"Plain", "Café au lait (1990)", ""},
		},
		"movies.dat in latin-1": {
			map[string]string{"movies.dat": "10::Mis\xe9rables, Les (1995)::Drama\n30::A: B::C\n"},
			[]string{"Misérables, Les (1995)", "", "A: B"},
		},
		"movies.dat in UTF-8": {
			map[string]string{"movies.dat": "10::Misérables, Les (1995)::Drama\r\n"},
			[]string{"Misérables, Les (1995)", "", ""},
		},
		"movies.csv": {
			map[string]string{"movies.csv": "\ufeffmovieId,title,genres\n10,\"American President, The (1995)\",Comedy\n20,\"Say \"\"hi\"\"\",Drama\n"},
			[]string{"American President, The (1995)", `Say "hi"`, ""},
		},
		"columns by header": {
			map[string]string{"movies.csv": "Title,year,item\nTen,1990,10\n"},
			[]string{"Ten", "", ""},
		},
		"compressed": {
			map[string]string{"movies.csv.gz": ratingstest.Gzip(t, "movieId,title\n10,Ten\n"), "u.item.zst": ratingstest.Zstd(t, "20|Twenty\n")},
			[]string{"", "Twenty", ""},
		},
		"last title counts":      {map[string]string{"u.item": "10|Old\n10|New\n"}, []string{"New", "", ""}},
		"lines that are not":     {map[string]string{"u.item": "rubbish\n\n10|Ten\n|\n"}, []string{"Ten", "", ""}},
		"terminal control, kept": {map[string]string{"u.item": "10|\x1b[31mred\n"}, []string{"\x1b[31mred", "", ""}},
		"of other items":         {map[string]string{"u.item": "98|X\n99|Y\n"}, nil},
		"another kind of file":   {map[string]string{"movies.csv": "name,year\n10,20\n"}, nil},
		"an empty file":          {map[string]string{"movies.csv": ""}, nil},
		"a folder of that name":  {map[string]string{"movies.dat/x": "10::Ten\n"}, nil},
		"none":                   {nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			path := ratingstest.WriteFile(t, "ratings.txt", ratings)
			for file, content := range c.files {
				ratingstest.WriteFileAt(t, filepath.Join(filepath.Dir(path), file), content)
			}
			if got := mustRead(t, path, Options{}).Titles; !slices.Equal(got, c.want) {
				t.Errorf("titles %q, want %q", got, c.want)
			}
		})
	}
}
