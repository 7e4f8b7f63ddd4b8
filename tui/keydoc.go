package tui

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// Section is a part of the key table: what works on every screen, on all screens of a kind, or on one.
type Section struct {
	Title string
	Keys  []ui.Key
}

// Sections is the whole key table in its usual bindings, every action once.
func Sections() []Section {
	m, err := New(context.Background(), session.Options{})
	if err != nil {
		panic(err) // the built-in theme cannot be read
	}
	return m.sections()
}

func (m *Model) sections() []Section {
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
	all := []Section{{"Everywhere", ui.KeyLines(m.table, m, false)}}
	var own []Section
	done := make(map[string]bool)
	add := func(list *[]Section, title string, k ui.Key) {
		i := slices.IndexFunc(*list, func(s Section) bool { return s.Title == title })
		if i < 0 {
			i = len(*list)
			*list = append(*list, Section{Title: title})
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

// Keys is the whole key table, every action once.
func Keys() []ui.Key {
	var all []ui.Key
	for _, s := range Sections() {
		all = append(all, s.Keys...)
	}
	return all
}

// KeysDocument is docs/keys.md.
func KeysDocument() string {
	var b strings.Builder
	b.WriteString(`# Keys

The dashboard's help (` + "`?`" + `) lists the keys of the screen in front, its footer the ones that matter now, and its command
palette (` + "`:`" + `) everything, to be found by a few letters.

The names in the last column are for rebinding, in ` + "`config.toml`" + ` in dpals' configuration folder (` + "`--config FILE`" + ` names
another):

` + "```toml" + `
[keys]
"tune.retrain" = ["enter", "ctrl+r"]
quit = "ctrl+q"
` + "```" + `

A binding replaces the usual keys of its action. Two actions on one key in one place, and names that are no action, are
reported at the start with their lines.
`)
	for _, s := range Sections() {
		fmt.Fprintf(&b, "\n## %s\n\n| keys | | name |\n|---|---|---|\n", s.Title)
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
