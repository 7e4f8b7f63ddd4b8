package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// modelKeys work on every screen.
func modelKeys(screens []Screen) []ui.Binding[*Model] {
	key := func(action string, keys []string, meaning, footer string, rank int, do func(*Model) tea.Cmd) ui.Binding[*Model] {
		return ui.Binding[*Model]{Key: ui.Key{Action: action, Where: "", Group: "Everywhere", Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: nil, Do: do}
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
		key("palette", []string{":", "ctrl+p"}, "command palette: type a few letters of what you want", "palette", 7, (*Model).openPalette),
		key("theme.next", []string{"t"}, "next theme", "theme", 30, (*Model).nextTheme),
		key("tour", nil, "start the guided tour", "", 0, (*Model).startTour),
		key("mouse", []string{"ctrl+o"}, "leave the mouse to the terminal, or take it back", "", 0, (*Model).toggleMouse),
		key("help", []string{"?"}, "this help", "help", 3, (*Model).openHelp),
		key("quit", []string{"q"}, "quit; asks while a run trains", "quit", 4, (*Model).quit),
		ui.Binding[*Model]{Key: ui.Key{Action: "stop", Where: "", Group: "Everywhere", Keys: []string{"ctrl+c"}, Meaning: "stop the run; the second time quit", Footer: "stop", Rank: 5}, When: trains, Do: (*Model).interrupt},
		ui.Binding[*Model]{Key: ui.Key{Action: "leave", Where: "", Group: "Everywhere", Keys: []string{"ctrl+c"}, Meaning: "quit, when nothing trains", Footer: "", Rank: 0}, When: idle, Do: (*Model).interrupt},
		key("suspend", []string{"ctrl+z"}, "suspend; fg comes back", "", 0, (*Model).suspend),
	)
}
