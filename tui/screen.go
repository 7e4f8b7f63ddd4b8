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

// newScreens returns the screens in the order of their number keys. A new screen is a package of its own and one line
// here: header, help, footer, palette and docs/keys.md follow from its methods.
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

// Screen is one of the dashboard's screens. Its methods are called from the Update goroutine only. ui.Board provides
// Resize, and ui.Actions the methods of the key table; a screen that embeds both writes Name, Update and Draw.
type Screen interface {
	Name() string               // its tab; in lower case, its key action "go.NAME"
	Update(msg tea.Msg) tea.Cmd // gets every message but keys and mouse, also while another screen is in front
	Resize(body ui.Rect)
	Draw() string // exactly the body's rectangle

	Keys(now bool) []ui.Key                             // its part of the key table; now: only what applies at the moment
	Press(key tea.KeyPressMsg) (cmd tea.Cmd, used bool) // used is false where the key is left to the program
	Act(action string) (cmd tea.Cmd, done bool)         // runs an action of the key table by its name
}

// The interfaces below are optional for a screen.
type (
	// initializer starts work when the program starts.
	initializer interface{ Init() tea.Cmd }

	// activated is called when the screen has come to the front.
	activated interface{ Shown() tea.Cmd }

	// remarker has a line for below the screen, shown while there is no notice.
	remarker interface {
		Remark() (text string, urgent bool)
	}

	// typist has text inputs. While Typing reports true every key is text, but for Ctrl+C.
	typist interface{ Typing() bool }

	// mouseUser handles the mouse inside the body.
	mouseUser interface {
		Mouse(msg tea.MouseMsg) tea.Cmd
	}

	// chooser adds lines to the palette beside its actions.
	chooser interface{ Choices() []ui.Choice }

	// saver keeps something in the session file for the next start.
	saver interface {
		Save(*session.Saved)
		Restore(*session.Saved)
	}

	// finisher has work that must finish before the program ends.
	finisher interface{ Finish() }
)

// A method with another signature would not be found, so the optional ones are asserted here.
var (
	_ interface {
		initializer
		activated
		remarker
		typist
		mouseUser
		chooser
	} = (*tune.Screen)(nil)
	_ interface {
		activated
		remarker
		typist
		mouseUser
		chooser
	} = (*frontier.Screen)(nil)
	_ interface {
		activated
		remarker
		mouseUser
	} = (*data.Screen)(nil)
	_ interface {
		activated
		remarker
		typist
		mouseUser
	} = (*privacy.Screen)(nil)
	_ interface {
		initializer
		activated
		remarker
		typist
		mouseUser
		saver
	} = (*people.Screen)(nil)
	_ interface {
		initializer
		activated
		remarker
		typist
		mouseUser
		finisher
	} = (*runs.Screen)(nil)
)

// isTyping reports whether keys are text for the screen in front.
func (m *Model) isTyping() bool {
	s, ok := m.front().(typist)
	return ok && s.Typing()
}

// front returns the screen that is shown.
func (m *Model) front() Screen { return m.Screens[m.Current] }

// shown tells the screen in front that it has come there.
func (m *Model) shown() tea.Cmd {
	if s, ok := m.front().(activated); ok {
		return s.Shown()
	}
	return nil
}

// addressed is a message for one screen, which comes to the front and gets it.
type addressed interface {
	tea.Msg
	ToScreen() string // its name
}
