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

func (it *Model) Acts() int { return it.acts }

func (it *Model) Choices() []ui.Choice { return it.choices() }

func (it *Model) Frame() *ui.Frame { return &it.frame }

func (it *Model) GoToNamed(name string) tea.Cmd { return it.goToNamed(name) }

func (it *Model) Help() bool { return it.help }

func (it *Model) Hints() []span { return it.hints() }

func (it *Model) MouseOn() bool { return it.mouseOn }

func (it *Model) Palette() *ui.Palette { return &it.palette }

func (it *Model) Saved() session.Saved { return it.saved() }

func (it *Model) Resting() bool { return it.isResting }

func (it *Model) Table() []ui.Binding[*Model] { return it.table }

func (it *Model) Tabs() []span { return it.tabs() }

func (it *Model) Tour() *tour { return &it.tour }

func (it *Model) TourRows() int { return it.tourRows() }

func (it *Model) Waiting() bool { return it.waiting }

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
