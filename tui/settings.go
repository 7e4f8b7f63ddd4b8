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

// Settings are what a person has written into config.toml.
type Settings struct {
	Theme string              // "" for none chosen
	Mouse bool                // the dashboard has the mouse
	ASCII bool                // 7-bit characters only
	Keys  map[string][]string // by action
}

// settingsFile is the file's shape. The keys are a table of strings and lists, under names with dots or quoted.
type settingsFile struct {
	Theme string         `toml:"theme"`
	Mouse *bool          `toml:"mouse"`
	ASCII bool           `toml:"ascii"`
	Keys  map[string]any `toml:"keys"`
}

// ReadSettings reads config.toml; a file that is not there sets nothing. Every fault is reported with its line: what is
// no setting, no key, no action, and keys that would mean two things in one place.
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
			faults = append(faults, f.Errorf("keys."+action, "write a key as text, or several as a list of texts"))
		default:
			s.Keys[action] = keys
		}
	})
	faults = append(faults, checkKeys(f, s.Keys)...)
	slices.SortStableFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return s, join(faults)
}

// join makes one sentence of several errors.
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

// collectKeys walks the table of keys, whose names may be nested at their dots.
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

// fixedActions answer Ctrl+C whatever else is rebound.
var fixedActions = []string{"stop", "leave"}

// checkKeys finds what cannot be rebound as asked for.
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
			fault(action, "there is no such action: docs/keys.md and the palette list them")
			continue
		case slices.Contains(fixedActions, action):
			fault(action, "Ctrl+C stops and leaves and cannot be bound to another key")
			continue
		}
		for _, key := range list {
			if problem := badKey(key); problem != "" {
				fault(action, "%q %s", key, problem)
			}
		}
	}
	told := make(map[string]bool)
	for _, s := range m.Screens {
		table := append(s.Keys(false), ui.KeyLines(m.table, m, false)...)
		for _, mine := range table {
			if _, chosen := keys[mine.Action]; !chosen {
				continue
			}
			for _, other := range table {
				if key := clash(mine, other); key != "" && !told[mine.Action+key] {
					told[mine.Action+key] = true
					fault(mine.Action, "%q already means %s (%s) on the %s screen", key, other.Action, other.Meaning, s.Name())
				}
			}
		}
	}
	return faults
}

// everyKey is the table of all screens.
func (m *Model) everyKey() []ui.Key {
	all := ui.KeyLines(m.table, m, false)
	for _, s := range m.Screens {
		all = append(all, s.Keys(false)...)
	}
	return all
}

// clash is a key that two actions of one screen both have in one place; "" where there is none.
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

// badKey says why a text names no key; "" for one that does.
func badKey(key string) string {
	parts := ui.KeyParts(key)
	last := parts[len(parts)-1]
	for _, m := range parts[:len(parts)-1] {
		if !slices.Contains(modifiers, m) {
			return fmt.Sprintf("is no key: %q is none of %s", m, strings.Join(modifiers, ", "))
		}
	}
	_, named := ui.KeyNames[last]
	switch {
	case key == "":
		return "is no key"
	case key == "ctrl+c":
		return "stops and leaves, always"
	case last == " ":
		return `is written "space"`
	case slices.Contains(parts[:len(parts)-1], "shift") && utf8.RuneCountInString(last) == 1 && strings.ToUpper(last) != last:
		return fmt.Sprintf("arrives as %q: write that", strings.ToUpper(last))
	case named, last == "insert", utf8.RuneCountInString(last) == 1, functionKey(last):
		return ""
	}
	return `is no key: write one character, or a name such as "enter", "pgdown" or "f5"`
}

func functionKey(s string) bool {
	digits, ok := strings.CutPrefix(s, "f")
	return ok && len(digits) > 0 && len(digits) <= 2 && strings.Trim(digits, "0123456789") == ""
}
