package tui

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/data"
	"dpals/tui/frontier"
	"dpals/tui/people"
	"dpals/tui/privacy"
	"dpals/tui/runs"
	"dpals/tui/session"
	"dpals/tui/tune"
	"dpals/tui/ui"
)

// Screen is one of the dashboard's views. Its methods are called from the Update goroutine only. A screen embeds a
// board, for panels that can be focused and zoomed, and actions, for its keys; it then writes the methods in which it
// differs.
type Screen interface {
	Name() string
	Init() tea.Cmd
	Resize(body ui.Rect)
	Draw() string                       // exactly the body's rectangle
	Remark() (text string, urgent bool) // one sentence below the screen, while nothing else is said there

	Update(msg tea.Msg) tea.Cmd // all but keys and mouse; every screen hears every message
	Shown() tea.Cmd             // the screen has come to the front
	Press(key tea.KeyPressMsg) (cmd tea.Cmd, used bool)
	Typing() bool // keys are text at the moment: none of them is a command but Ctrl+C
	Mouse(msg tea.MouseMsg) tea.Cmd
	Keys(now bool) []ui.Key // its part of the key table; now: what applies at the moment
	Act(action string) (cmd tea.Cmd, done bool)
	Choices() []ui.Choice // what it adds to the palette beside its actions
}

// addressed is a message for one screen, which comes to the front and hears it.
type addressed interface {
	tea.Msg
	ToScreen() string // its name
}

// newScreens returns the screens in the order of their number keys, each in the package of its name.
func newScreens(s *session.Session) []Screen {
	return []Screen{
		tune.New(s),
		frontier.New(s),
		data.New(s),
		privacy.New(s),
		people.New(s),
		runs.New(s),
	}
}
