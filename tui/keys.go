package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Key is one line of the key table, which dispatches keys and makes the help, the footer and the documentation.
type Key struct {
	Group   string   // heading in the help: "Knobs"
	Keys    []string // as terminals name them: "left", "shift+left", "ctrl+c"
	Meaning string   // "turn the knob down, coarsely"
	Footer  string   // "←→ turn"; "" keeps it out of the footer
}

// footerOrder is how the footer is filled: what comes first stays where it is narrow.
var footerOrder = []string{
	"←→ turn", "←→ read", "↑↓ knob", "? help", "q quit", "enter train", "ctrl+c stop", "space hold", "p pin", "m method", "e more",
	"z zoom", "r reset", "tab panel", "y copy", "t theme",
}

// keyNames are the keys that are not written as they are named.
var keyNames = map[string]string{
	"left": "←", "right": "→", "up": "↑", "down": "↓", "enter": "Enter", "esc": "Esc", "space": "Space", "tab": "Tab",
	"backspace": "Backspace", "home": "Home", "end": "End", "pgup": "PgUp", "pgdown": "PgDn",
	"0": "0–9", "1": "", "2": "", "3": "", "4": "", "5": "", "6": "", "7": "", "8": "", "9": "",
}

// Show writes the keys as the help does: "← h", "Shift+← ,".
func (k Key) Show() string {
	var shown []string
	for _, key := range k.Keys {
		parts := []string{key}
		if !strings.HasSuffix(key, "+") {
			parts = strings.Split(key, "+")
		}
		for i, p := range parts {
			if name, ok := keyNames[p]; ok {
				parts[i] = name
			} else if i < len(parts)-1 {
				parts[i] = strings.ToUpper(p[:1]) + p[1:]
			}
		}
		if s := strings.Join(parts, "+"); s != "" {
			shown = append(shown, s)
		}
	}
	return strings.Join(shown, " ")
}

// binding ties a line of the table to what it does to a T.
type binding[T any] struct {
	Key
	when func(T) bool // nil: always
	do   func(t T, pressed string) tea.Cmd
}

// dispatch acts on the first binding of the key that applies.
func dispatch[T any](table []binding[T], t T, pressed string) (cmd tea.Cmd, used bool) {
	for _, b := range table {
		if slices.Contains(b.Keys, pressed) && (b.when == nil || b.when(t)) {
			return b.do(t, pressed), true
		}
	}
	return nil, false
}

// lines are the table without what it does: all of it, or what applies now.
func lines[T any](table []binding[T], t T, now bool) []Key {
	var keys []Key
	for _, b := range table {
		if !now || b.when == nil || b.when(t) {
			keys = append(keys, b.Key)
		}
	}
	return keys
}

// Keys is the whole key table, for the documentation.
func Keys() []Key {
	return append(lines(tuneKeys(), nil, false), lines(modelKeys(), nil, false)...)
}

// modelKeys work on every screen.
func modelKeys() []binding[*model] {
	key := func(keys []string, meaning, footer string, do func(*model, string) tea.Cmd) binding[*model] {
		return binding[*model]{Key{"Everywhere", keys, meaning, footer}, nil, do}
	}
	return []binding[*model]{
		key([]string{"t"}, "next theme", "t theme", (*model).nextTheme),
		key([]string{"?"}, "this help", "? help", (*model).openHelp),
		key([]string{"q"}, "quit; asks while a run trains", "q quit", (*model).quit),
		key([]string{"ctrl+c"}, "stop the run; again, or when nothing trains, quit", "ctrl+c stop", (*model).interrupt),
		key([]string{"ctrl+z"}, "suspend; fg comes back", "", (*model).suspend),
	}
}

// screenKeys switch screens, where there is more than one. Plain digits type numbers into knobs.
func screenKeys(screens []screen) []binding[*model] {
	if len(screens) < 2 {
		return nil
	}
	var keys []string
	for i := range screens {
		keys = append(keys, "alt+"+strconv.Itoa(i+1))
	}
	return []binding[*model]{{Key{"Everywhere", keys, "go to a screen", ""}, nil, (*model).goTo}}
}

// tuneKeys work on the Tune screen.
func tuneKeys() []binding[*tune] {
	at := func(p panel) func(*tune) bool { return func(t *tune) bool { return t.focus == p } }
	onKnobs, onCurves := at(panelKnobs), at(panelCurves)
	knob := func(keys []string, meaning, footer string, do func(*tune, string) tea.Cmd) binding[*tune] {
		return binding[*tune]{Key{"Knobs", keys, meaning, footer}, onKnobs, do}
	}
	run := func(keys []string, meaning, footer string, do func(*tune, string) tea.Cmd) binding[*tune] {
		return binding[*tune]{Key{"Runs", keys, meaning, footer}, nil, do}
	}
	view := func(keys []string, when func(*tune) bool, meaning, footer string, do func(*tune, string) tea.Cmd) binding[*tune] {
		return binding[*tune]{Key{"View", keys, meaning, footer}, when, do}
	}
	digits := strings.Split("0123456789", "")
	return []binding[*tune]{
		knob([]string{"left", "h"}, "turn the knob down", "←→ turn", turn(-1, false)),
		knob([]string{"right", "l"}, "turn the knob up", "", turn(+1, false)),
		knob([]string{"shift+left", "H", ","}, "turn it down, finely", "", turn(-1, true)),
		knob([]string{"shift+right", "L", "."}, "turn it up, finely", "", turn(+1, true)),
		knob([]string{"up", "k"}, "knob above", "↑↓ knob", step(-1)),
		knob([]string{"down", "j"}, "knob below", "", step(+1)),
		knob(digits, "type a number: Enter sets it, Esc keeps the old one", "", (*tune).startEditing),
		knob([]string{"="}, "type a value or a name, such as all", "", (*tune).startEditing),
		knob([]string{"r", "backspace"}, "back to the default", "r reset", (*tune).reset),
		knob([]string{"e"}, "show more knobs, or fewer", "e more", (*tune).toggleMore),
		{Key{"Knobs", []string{"]", "m"}, "next method", "m method"}, nil, choose(+1)},
		{Key{"Knobs", []string{"["}, "previous method", ""}, nil, choose(-1)},

		run([]string{"enter"}, "train again with the knobs as they stand", "enter train", (*tune).retrain),
		run([]string{"space"}, "hold: turned knobs train nothing until Space is pressed again", "space hold", (*tune).hold),
		run([]string{"p"}, "pin the run to compare with later ones, or unpin it", "p pin", (*tune).pin),
		run([]string{"P"}, "unpin all", "", (*tune).unpin),
		run([]string{"y"}, "copy the command line that trains like this", "y copy", (*tune).copy),

		view([]string{"tab"}, nil, "next panel", "tab panel", focus(+1)),
		view([]string{"shift+tab"}, nil, "previous panel", "", focus(-1)),
		view([]string{"z"}, nil, "give the panel the whole screen, and back", "z zoom", (*tune).toggleZoom),
		view([]string{"c"}, nil, "crosshair with the exact values", "", (*tune).toggleCrosshair),
		view([]string{"left", "h"}, onCurves, "crosshair one step back", "←→ read", moveCrosshair(-1)),
		view([]string{"right", "l"}, onCurves, "crosshair one step on", "", moveCrosshair(+1)),
		view([]string{"esc"}, func(t *tune) bool { return t.zoomed || t.crosshair }, "leave crosshair or zoom", "", (*tune).escape),
	}
}
