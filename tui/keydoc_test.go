package tui

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// section is a part of the key table: keys of every screen, of several screens, or of one.
type section struct {
	Title string
	Keys  []ui.Key
}

// newKeyModel returns a dashboard with the default keys.
func newKeyModel() *Model {
	m, err := New(context.Background(), session.Options{})
	if err != nil {
		panic(err) // the built-in theme cannot be read
	}
	return m
}

// sections returns the whole key table, every action once.
func (m *Model) sections() []section {
	on := make(map[string]int) // screens that have an action
	for _, s := range m.Screens {
		seen := make(map[string]bool)
		for _, k := range s.Keys(false) {
			if !seen[k.Action] {
				on[k.Action]++
			}
			seen[k.Action] = true
		}
	}
	all := []section{{"Everywhere", ui.KeyLines(m.table, m, false)}}
	var own []section
	done := make(map[string]bool)
	add := func(list *[]section, title string, k ui.Key) {
		i := slices.IndexFunc(*list, func(s section) bool { return s.Title == title })
		if i < 0 {
			i = len(*list)
			*list = append(*list, section{Title: title})
		}
		(*list)[i].Keys = append((*list)[i].Keys, k)
	}
	for _, s := range m.Screens {
		for _, k := range s.Keys(false) {
			switch {
			case done[k.Action]:
			case on[k.Action] > 1:
				add(&all, k.Group, k)
			case k.Group == s.Name():
				add(&own, s.Name(), k)
			default:
				add(&own, s.Name()+": "+strings.ToLower(k.Group), k)
			}
			done[k.Action] = true
		}
	}
	return append(all, own...)
}

// AllKeys returns the whole key table with its default keys, every action once.
func AllKeys() []ui.Key {
	var all []ui.Key
	for _, s := range newKeyModel().sections() {
		all = append(all, s.Keys...)
	}
	return all
}

// KeysDocument returns docs/keys.md.
func (m *Model) KeysDocument() string {
	var b strings.Builder
	b.WriteString(`# Keys

The dashboard's help (` + "`?`" + `) lists the keys of the screen in front, its footer the keys that apply now, and its command
palette (` + "`:`" + `) finds every action by a few letters of its name.

To change the keys of an action, write its name (last column) into ` + "`config.toml`" + ` in dpals' configuration folder, or in
the file of ` + "`--config FILE`" + `:

` + "```toml" + `
[keys]
"tune.retrain" = ["enter", "ctrl+r"]
quit = "ctrl+q"
` + "```" + `

A binding replaces the default keys of its action. Unknown names, and two actions with one key in one place, are reported at
the start with their lines.
`)
	for _, s := range m.sections() {
		fmt.Fprintf(&b, "\n## %s\n\n| keys | action | name |\n|---|---|---|\n", s.Title)
		for _, k := range s.Keys {
			where := ""
			if k.Where != "" && k.Where != ui.WithCharts {
				where = " (" + k.Where + ")"
			}
			fmt.Fprintf(&b, "| %s | %s%s | `%s` |\n", escapeCell(cmp.Or(k.Show(), "–")), escapeCell(canvas.Text(k.Meaning)), where, k.Action)
		}
	}
	return b.String()
}

func escapeCell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// TestKeysDocument compares docs/keys.md with the key table: go test ./tui -run TestKeysDocument -update writes it.
func TestKeysDocument(t *testing.T) {
	const file = "../docs/keys.md"
	want := newKeyModel().KeysDocument()
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s differs from the key table: write it with go test ./tui -run TestKeysDocument -update", file)
	}
}
