package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// modelKeys returns the keys that work on every screen.
func modelKeys(screens []Screen) []ui.Binding[*Model] {
	key := func(action string, keys []string, meaning, footer string, rank int, do func(*Model) tea.Cmd) ui.Binding[*Model] {
		return ui.Binding[*Model]{Key: ui.Key{Action: action, Group: "Everywhere", Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, Do: do}
	}
	var table []ui.Binding[*Model]
	for i, s := range screens {
		digit := string(rune('1' + i))
		table = append(table, key("go."+strings.ToLower(s.Name()), []string{digit}, "go to "+s.Name(), "", 0,
			func(m *Model) tea.Cmd { return m.GoTo(i) }))
	}
	trains := func(m *Model) bool { return m.Session.Runs.Current.Training() }
	idle := func(m *Model) bool { return !trains(m) }
	return append(table,
		key("go.next", []string{"tab"}, "next screen", "screen", 8, goBy(+1)),
		key("go.previous", []string{"shift+tab"}, "previous screen", "", 0, goBy(-1)),
		key("palette", []string{":", "ctrl+p"}, "command palette: find an action or a data set by name", "palette", 7, (*Model).openPalette),
		key("theme.next", []string{"t"}, "next theme", "theme", 30, (*Model).nextTheme),
		key("tour", nil, "start the guided tour", "", 0, (*Model).startTour),
		key("mouse", []string{"ctrl+o"}, "mouse on or off (off: select text with the mouse)", "", 0, (*Model).toggleMouse),
		key("help", []string{"?"}, "show this help", "help", 3, (*Model).openHelp),
		key("quit", []string{"q"}, "quit (asks first while a run trains)", "quit", 4, (*Model).quit),
		ui.Binding[*Model]{Key: ui.Key{Action: "stop", Group: "Everywhere", Keys: []string{"ctrl+c"}, Meaning: "stop the run; press again to quit", Footer: "stop", Rank: 5}, When: trains, Do: (*Model).interrupt},
		ui.Binding[*Model]{Key: ui.Key{Action: "leave", Group: "Everywhere", Keys: []string{"ctrl+c"}, Meaning: "quit (when nothing trains)"}, When: idle, Do: (*Model).interrupt},
		key("suspend", []string{"ctrl+z"}, "suspend the program (fg resumes it)", "", 0, (*Model).suspend),
	)
}
