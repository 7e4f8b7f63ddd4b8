package tomlfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type sample struct {
	Theme string            `toml:"theme"`
	Mouse *bool             `toml:"mouse"`
	Keys  map[string]string `toml:"keys"`
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDecode(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want string // in the error; "" for none
	}{
		"whole":         {"theme = 'dark'\nmouse = false\n[keys]\nquit = 'x'\n", ""},
		"empty":         {"", ""},
		"unknown key":   {"theme = 'dark'\ncolour = 'red'\n", "config.toml:2: unknown setting colour: choose one of theme, "},
		"wrong type":    {"\n\nmouse = 'no'\n", "config.toml:3:9: "},
		"no TOML":       {"theme = \n", "config.toml:1:"},
		"twice":         {"theme = 'a'\ntheme = 'b'\n", "config.toml:2:"},
		"binary":        {"\x00\x01", "config.toml:1:"},
		"unknown table": {"[key]\nquit = 'x'\n", "config.toml:1: unknown setting key"},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Open(write(t, test.text))
			if err != nil {
				t.Fatal(err)
			}
			var s sample
			err = f.Decode(&s)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n")) {
				t.Errorf("says %v, want %q", err, test.want)
			}
		})
	}
}

func TestLines(t *testing.T) {
	f, err := Open(write(t, "theme = 'dark'\n\n[keys]\n# quit\n\"tune.retrain\" = 'x'\npanel.zoom = 'y'\n"))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]int{"theme": 1, "keys": 3, "keys.tune.retrain": 5, "keys.panel.zoom": 6, "nothing": 0} {
		if got := f.lines[key]; got != want || f.Has(key) != (want > 0) {
			t.Errorf("%s: line %d, want %d", key, got, want)
		}
	}
	if got := f.Errorf("keys.panel.zoom", "no action %q", "zoom").Error(); !strings.HasSuffix(got, `config.toml:6: keys.panel.zoom: no action "zoom"`) {
		t.Errorf("says %s", got)
	}
}

func TestOpenSaysWhatIsNotThere(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "none.toml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("says %v", err)
	}
	if _, err := Open(write(t, strings.Repeat("#", limit+1))); err == nil || !strings.Contains(err.Error(), "larger") {
		t.Errorf("says %v", err)
	}
}
