package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/session"
	"dpals/tui/ui"
)

// Access for the tests of this package, which are in package tui_test.

const ShutdownPatience = shutdownPatience

const TourSource = tourSource

type RestedMsg = restedMsg

type TourMsg = tourMsg

var BadKey = badKey

// NewWith returns a dashboard with one more screen behind the usual ones.
func NewWith(ctx context.Context, o session.Options, more func(*session.Session) Screen) (*Model, error) {
	return newModel(ctx, o, func(s *session.Session) []Screen { return append(newScreens(s), more(s)) })
}

var TourSteps = tourSteps

func (m *Model) Acts() int { return m.acts }

func (m *Model) Choices() []ui.Choice { return m.choices() }

func (m *Model) Frame() *ui.Frame { return &m.frame }

func (m *Model) GoToNamed(name string) tea.Cmd { return m.goToNamed(name) }

func (m *Model) Help() bool { return m.help }

func (m *Model) Hints() []span { return m.hints() }

func (m *Model) MouseOn() bool { return m.mouseOn }

func (m *Model) Palette() *ui.Palette { return &m.palette }

func (m *Model) Saved() session.Saved { return m.saved() }

func (m *Model) Resting() bool { return m.isResting }

func (m *Model) Table() []ui.Binding[*Model] { return m.table }

func (m *Model) Tabs() []span { return m.tabs() }

func (m *Model) Tour() *tour { return &m.tour }

func (m *Model) TourRows() int { return m.tourRows() }

func (m *Model) Waiting() bool { return m.waiting }

func (it move) Knob() string { return it.knob }

func (it move) Value() float64 { return it.value }

func (it span) Text() string { return it.text }

func (it span) X() int { return it.x }

func (it tour) At() int { return it.at }

func (it *tour) SetAt(v int) { it.at = v }

func (it tour) Moving() bool { return it.moving }

func (it tour) Open() bool { return it.open }

func (it tour) Ticket() int { return it.ticket }

func (it tourStep) Method() string { return it.method }

func (it tourStep) Moves() []move { return it.moves }

func (it tourStep) Text() string { return it.text }

func (it tourStep) Title() string { return it.title }
