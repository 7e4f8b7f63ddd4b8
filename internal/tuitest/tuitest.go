package tuitest

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"dpals/themes"
	"dpals/tui/canvas"
)

// Keys are the keys with names, as terminals send them.
var Keys = map[string]tea.Key{
	"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
	"shift+left": {Code: tea.KeyLeft, Mod: tea.ModShift}, "shift+right": {Code: tea.KeyRight, Mod: tea.ModShift},
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab},
	"shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "backspace": {Code: tea.KeyBackspace},
	"space": {Code: tea.KeySpace, Text: " "}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl},
	"pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
	"delete": {Code: tea.KeyDelete},
}

// Plain returns drawn text without its styles.
func Plain(s string) string { return ansi.Strip(s) }

// Exactly fails unless content fills w×h cells. T may be a *testing.T or a *rapid.T.
func Exactly(t interface{ Fatalf(string, ...any) }, content string, w, h int) {
	lines := strings.Split(content, "\n")
	if len(lines) != h {
		t.Fatalf("%d lines at %d×%d", len(lines), w, h)
	}
	for i, line := range lines {
		if n := canvas.Width(line); n != w {
			t.Fatalf("line %d has %d cells at %d×%d: %q", i, n, w, h, line)
		}
	}
}

// Theme returns the dark theme.
func Theme(t testing.TB) *themes.Theme {
	t.Helper()
	th, err := themes.BuiltIn().Named("dark", themes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return th
}
