package tune

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/session"
	"dpals/tui/ui"
)

// When a turned knob trains.
const (
	ceilingAtOnce  = 200_000                // ratings, up to which the als comparison need not wait for the first run
	settleInterval = 120 * time.Millisecond // a knob has come to rest when it has not moved for so long
)

// Screen is the first screen: knobs, their consequences, the curve they make and the budget it costs.
type Screen struct {
	*session.Session
	ui.Board
	ui.Actions[*Screen]

	held     bool    // turned knobs do not train
	guided   bool    // the tour turns them, and trains when they have arrived
	lens     ui.View // on the curves
	dragging bool
}

// New returns the Tune screen of a session.
func New(s *session.Session) *Screen {
	t := &Screen{Session: s, Board: ui.NewBoard(&s.Style, arrangeTune), held: s.Options.Watch != 0}
	t.Owner, t.Placed = tuneOwners, func() { t.Knobs.Room = t.knobRows() }
	t.Actions = ui.Bind(s.Options.Keys, t, tuneKeys(), ui.ViewKeys[*Screen](), ui.PanelKeys[*Screen]())
	return t
}

// Choices are the methods, for the palette.
func (t *Screen) Choices() []ui.Choice {
	var all []ui.Choice
	for i, m := range t.Options.Methods {
		all = append(all, ui.Choice{Title: "method: " + m.Name, Hint: m.Summary, Do: func() tea.Cmd {
			t.Knobs.Choose(i - t.Knobs.Chosen)
			return t.changed()
		}})
	}
	return all
}

func (t *Screen) Name() string { return session.TuneName }

func (t *Screen) Init() tea.Cmd {
	if t.Loaded() {
		return t.open()
	}
	return nil
}

// Shown trains with knobs that were turned on another screen, where they train nothing.
func (t *Screen) Shown() tea.Cmd {
	if !t.Loaded() || !t.RetrainsAtOnce() || t.held || t.guided || !t.CanTrain() || t.IsTrained() {
		return nil
	}
	return t.TrainKnobs()
}

// open begins with a problem: the knobs' consequences, the comparison that costs nothing, and a first run.
func (t *Screen) open() tea.Cmd {
	cmds := []tea.Cmd{t.RefreshPreview()}
	if t.held && t.Options.Watch != 0 { // somebody looks at what another process trains
		return cmds[0]
	}
	if m := t.MethodNamed(session.BaselineMethod); m != nil && t.CanCompare() {
		floor, cmd := t.Compare(m)
		t.Runs.Baseline = floor
		cmds = append(cmds, cmd)
	}
	if t.Ratings() <= session.RetrainLimit {
		cmds = append(cmds, t.TrainKnobs())
	}
	return tea.Batch(append(cmds, t.compareIfDue())...)
}

func (t *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case session.LoadedMsg:
		if t.Loaded() {
			return t.open()
		}
	case session.SettledMsg:
		if msg.Generation == t.Knobs.Generation && !t.held && t.CanTrain() {
			return t.TrainKnobs()
		}
	case session.StartedMsg, session.SnapshotMsg:
		return t.compareIfDue()
	}
	return nil
}

// changed answers a turned knob: its consequences at once, a run when it has come to rest.
func (t *Screen) changed() tea.Cmd {
	if !t.Loaded() {
		return nil
	}
	cmds := []tea.Cmd{t.RefreshPreview()}
	if t.RetrainsAtOnce() && !t.held && !t.guided {
		generation := t.Knobs.Generation
		cmds = append(cmds, tea.Tick(settleInterval, func(time.Time) tea.Msg { return session.SettledMsg{Generation: generation} }))
	}
	return tea.Batch(cmds...)
}

// compareIfDue starts the non-private ceiling, once per problem: at once on small data, else after the first run.
func (t *Screen) compareIfDue() tea.Cmd {
	s := &t.Runs
	m := t.MethodNamed(session.ReferenceMethod)
	if s.Reference != nil || m == nil || !t.Loaded() || !t.CanCompare() {
		return nil
	}
	if t.Ratings() > ceilingAtOnce && (s.Current == nil || s.Current.Training()) {
		return nil
	}
	ceiling, cmd := t.Compare(m)
	s.Reference = ceiling
	return cmd
}
