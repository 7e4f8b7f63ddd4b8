package tui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpals/internal/tuitest/driver"
	"dpals/tui"
	"dpals/tui/ui"
)

func settingsOf(t *testing.T, text string) (tui.Settings, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return tui.ReadSettings(path)
}

func TestSettingsFaultsNameTheirLine(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"unknown setting":     {"theme = 'dark'\ncolours = 1\n", "config.toml:2: unknown setting colours"},
		"unknown action":      {"[keys]\nquit = 'Q'\n'tune.retrian' = 'x'\n", "config.toml:3: keys.tune.retrian: unknown action"},
		"no key":              {"[keys]\nquit = 'entre'\n", `config.toml:2: keys.quit: "entre" is not a key`},
		"no modifier":         {"[keys]\nquit = 'control+x'\n", `config.toml:2: keys.quit: "control+x" is not a key: unknown modifier "control"; known are ctrl`},
		"shifted letter":      {"[keys]\nquit = 'shift+x'\n", `config.toml:2: keys.quit: "shift+x" is sent by terminals as "X"`},
		"no text":             {"[keys]\nquit = 3\n", "config.toml:2: keys.quit: must be a string"},
		"no list of texts":    {"[keys]\nquit = ['x', 3]\n", "config.toml:2: keys.quit: must be a string"},
		"ctrl+c":              {"[keys]\nquit = 'ctrl+c'\n", `config.toml:2: keys.quit: "ctrl+c" always stops and quits`},
		"fixed":               {"[keys]\nstop = 'x'\n", "config.toml:2: keys.stop: this action is always on Ctrl+C"},
		"conflict":            {"\n[keys]\n'theme.next' = 'p'\n", `config.toml:3: keys.theme.next: "p" is already the key of tune.pin`},
		"conflict of two":     {"[keys]\nquit = 'x'\nhelp = 'x'\n", `config.toml:2: keys.quit: "x" is already the key of help`},
		"conflict in a place": {"[keys]\n'knob.reset' = 'e'\n", `config.toml:2: keys.knob.reset: "e" is already the key of knob.more`},
		"two faults":          {"[keys]\nquit = 'entre'\nnothing = 'x'\n", `"entre" is not a key; write one character or a name such as "enter", "pgdown" or "f5"; `},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := settingsOf(t, test.text)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("says %v, want %q", err, test.want)
			}
		})
	}
}

func TestSettings(t *testing.T) {
	s, err := tui.ReadSettings(filepath.Join(t.TempDir(), "none.toml"))
	if err != nil || !s.Mouse || s.Theme != "" {
		t.Errorf("without a file %+v, %v", s, err)
	}
	s, err = settingsOf(t, "theme = 'light'\nmouse = false\nascii = true\n[keys]\nquit = ['Q', 'ctrl+q']\ntune.pin = 'f5'\n'panel.next' = ['w']\n")
	if err != nil || s.Mouse || !s.ASCII || s.Theme != "light" || len(s.Keys) != 3 || s.Keys["tune.pin"][0] != "f5" {
		t.Fatalf("%+v, %v", s, err)
	}
	o := driver.Options()
	o.Keys = s.Keys
	b := driver.New(t, 160, 90, o)
	b.Whole(0.9)
	if b.Press("q") != nil {
		t.Error("the usual key still works")
	}
	if b.Press("w"); b.Screen("Tune").(ui.PanelScreen).Panels().Focus == 0 {
		t.Error("the chosen key does not work")
	}
	b.Shows("Q quit")
	b.Shows("w panel")
	b.Press("?")
	b.Shows("Q Ctrl+q")
	b.Press("esc")
	if !driver.Quits(t, b.Press("Q")) {
		t.Error("the chosen key does not quit")
	}
}

// The default bindings can be written into config.toml without a fault.
func TestDefaultKeysHaveNoConflict(t *testing.T) {
	for _, k := range tui.AllKeys() {
		for _, key := range k.Keys {
			if reason := tui.BadKey(key); reason != "" && key != "ctrl+c" {
				t.Errorf("%s: %q %s", k.Action, key, reason)
			}
		}
	}
}
