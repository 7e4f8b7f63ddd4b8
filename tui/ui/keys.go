package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Key is one line of the key table, which dispatches keys and makes the help, the footer, the palette and the
// documentation.
type Key struct {
	Action  string   // its name in the configuration: "tune.retrain"; the same on every screen that has it
	Where   string   // the part of the screen where it applies: "on the curves"; "" everywhere on the screen
	Group   string   // heading in the help: "Knobs"
	Keys    []string // as terminals name them: "left", "shift+left", "ctrl+c"
	Meaning string   // "turn the knob down, coarsely"
	Footer  string   // one word or two: "turn"; "" keeps it out of the footer. Neighbours with one word share it
	Rank    int      // in the footer: what comes first, from 1, stays where it is narrow; 0 for after all that have one
}

// KeyNames are the keys that are not written as they are named.
var KeyNames = map[string]string{
	"left": "←", "right": "→", "up": "↑", "down": "↓", "enter": "Enter", "esc": "Esc", "space": "Space", "tab": "Tab",
	"backspace": "Backspace", "home": "Home", "end": "End", "pgup": "PgUp", "pgdown": "PgDn", "delete": "Delete",
}

// Show writes the keys as the help does: "← h", "Shift+← ,".
func (k Key) Show() string {
	var shown []string
	for _, key := range k.Keys {
		parts := KeyParts(key)
		for i, p := range parts {
			if name, ok := KeyNames[p]; ok {
				parts[i] = name
			} else if i < len(parts)-1 {
				parts[i] = strings.ToUpper(p[:1]) + p[1:]
			}
		}
		shown = append(shown, strings.Join(parts, "+"))
	}
	return strings.Join(shown, " ")
}

// Brief writes the first key as the footer does: "←", "enter", "ctrl+c".
func (k Key) Brief() string {
	if len(k.Keys) == 0 {
		return ""
	}
	parts := KeyParts(k.Keys[0])
	for i, p := range parts {
		if name, ok := KeyNames[p]; ok && len([]rune(name)) == 1 {
			parts[i] = name
		}
	}
	return strings.Join(parts, "+")
}

// KeyParts are the modifiers of a key and the key itself, which may be "+".
func KeyParts(key string) []string {
	if head, plus := strings.CutSuffix(key, "+"); plus {
		if head == "" {
			return []string{"+"}
		}
		return append(strings.Split(strings.TrimSuffix(head, "+"), "+"), "+")
	}
	return strings.Split(key, "+")
}

// Binding ties a line of the table to what it does to a T.
type Binding[T any] struct {
	Key
	When func(T) bool // nil: always
	Do   func(T) tea.Cmd
}

func (b Binding[T]) applies(t T) bool { return b.When == nil || b.When(t) }

// Dispatch acts on the first binding of the key that applies.
func Dispatch[T any](table []Binding[T], t T, pressed string) (cmd tea.Cmd, used bool) {
	for _, b := range table {
		if slices.Contains(b.Keys, pressed) && b.applies(t) {
			return b.Do(t), true
		}
	}
	return nil, false
}

// Perform does what an action is bound to, if it applies.
func Perform[T any](table []Binding[T], t T, action string) (cmd tea.Cmd, done bool) {
	for _, b := range table {
		if b.Action == action && b.applies(t) {
			return b.Do(t), true
		}
	}
	return nil, false
}

// KeyLines are the table without what it does: all of it, or what applies now.
func KeyLines[T any](table []Binding[T], t T, now bool) []Key {
	var keys []Key
	for _, b := range table {
		if !now || b.applies(t) {
			keys = append(keys, b.Key)
		}
	}
	return keys
}

// Actions is a screen's part of the key table, bound to the screen. A screen embeds it and so answers keys, the help
// and the palette.
type Actions[T any] struct {
	target T
	Table  []Binding[T]
}

// Bind takes a screen's table; keys replace the usual ones by action.
func Bind[T any](keys map[string][]string, target T, tables ...[]Binding[T]) Actions[T] {
	a := Actions[T]{target: target, Table: slices.Concat(tables...)}
	Rebind(a.Table, keys)
	return a
}

func Rebind[T any](table []Binding[T], keys map[string][]string) {
	for i := range table {
		if chosen, ok := keys[table[i].Action]; ok {
			table[i].Keys = chosen
		}
	}
}

func (a *Actions[T]) Keys(now bool) []Key { return KeyLines(a.Table, a.target, now) }

func (a *Actions[T]) Press(key tea.KeyPressMsg) (tea.Cmd, bool) {
	return Dispatch(a.Table, a.target, key.String())
}

func (a *Actions[T]) Act(action string) (tea.Cmd, bool) { return Perform(a.Table, a.target, action) }
