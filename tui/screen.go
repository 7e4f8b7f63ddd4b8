package tui

import (
	tea "charm.land/bubbletea/v2"
)

// screen is one of the dashboard's views. Its methods are called from the Update goroutine only. A screen embeds a
// board, for panels that can be focused and zoomed, and actions, for its keys; it then writes the methods in which it
// differs.
type screen interface {
	name() string
	init() tea.Cmd
	resize(body rect)
	draw() string                       // exactly the body's rectangle
	remark() (text string, urgent bool) // one sentence below the screen, while nothing else is said there

	update(msg tea.Msg) tea.Cmd // all but keys and mouse; every screen hears every message
	shown() tea.Cmd             // the screen has come to the front
	press(key tea.KeyPressMsg) (cmd tea.Cmd, used bool)
	typing() bool // keys are text at the moment: none of them is a command but Ctrl+C
	mouse(msg tea.MouseMsg) tea.Cmd
	keys(now bool) []Key // its part of the key table; now: what applies at the moment
	act(action string) (cmd tea.Cmd, done bool)
	choices() []choice // what it adds to the palette beside its actions
}

var (
	_ screen = (*tune)(nil)
	_ screen = (*frontier)(nil)
	_ screen = (*data)(nil)
	_ screen = (*privacy)(nil)
	_ screen = (*peopleScreen)(nil)
	_ screen = (*runs)(nil)
)

// addressed is a message for one screen, which comes to the front and hears it.
type addressed interface {
	tea.Msg
	toScreen() string // its name
}

// newScreens are the screens in the order of their number keys. The first is Tune.
func newScreens(b *bench) []screen {
	return []screen{newTune(b), newFrontier(b), newData(b), newPrivacy(b), newPeople(b), newRuns(b)}
}
