package tune

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/session"
	"dpals/tui/ui"
)

// tuneKeys work on the Tune screen, beside those of charts and panels.
func tuneKeys() []ui.Binding[*Screen] {
	onKnobs := func(t *Screen) bool { return t.Focus == panelKnobs }
	knob := func(action string, keys []string, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: "on the knobs", Group: "Knobs", Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: onKnobs, Do: do}
	}
	key := func(action, group string, keys []string, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: "", Group: group, Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: nil, Do: do}
	}
	return []ui.Binding[*Screen]{
		knob("knob.down", []string{"left", "h"}, "turn the knob down", "turn", 1, turn(-1, false)),
		knob("knob.up", []string{"right", "l"}, "turn the knob up", "turn", 1, turn(+1, false)),
		knob("knob.down-finely", []string{"shift+left", "H", ","}, "turn it down, finely", "", 0, turn(-1, true)),
		knob("knob.up-finely", []string{"shift+right", "L", "."}, "turn it up, finely", "", 0, turn(+1, true)),
		knob("knob.previous", []string{"up", "k"}, "knob above", "knob", 2, step(-1)),
		knob("knob.next", []string{"down", "j"}, "knob below", "knob", 2, step(+1)),
		knob("knob.type", []string{"="}, "type a value or a name, such as all: Enter sets it, Esc keeps the old one", "type", 19, (*Screen).startEditing),
		knob("knob.reset", []string{"r", "backspace"}, "back to the default", "reset", 23, (*Screen).reset),
		knob("knob.more", []string{"e"}, "show more knobs, or fewer", "more", 17, (*Screen).toggleMore),
		key("method.next", "Knobs", []string{"m", "]"}, "next method", "method", 16, choose(+1)),
		key("method.previous", "Knobs", []string{"["}, "previous method", "", 0, choose(-1)),

		key("tune.retrain", "Training", []string{"enter"}, "train again with the knobs as they stand", "train", 6, (*Screen).Retrain),
		key("tune.hold", "Training", []string{"space"}, "hold: turned knobs train nothing until Space is pressed again", "hold", 14, (*Screen).hold),
		key("tune.pin", "Training", []string{"p"}, "pin the run to compare with later ones, or unpin it", "pin", 15, (*Screen).pin),
		key("tune.unpin", "Training", []string{"P"}, "unpin all", "", 0, (*Screen).unpin),
		key("tune.sweep", "Training", []string{"s"}, "sweep this method with these knobs over several ε, on the Frontier screen", "sweep", 16, (*Screen).sweepFromHere),
		key("tune.copy", "Training", []string{"y"}, "copy the command line that trains like this", "copy", 24, (*Screen).copy),
		key("tune.copy-value", "Training", []string{"Y"}, "copy the value: of the knob, or under the crosshair", "", 0, (*Screen).copyValue),
	}
}

// sweepFromHere asks for a sweep of the method with the knobs as they stand.
func (t *Screen) sweepFromHere() tea.Cmd {
	if !t.Loaded() {
		return nil
	}
	m, c := t.Knobs.Method(), t.Knobs.Config()
	return func() tea.Msg { return session.SweepKnobsMsg{Method: m, Settings: c.Settings} }
}

func (t *Screen) Charting() *ui.View { return &t.lens }

func (t *Screen) Aiming() bool { return t.Focus == panelCurves }
