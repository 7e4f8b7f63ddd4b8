package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// When a turned knob trains.
const (
	ceilingAtOnce  = 200_000                // ratings, up to which the als comparison need not wait for the first run
	settleInterval = 120 * time.Millisecond // a knob has come to rest when it has not moved for so long
)

// tune is the first screen: knobs, their consequences, the curve they make and the budget it costs.
type tune struct {
	*bench
	board
	actions[*tune]

	held     bool // turned knobs do not train
	guided   bool // the tour turns them, and trains when they have arrived
	lens     lens // on the curves
	dragging bool
}

func newTune(b *bench) *tune {
	t := &tune{bench: b, board: newBoard(&b.look, arrangeTune), held: b.options.Watch != 0}
	t.owner, t.placed = tuneOwners, func() { t.knobs.room = t.knobRows() }
	t.actions = bind(b.options.Keys, t, tuneKeys(), lensKeys[*tune](), panelKeys[*tune]())
	return t
}

// choices are the methods, for the palette.
func (t *tune) choices() []choice {
	var all []choice
	for i, m := range t.options.methods {
		all = append(all, choice{"method: " + m.Name, m.Summary, func() tea.Cmd {
			t.knobs.choose(i - t.knobs.chosen)
			return t.changed()
		}})
	}
	return all
}

func (t *tune) name() string { return tuneScreen }

func (t *tune) init() tea.Cmd {
	if t.loaded() {
		return t.open()
	}
	return nil
}

// shown trains with knobs that were turned on another screen, where they train nothing.
func (t *tune) shown() tea.Cmd {
	if !t.loaded() || !t.retrains() || t.held || t.guided || !t.possible() || t.trained() {
		return nil
	}
	return t.trainKnobs()
}

// open begins with a problem: the knobs' consequences, the comparison that costs nothing, and a first run.
func (t *tune) open() tea.Cmd {
	cmds := []tea.Cmd{t.foresee()}
	if t.held && t.options.Watch != 0 { // somebody looks at what another process trains
		return cmds[0]
	}
	if m := t.methodNamed(floorMethod); m != nil && t.comparable() {
		floor, cmd := t.compare(m)
		t.session.floor = floor
		cmds = append(cmds, cmd)
	}
	if t.ratings() <= retrainLimit {
		cmds = append(cmds, t.trainKnobs())
	}
	return tea.Batch(append(cmds, t.compareIfDue())...)
}

func (t *tune) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case loadedMsg:
		if t.loaded() {
			return t.open()
		}
	case settledMsg:
		if msg.generation == t.knobs.generation && !t.held && t.possible() {
			return t.trainKnobs()
		}
	case startedMsg, snapshotMsg:
		return t.compareIfDue()
	}
	return nil
}

// changed answers a turned knob: its consequences at once, a run when it has come to rest.
func (t *tune) changed() tea.Cmd {
	if !t.loaded() {
		return nil
	}
	cmds := []tea.Cmd{t.foresee()}
	if t.retrains() && !t.held && !t.guided {
		generation := t.knobs.generation
		cmds = append(cmds, tea.Tick(settleInterval, func(time.Time) tea.Msg { return settledMsg{generation} }))
	}
	return tea.Batch(cmds...)
}

// compareIfDue starts the non-private ceiling, once per problem: at once on small data, else after the first run.
func (t *tune) compareIfDue() tea.Cmd {
	s := &t.session
	m := t.methodNamed(ceilingMethod)
	if s.ceiling != nil || m == nil || !t.loaded() || !t.comparable() {
		return nil
	}
	if t.ratings() > ceilingAtOnce && (s.current == nil || s.current.training()) {
		return nil
	}
	ceiling, cmd := t.compare(m)
	s.ceiling = ceiling
	return cmd
}
