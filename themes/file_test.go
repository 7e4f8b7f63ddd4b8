package themes

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestReadFile(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want string // in the error; "" for none
	}{
		"empty":                {"", ""},
		"a few roles":          {"based-on = 'light'\naccent = '#0050a0'\n", ""},
		"the terminal's own":   {"based-on = 'terminal'\nfocus = 'bright-yellow'\n", ""},
		"unknown role":         {"text = '#ffffff'\nacent = '#ffffff'\n", "mine.toml:2: unknown setting acent"},
		"no colour":            {"\nmuted = 'grey'\n", "mine.toml:2: muted: colour \"grey\" is not valid"},
		"illegible":            {"text = '#202020'\n", "mine.toml:1: text: #202020 on the background #0f1218 has a contrast of"},
		"illegible background": {"background = '#e4e8ee'\n", "mine.toml: text: #e4e8ee on the background"},
		"too few series":       {"series = ['#ffffff']\n", "mine.toml:1: series: has 1 colours: give 8"},
		"unknown base":         {"based-on = 'mauve'\n", "mine.toml:1: based-on: no built-in theme is named \"mauve\""},
		"no name":              {"name = 'auto'\n", "mine.toml:1: name: "},
		"a series":             {"series = ['red','red','red','red','red','red','red','mauve']\n", "mine.toml:1: series: colour 8: "},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "mine.toml")
			if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			p, err := ReadFile(path)
			if test.want != "" {
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("says %v, want %q", err, test.want)
				}
				return
			}
			if err != nil || p.Name != "mine" {
				t.Fatalf("%q, %v", p.Name, err)
			}
			if _, err := New(p, Options{}); err != nil {
				t.Error(err)
			}
		})
	}
}

// What docs/themes.md shows can be read, and it names every role.
func TestThemesAreDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "docs", "themes.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(text), "```toml\n")
	example, _, ok := strings.Cut(example, "```")
	if !ok {
		t.Fatal("there is no example")
	}
	path := filepath.Join(t.TempDir(), "mine.toml")
	if err := os.WriteFile(path, []byte(example), 0o600); err != nil {
		t.Fatal(err)
	}
	if p, err := ReadFile(path); err != nil || p.Accent != "#0050a0" {
		t.Errorf("the example has the accent %q: %v", p.Accent, err)
	}
	roles := reflect.TypeFor[fileTheme]()
	for i := range roles.NumField() {
		if key := roles.Field(i).Tag.Get("toml"); !strings.Contains(string(text), "`"+key+"`") {
			t.Errorf("%s is not there", key)
		}
	}
	for _, name := range Names() {
		if !strings.Contains(string(text), name) {
			t.Errorf("%s is not there", name)
		}
	}
}

func TestReadFolderKeepsWhatIsSound(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"b.toml": "", "a.toml": "name = 'first'", "broken.toml": "text = 1", "notes.txt": "?"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	set, faults := ReadFolder(dir)
	if got := strings.Join(set.Names(), " "); got != "first b" || len(faults) != 1 || !strings.Contains(faults[0].Error(), "broken.toml:1:") {
		t.Errorf("read %s with %v", got, faults)
	}
	if set, faults := ReadFolder(filepath.Join(dir, "none")); len(set) > 0 || len(faults) > 0 {
		t.Errorf("an absent folder has %v, %v", set, faults)
	}
	all := BuiltIn().With(set...)
	if n := len(all); n != len(builtin)+2 {
		t.Errorf("%d themes in all", n)
	}
	if again := all.With(Palette{Name: "dark"}); len(again) != len(all) || again[0].Background != "" {
		t.Error("a theme of one's own does not replace one of its name")
	}
}
