package tune

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/session"
	"dpals/tui/ui"
)

// Screen is the first screen of the dashboard: the knobs, their consequences, the error per iteration and the budget. It
// is owned by the Update goroutine.
type Screen struct {
	*session.Session
	ui.Board
	ui.Actions[*Screen]

	autoPaused bool    // turned knobs do not train
	onTour     bool    // the tour turns the knobs, and trains at the end of each of its steps
	curvesView ui.View // zoom and crosshair of the curves
	dragging   bool    // the mouse holds the focused slider
}

// New returns the Tune screen of a session.
func New(s *session.Session) *Screen {
	t := &Screen{Session: s, Board: ui.NewBoard(&s.Style, arrange), autoPaused: s.Options.Watch != 0}
	t.Owner, t.Placed = panelOwners, func() { t.Knobs.Room = t.sliderRows() }
	t.Actions = ui.Bind(s.Options.Keys, t, keyTable(), ui.ViewKeys[*Screen](), ui.PanelKeys[*Screen]())
	return t
}

// Name returns the name of the screen in the header.
func (t *Screen) Name() string { return session.TuneName }

// Choices returns the commands that select a method, for the palette.
func (t *Screen) Choices() []ui.Choice {
	var all []ui.Choice
	for i, m := range t.Options.Methods {
		all = append(all, ui.Choice{Title: "method: " + m.Name, Hint: m.Summary, Do: func() tea.Cmd {
			t.Knobs.Choose(i - t.Knobs.Chosen)
			return t.knobChanged()
		}})
	}
	return all
}

// Charting returns the zoom and crosshair that the keys of charts change.
func (t *Screen) Charting() *ui.View { return &t.curvesView }

// Aiming reports whether the arrow keys move the crosshair.
func (t *Screen) Aiming() bool { return t.Focus == panelCurves }

// Init starts with the ratings, if they are loaded already.
func (t *Screen) Init() tea.Cmd {
	if t.Loaded() {
		return t.open()
	}
	return nil
}

// Shown trains the knobs if they were turned on another screen, where they train nothing.
func (t *Screen) Shown() tea.Cmd { return t.trainIfChanged() }

// Update handles a message.
func (t *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case session.LoadedMsg:
		if t.Loaded() {
			return t.open()
		}
	case session.SettledMsg:
		if msg.Generation == t.Knobs.Generation && !t.autoPaused && t.CanTrain() {
			return t.TrainKnobs()
		}
	case session.StartedMsg, session.SnapshotMsg:
		return t.startReference()
	}
	return nil
}
