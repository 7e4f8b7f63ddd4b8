package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Key is one line of the key table. The table dispatches keys and is the source of the help, the footer, the palette and
// docs/keys.md.
type Key struct {
	Action  string   // its name in the configuration: "tune.retrain"; the same on every screen that has it
	Where   string   // the part of the screen where it applies: "on the curves"; "" everywhere on the screen
	Group   string   // heading in the help: "Knobs"
	Keys    []string // as terminals name them: "left", "shift+left", "ctrl+c"
	Meaning string   // what it does: "previous knob"
	Footer  string   // its word in the footer: "turn"; "" leaves it out. Neighbours with the same word share it
	Rank    int      // its place in the footer, from 1: where the footer is narrow, high ranks are left out; 0 is last
}

// KeyNames are the keys that the help writes in another way than terminals name them.
var KeyNames = map[string]string{
	"left": "←", "right": "→", "up": "↑", "down": "↓", "enter": "Enter", "esc": "Esc", "space": "Space", "tab": "Tab",
	"backspace": "Backspace", "home": "Home", "end": "End", "pgup": "PgUp", "pgdown": "PgDn", "delete": "Delete",
}

// Show returns the keys as the help writes them: "← h", "Shift+← ,".
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

// Brief returns the first key as the footer writes it: "←", "enter", "ctrl+c".
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

// KeyParts returns the modifiers of a key and then the key itself, which may be "+".
func KeyParts(key string) []string {
	if head, plus := strings.CutSuffix(key, "+"); plus {
		if head == "" {
			return []string{"+"}
		}
		return append(strings.Split(strings.TrimSuffix(head, "+"), "+"), "+")
	}
	return strings.Split(key, "+")
}

// Binding is a line of the key table with the function that does it for a T, a screen or the program.
type Binding[T any] struct {
	Key
	When func(T) bool // whether it applies at the moment; nil for always
	Do   func(T) tea.Cmd
}

func (b Binding[T]) applies(t T) bool { return b.When == nil || b.When(t) }

// Dispatch runs the first binding of the key that applies.
func Dispatch[T any](table []Binding[T], t T, pressed string) (cmd tea.Cmd, used bool) {
	for _, b := range table {
		if slices.Contains(b.Keys, pressed) && b.applies(t) {
			return b.Do(t), true
		}
	}
	return nil, false
}

// Perform runs the first binding of the action that applies.
func Perform[T any](table []Binding[T], t T, action string) (cmd tea.Cmd, done bool) {
	for _, b := range table {
		if b.Action == action && b.applies(t) {
			return b.Do(t), true
		}
	}
	return nil, false
}

// KeyLines returns the keys of a table: all of them, or with now those that apply at the moment.
func KeyLines[T any](table []Binding[T], t T, now bool) []Key {
	var keys []Key
	for _, b := range table {
		if !now || b.applies(t) {
			keys = append(keys, b.Key)
		}
	}
	return keys
}

// Actions is a screen's part of the key table, bound to the screen. A screen embeds it, which gives it keys, help lines and
// palette lines.
type Actions[T any] struct {
	target T
	Table  []Binding[T]
}

// Bind returns the key tables of a screen as one. Keys, by action, replace the default ones.
func Bind[T any](keys map[string][]string, target T, tables ...[]Binding[T]) Actions[T] {
	a := Actions[T]{target: target, Table: slices.Concat(tables...)}
	Rebind(a.Table, keys)
	return a
}

// Rebind replaces the default keys of a table by those that the analyst has configured, by action.
func Rebind[T any](table []Binding[T], keys map[string][]string) {
	for i := range table {
		if chosen, ok := keys[table[i].Action]; ok {
			table[i].Keys = chosen
		}
	}
}

// Keys returns the key table; with now, the keys that apply at the moment.
func (a *Actions[T]) Keys(now bool) []Key { return KeyLines(a.Table, a.target, now) }

// Press runs the first binding of a key that applies.
func (a *Actions[T]) Press(key tea.KeyPressMsg) (tea.Cmd, bool) {
	return Dispatch(a.Table, a.target, key.String())
}

// Act runs the first binding of an action that applies.
func (a *Actions[T]) Act(action string) (tea.Cmd, bool) { return Perform(a.Table, a.target, action) }
