package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"dpals/engine/scope"
	"dpals/loaders"
)

// Names of files and ids may have control characters; what is printed about them has none.
func TestNoControlCharactersArePrinted(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r\x1b]0;title\x07\u009b31m\u202e.csv")
	text := "user,item,rating\nu\x1b[2J,i\u009bx,1\nb,c,2\nb,c,3\n"
	save(t, name, text)
	list := filepath.Join(t.TempDir(), "list\x1b[1m.csv")
	save(t, list, "item,title\ni\u009bx,\x1b[31mred\n")
	broken := filepath.Join(t.TempDir(), "broken\x1b.csv")
	save(t, broken, "user,item,rating\na,b,\x1b[31m\n")
	for _, args := range [][]string{
		{"data", "info", name},
		{"data", "info", name, "--json"},
		{"data", "info", name, "--catalogue", list},
		{"data", "info", broken},
		{"data", "info", name, "--catalogue", name},
		{"data", "synth", "synth:lowrank:n=50,m=40", "--out", filepath.Join(t.TempDir(), "o\x1b[1m.csv")},
		{"train", "--data", name, "--method", "user-mean", "--state", t.TempDir()},
		{"train", "--data", name, "--method", "user-mean", "--state", t.TempDir(), "--json"},
		{"train", "--data", name, "--method", "\x1b[1m"},
		{"train", "--\x1b[1m"},
		{"train", "--seed", "\x1b[1m"},
	} {
		root := rootCommand()
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetErr(&out)
		root.SetArgs(args)
		printError(root, root.ExecuteContext(context.Background()))
		if out.Len() == 0 {
			t.Errorf("%q printed nothing", args)
		}
		for _, r := range out.String() {
			if r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf) {
				t.Errorf("%q printed %U: %q", args, r, out.String())
				break
			}
		}
	}
}

func save(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Where only releases may be published, notes have nothing that a single user may decide.
func TestRatingsNotesHideWhatFollowsFromTheRatings(t *testing.T) {
	r := &loaders.Ratings{Low: 1, High: 5, Origin: loaders.Origin{Duplicates: 12, Outside: 1, RangeObserved: true}}
	open := strings.Join(ratingsNotes(r, scope.Private{}, false), "; ")
	for _, want := range []string{"12 ratings given more than once; the last of each is kept (not private)", "1 rating of items outside the catalogue left out (not private)", "range 1 to 5"} {
		if !strings.Contains(open, want) {
			t.Errorf("notes %s", open)
		}
	}
	other := &loaders.Ratings{Low: 0.5, High: 9, Origin: loaders.Origin{RangeObserved: true}}
	if hidden := ratingsNotes(r, scope.Private{}, true); len(hidden) != 1 || !slices.Equal(hidden, ratingsNotes(other, scope.Private{}, true)) {
		t.Errorf("notes %q, and of others %q", hidden, ratingsNotes(other, scope.Private{}, true))
	}
}
