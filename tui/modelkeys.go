package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// modelKeys work on every screen.
func modelKeys(screens []screen) []binding[*model] {
	key := func(action string, keys []string, meaning, footer string, rank int, do func(*model) tea.Cmd) binding[*model] {
		return binding[*model]{Key{action, "", "Everywhere", keys, meaning, footer, rank}, nil, do}
	}
	var table []binding[*model]
	for i, s := range screens {
		digit := string(rune('1' + i))
		table = append(table, key("go."+strings.ToLower(s.name()), []string{digit}, "go to "+s.name(), "", 0,
			func(m *model) tea.Cmd { return m.goTo(i) }))
	}
	trains := func(m *model) bool { return m.bench.session.current.training() }
	idle := func(m *model) bool { return !trains(m) }
	return append(table,
		key("go.next", []string{"tab"}, "next screen", "screen", 8, goBy(+1)),
		key("go.previous", []string{"shift+tab"}, "previous screen", "", 0, goBy(-1)),
		key("palette", []string{":", "ctrl+p"}, "command palette: type a few letters of what you want", "palette", 7, (*model).openPalette),
		key("theme.next", []string{"t"}, "next theme", "theme", 30, (*model).nextTheme),
		key("tour", nil, "start the guided tour", "", 0, (*model).startTour),
		key("mouse", []string{"ctrl+o"}, "leave the mouse to the terminal, or take it back", "", 0, (*model).toggleMouse),
		key("help", []string{"?"}, "this help", "help", 3, (*model).openHelp),
		key("quit", []string{"q"}, "quit; asks while a run trains", "quit", 4, (*model).quit),
		binding[*model]{Key{"stop", "", "Everywhere", []string{"ctrl+c"}, "stop the run; the second time quit", "stop", 5}, trains, (*model).interrupt},
		binding[*model]{Key{"leave", "", "Everywhere", []string{"ctrl+c"}, "quit, when nothing trains", "", 0}, idle, (*model).interrupt},
		key("suspend", []string{"ctrl+z"}, "suspend; fg comes back", "", 0, (*model).suspend),
	)
}
