package tui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"dpals/internal/tomlfile"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// Settings are the contents of config.toml.
type Settings struct {
	Theme string              // "" for none chosen
	Mouse bool                // the dashboard handles the mouse
	ASCII bool                // 7-bit characters only
	Keys  map[string][]string // by action
}

// settingsFile is the format of config.toml. Keys is a table of strings and lists; names of actions are quoted or nested.
type settingsFile struct {
	Theme string         `toml:"theme"`
	Mouse *bool          `toml:"mouse"`
	ASCII bool           `toml:"ascii"`
	Keys  map[string]any `toml:"keys"`
}

// ReadSettings reads config.toml; without the file it returns the defaults. Every fault is reported with its line: unknown
// settings, actions and keys, and keys that two actions would have in one place.
func ReadSettings(path string) (Settings, error) {
	s := Settings{Mouse: true}
	f, err := tomlfile.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	var raw settingsFile
	if err := f.Decode(&raw); err != nil {
		return s, err
	}
	s.Theme, s.ASCII = raw.Theme, raw.ASCII
	if raw.Mouse != nil {
		s.Mouse = *raw.Mouse
	}
	s.Keys = make(map[string][]string)
	var faults []error
	collectKeys(raw.Keys, "", func(action string, keys []string, ok bool) {
		switch {
		case !ok:
			faults = append(faults, f.Errorf("keys."+action, "must be a string or a list of strings"))
		default:
			s.Keys[action] = keys
		}
	})
	faults = append(faults, checkKeys(f, s.Keys)...)
	slices.SortStableFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return s, join(faults)
}

// join returns several errors as one of a single line.
func join(faults []error) error {
	if len(faults) < 2 {
		return errors.Join(faults...)
	}
	texts := make([]string, len(faults))
	for i, err := range faults {
		texts[i] = err.Error()
	}
	return errors.New(strings.Join(texts, "; "))
}

// collectKeys calls found for every action of the table of keys, whose names may be nested at their dots.
func collectKeys(table map[string]any, prefix string, found func(action string, keys []string, ok bool)) {
	for name, v := range table {
		action := prefix + name
		switch v := v.(type) {
		case map[string]any:
			collectKeys(v, action+".", found)
		case string:
			found(action, []string{v}, true)
		case []any:
			keys := make([]string, len(v))
			ok := true
			for i := range v {
				var text bool
				keys[i], text = v[i].(string)
				ok = ok && text
			}
			found(action, keys, ok)
		default:
			found(action, nil, false)
		}
	}
}

// fixedActions are always on Ctrl+C.
var fixedActions = []string{"stop", "leave"}

// checkKeys returns a fault for every key that cannot be bound as the file says.
func checkKeys(f *tomlfile.File, keys map[string][]string) (faults []error) {
	fault := func(action, format string, args ...any) {
		faults = append(faults, f.Errorf("keys."+action, format, args...))
	}
	o := session.Options{}.Fill()
	o.Keys = keys
	m, err := New(context.Background(), o)
	if err != nil {
		return []error{err}
	}
	known := make(map[string]bool)
	for _, k := range m.everyKey() {
		known[k.Action] = true
	}
	for action, list := range keys {
		switch {
		case !known[action]:
			fault(action, "unknown action; docs/keys.md lists the actions")
			continue
		case slices.Contains(fixedActions, action):
			fault(action, "this action is always on Ctrl+C; remove the line")
			continue
		}
		for _, key := range list {
			if reason := badKey(key); reason != "" {
				fault(action, "%q %s", key, reason)
			}
		}
	}
	reported := make(map[string]bool)
	for _, s := range m.Screens {
		table := append(s.Keys(false), ui.KeyLines(m.table, m, false)...)
		for _, mine := range table {
			if _, chosen := keys[mine.Action]; !chosen {
				continue
			}
			for _, other := range table {
				if key := clash(mine, other); key != "" && !reported[mine.Action+key] {
					reported[mine.Action+key] = true
					fault(mine.Action, "%q is already the key of %s (%s) on the %s screen", key, other.Action, other.Meaning, s.Name())
				}
			}
		}
	}
	return faults
}

// everyKey returns the key table of the program and of every screen.
func (m *Model) everyKey() []ui.Key {
	all := ui.KeyLines(m.table, m, false)
	for _, s := range m.Screens {
		all = append(all, s.Keys(false)...)
	}
	return all
}

// clash returns a key that two actions of one screen have in the same place, "" where there is none.
func clash(a, b ui.Key) string {
	general := func(where string) bool { return where == "" || where == ui.WithCharts }
	if a.Action == b.Action || a.Where != b.Where && !general(a.Where) && !general(b.Where) {
		return ""
	}
	for _, key := range a.Keys {
		if slices.Contains(b.Keys, key) {
			return key
		}
	}
	return ""
}

var modifiers = []string{"ctrl", "alt", "shift", "meta", "super", "hyper"}

// badKey returns why a text is not the name of a key that can be bound, "" for one that is.
func badKey(key string) string {
	parts := ui.KeyParts(key)
	last := parts[len(parts)-1]
	for _, m := range parts[:len(parts)-1] {
		if !slices.Contains(modifiers, m) {
			return fmt.Sprintf("is not a key: unknown modifier %q; known are %s", m, strings.Join(modifiers, ", "))
		}
	}
	_, named := ui.KeyNames[last]
	switch {
	case key == "":
		return "is not a key"
	case key == "ctrl+c":
		return "always stops and quits; choose another key"
	case last == " ":
		return `is not a key; write "space"`
	case slices.Contains(parts[:len(parts)-1], "shift") && utf8.RuneCountInString(last) == 1 && strings.ToUpper(last) != last:
		return fmt.Sprintf("is sent by terminals as %q; write that", strings.ToUpper(last))
	case named, last == "insert", utf8.RuneCountInString(last) == 1, functionKey(last):
		return ""
	}
	return `is not a key; write one character or a name such as "enter", "pgdown" or "f5"`
}

func functionKey(s string) bool {
	digits, ok := strings.CutPrefix(s, "f")
	return ok && len(digits) > 0 && len(digits) <= 2 && strings.Trim(digits, "0123456789") == ""
}
